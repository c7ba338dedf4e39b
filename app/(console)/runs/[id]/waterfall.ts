import type { Interaction } from "@/server/domain/interaction"
import type { ToolCall } from "@/server/domain/tool-call"

/** A stretch of one row: a tool at work, or a person who was waited for. */
export interface WaterfallSegment {
  readonly kind: "tool" | "human"
  readonly look: "completed" | "running" | "failed" | "cancelled" | "answered" | "waiting"
  readonly from: number
  readonly to: number
}

export interface WaterfallRow {
  readonly key: string
  /** Null: a question that the program itself asked. */
  readonly callId: string | null
  readonly interactionId: string | null
  readonly path: string
  readonly line: number | null
  readonly startedAt: number
  readonly endedAt: number | null
  readonly waiting: boolean
  readonly segments: ReadonlyArray<WaterfallSegment>
}

/** What the program calls when it asks a person itself. */
export const questionPath = (question: Interaction): string => {
  switch (question.kind) {
    case "approval":
      return question.toolPath ?? "human.approve"
    case "form":
      return question.toolPath ?? "human.ask"
    case "url":
      return question.toolPath ?? "human.open"
  }
}

const lookOf = (call: ToolCall): WaterfallSegment["look"] => {
  switch (call.status) {
    case "waiting":
    case "running":
      return "running"
    case "completed":
      return "completed"
    case "failed":
    case "uncertain":
      return "failed"
    case "cancelled":
      return "cancelled"
  }
}

const humanSegment = (question: Interaction, now: number): WaterfallSegment => ({
  kind: "human",
  look: question.status === "pending" ? "waiting" : "answered",
  from: question.createdAt,
  to: Math.max(question.createdAt, question.resolvedAt ?? now)
})

/** Times closer than this are one moment: a question opens in the step that records its call. */
const sameMomentMs = 5

const rowOfCall = (call: ToolCall, asked: ReadonlyArray<Interaction>, now: number): WaterfallRow => {
  const end = Math.max(call.startedAt, call.finishedAt ?? now)
  const look = lookOf(call)
  const segments: Array<WaterfallSegment> = []
  let at = call.startedAt
  for (const question of asked) {
    const human = humanSegment(question, now)
    if (human.from - at > sameMomentMs) segments.push({ kind: "tool", look: look === "failed" ? "completed" : look, from: at, to: human.from })
    segments.push(human)
    at = human.to
  }
  const pending = asked.some((question) => question.status === "pending")
  // A declined call ends with its answer; what is left is shown as a sliver, so that the row says that it failed.
  if (!pending && (end - at > sameMomentMs || look !== "completed" || asked.length === 0))
    segments.push({ kind: "tool", look, from: Math.min(at, end), to: end })
  return {
    key: call.id,
    callId: call.id,
    interactionId: asked.at(-1)?.id ?? call.interactionId,
    path: call.path,
    line: call.line,
    startedAt: call.startedAt,
    endedAt: call.finishedAt,
    waiting: pending,
    segments
  }
}

const rowOfQuestion = (question: Interaction, now: number): WaterfallRow => ({
  key: question.id,
  callId: null,
  interactionId: question.id,
  path: questionPath(question),
  line: question.line,
  startedAt: question.createdAt,
  endedAt: question.resolvedAt,
  waiting: question.status === "pending",
  segments: [humanSegment(question, now)]
})

/** One row a call, and one a question of the program's own, in the order in which they began. */
export const waterfallRows = (calls: ReadonlyArray<ToolCall>, questions: ReadonlyArray<Interaction>, now: number): ReadonlyArray<WaterfallRow> => {
  const ofCall = new Map<string, Array<Interaction>>()
  for (const question of questions) {
    if (question.toolCallId === null) continue
    const list = ofCall.get(question.toolCallId)
    if (list === undefined) ofCall.set(question.toolCallId, [question])
    else list.push(question)
  }
  for (const list of ofCall.values()) list.sort((a, b) => a.createdAt - b.createdAt)
  return [
    ...calls.map((call) => rowOfCall(call, ofCall.get(call.id) ?? [], now)),
    ...questions.filter((question) => question.toolCallId === null).map((question) => rowOfQuestion(question, now))
  ].sort((a, b) => a.startedAt - b.startedAt)
}

export interface ScalePart {
  readonly kind: "tool" | "human" | "idle"
  readonly from: number
  readonly to: number
  /** Percent of the width. */
  readonly left: number
  readonly width: number
  /** Drawn shorter than it lasted. */
  readonly collapsed: boolean
}

