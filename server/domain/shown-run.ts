import type { OutputItem, Run } from "./run"
import type { RunEvent } from "./run-event"
import type { ToolCall } from "./tool-call"

/**
 * A run as a page is given it: values too large to be sent along are `null` (an output's content is, a file's data is
 * empty), and stand in `omitted` with their size. They are read by themselves when somebody looks at them.
 */
export interface ShownRun extends Run {
  readonly toolCalls: ReadonlyArray<ShownCall>
  readonly omitted?: OmittedOfRun | undefined
}

/** Bytes of JSON text; null where nobody has measured it. */
export type OmittedBytes = number | null

export interface OmittedOfRun {
  readonly result?: OmittedBytes
  /** By the place in `output`. */
  readonly output?: Readonly<Record<number, OmittedBytes>>
}

export interface ShownCall extends ToolCall {
  readonly omitted?: OmittedOfCall | undefined
}

export interface OmittedOfCall {
  readonly args?: OmittedBytes
  readonly result?: OmittedBytes
}

/** Values up to here are sent along. */
export const inlineBytes = 64 << 10

/** Bytes of the value as JSON text, roughly; null as soon as it is more than `most`, however large it is. */
export const boundedBytes = (value: unknown, most: number): number | null => {
  let left = most
  const walk = (one: unknown): void => {
    if (left < 0) return
    if (typeof one === "string") left -= one.length + 2
    else if (Array.isArray(one)) {
      left -= 2
      for (const item of one) {
        if (left < 0) return
        left -= 1
        walk(item)
      }
    } else if (typeof one === "object" && one !== null) {
      left -= 2
      for (const [key, item] of Object.entries(one)) {
        if (left < 0) return
        left -= key.length + 4
        walk(item)
      }
    } else left -= 5
  }
  walk(value)
  return left < 0 ? null : most - left
}

const isLarge = (value: unknown): boolean => boundedBytes(value, inlineBytes) === null

/** The item without what is too large of it. */
export const shownItem = (item: OutputItem): { readonly item: OutputItem; readonly isCut: boolean } => {
  switch (item.type) {
    case "content":
      return isLarge(item.content) ? { item: { ...item, content: null }, isCut: true } : { item, isCut: false }
    case "file":
      return item.data.length > inlineBytes ? { item: { ...item, data: "" }, isCut: true } : { item, isCut: false }
    case "notification":
      return isLarge(item.message) ? { item: { ...item, message: `${item.message.slice(0, 2000)}…` }, isCut: false } : { item, isCut: false }
  }
}

/** An event as a page is given it; `isCut`: its one large value is left out. */
export const shownEvent = (event: RunEvent): { readonly event: RunEvent; readonly isCut: boolean } => {
  switch (event._tag) {
    case "ToolCallStarted":
      return isLarge(event.args) ? { event: { ...event, args: null }, isCut: true } : { event, isCut: false }
    case "ToolCallFinished":
    case "ExecutionFinished": {
      if (!isLarge(event.result)) return { event, isCut: false }
      const { result: _, ...rest } = event
      return { event: rest, isCut: true }
    }
    case "OutputEmitted": {
      const { item, isCut } = shownItem(event.item)
      return { event: { ...event, item }, isCut }
    }
    case "ExecutionStarted":
    case "InteractionStarted":
    case "InteractionResolved":
    case "InteractionChanged":
    case "LogWritten":
    case "RunRebuilt":
    case "ControlYielded":
      return { event, isCut: false }
  }
}

/** What a value is called where it is read by itself: `result`, `call_3.args`, `call_3.result`, `output_2`. */
export type PayloadName = "result" | `call_${number}.args` | `call_${number}.result` | `output_${number}`

export const payloadHref = (runId: string, name: string): string => `/api/v1/runs/${runId}/payload?of=${encodeURIComponent(name)}`