export interface TimeScale {
  readonly parts: ReadonlyArray<ScalePart>
  /** Where a moment lies, in percent of the width. */
  readonly at: (time: number) => number
}

interface Stretch {
  readonly kind: ScalePart["kind"]
  readonly from: number
  readonly to: number
}

/** Cuts the run's time at every boundary and says what went on: a tool at work, only people, or nothing. */
const stretches = (rows: ReadonlyArray<WaterfallRow>, from: number, to: number): ReadonlyArray<Stretch> => {
  const changes: Array<{ readonly at: number; readonly tool: number; readonly human: number }> = []
  for (const row of rows) {
    for (const segment of row.segments) {
      const step = segment.kind === "tool" ? { tool: 1, human: 0 } : { tool: 0, human: 1 }
      changes.push({ at: segment.from, ...step }, { at: segment.to, tool: -step.tool, human: -step.human })
    }
  }
  changes.push({ at: to, tool: 0, human: 0 })
  changes.sort((a, b) => a.at - b.at)
  const found: Array<Stretch> = []
  let open = { tool: 0, human: 0 }
  let start = from
  for (const change of changes) {
    const end = Math.min(Math.max(change.at, from), to)
    if (end > start) {
      const kind = open.tool > 0 ? "tool" : open.human > 0 ? "human" : "idle"
      const last = found.at(-1)
      if (last?.kind === kind) found[found.length - 1] = { ...last, to: end }
      else found.push({ kind, from: start, to: end })
      start = end
    }
    open = { tool: open.tool + change.tool, human: open.human + change.human }
  }
  return found
}

/** Grows with the logarithm beyond `knee`: a wait of hours must leave room for the calls beside it. */
const compressed = (ms: number, knee: number): number => (ms <= knee ? ms : knee * (1 + Math.log(ms / knee)))

/**
 * The time axis: tools at work are in proportion to each other; waits for people grow with the logarithm of their
 * length; stretches in which nothing was called are cut short.
 */
export const timeScale = (rows: ReadonlyArray<WaterfallRow>, from: number, to: number): TimeScale => {
  const cut = stretches(rows, from, to)
  const working = cut.reduce((sum, part) => sum + (part.kind === "tool" ? part.to - part.from : 0), 0)
  const measure = working > 0 ? working : Math.max(to - from, 1)
  const weight = (part: Stretch): number => {
    const ms = part.to - part.from
    switch (part.kind) {
      case "tool":
        return ms
      case "human":
        return compressed(ms, measure / 4)
      case "idle":
        return Math.min(ms, measure / 6)
    }
  }
  const total = cut.reduce((sum, part) => sum + weight(part), 0)
  let left = 0
  const parts = cut.map((part): ScalePart => {
    const width = total > 0 ? (weight(part) / total) * 100 : 0
    const placed = { ...part, left, width, collapsed: weight(part) < (part.to - part.from) * 0.999 }
    left += width
    return placed
  })
  const at = (time: number): number => {
    if (time <= from) return 0
    for (const part of parts) {
      if (time <= part.to) return part.left + (part.width * Math.max(0, time - part.from)) / Math.max(part.to - part.from, 1e-9)
    }
    return 100
  }
  return { parts, at }
}

export interface AxisTick {
  readonly left: number
  /** What is written: the run's own time so far, or how long a shortened stretch really was. */
  readonly ms: number
  readonly of: "clock" | "human" | "idle"
}

/** Labels closer together than this (in percent) would run into each other. */
const leastDistance = 13

/** The axis below the bars. The clock counts only what was not waiting for people. */
export const axisTicks = (scale: TimeScale): ReadonlyArray<AxisTick> => {
  const ticks: Array<AxisTick> = [{ left: 0, ms: 0, of: "clock" }]
  const place = (tick: AxisTick): void => {
    if (ticks.every((other) => Math.abs(other.left - tick.left) >= leastDistance)) ticks.push(tick)
  }
  for (const part of scale.parts) {
    if (part.kind === "human" && part.collapsed) place({ left: part.left + part.width / 2, ms: part.to - part.from, of: "human" })
  }
  let clock = 0
  for (const part of scale.parts) {
    if (part.kind !== "human") clock += part.to - part.from
    if (part.kind !== "human") place({ left: part.left + part.width, ms: clock, of: "clock" })
  }
  return ticks.sort((a, b) => a.left - b.left)
}

/** The curve that joins a line of code with a bar, across a column 44 wide. */
export const wirePath = (lineY: number, barY: number): string => `M0 ${lineY}h8C26 ${lineY} 18 ${barY} 36 ${barY}h8`
