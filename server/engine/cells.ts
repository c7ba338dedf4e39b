import { Effect } from "effect"
import type { RunId } from "../domain/ids"
import type { Actor } from "../domain/principal"
import { isTerminal, type OutputItem, type RunError, type RunStatus } from "../domain/run"
import type { RunEvent } from "../domain/run-event"
import type { JsonValue } from "./json-text"
import type { Message } from "./residence"
import type { Wake } from "./run-queue"
import { RunSignals } from "./run-signals"
import { type RunIsOver, type RunNotFound, RunStore } from "./run-store"
import type { Submission, SubmitFailure } from "./submission"

export type CellStatus = "running" | "completed" | "failed" | "terminated"

/** Ids rise from 1 without gaps. */
export type CellEvent =
  | { readonly id: number; readonly type: "output"; readonly item: OutputItem }
  | { readonly id: number; readonly type: "yielded" }
  | { readonly id: number; readonly type: Exclude<CellStatus, "running"> }

/** What an observer of a cell has seen: everything up to `cursor`. */
export interface CellObservation {
  readonly status: CellStatus
  readonly cellId: RunId
  /** The id of the last event so far; the next observation begins after it. */
  readonly cursor: number
  readonly events: ReadonlyArray<CellEvent>
  /** When it completed; null without a return. */
  readonly result?: JsonValue | null
  /** When it failed or was terminated. */
  readonly error?: RunError
}

/** A cell that somebody cancelled was terminated; one that was torn down from outside failed. */
export const cellStatusOf = (status: RunStatus): CellStatus => {
  switch (status) {
    case "queued":
    case "running":
    case "waiting_for_interaction":
      return "running"
    case "completed":
      return "completed"
    case "failed":
    case "interrupted":
      return "failed"
    case "cancelled":
      return "terminated"
  }
}

/** Recorded events of a cell, `first` being the id of the first one. */
export const cellEventsOf = (recorded: ReadonlyArray<RunEvent>, first: number): ReadonlyArray<CellEvent> =>
  recorded.flatMap((event, index): ReadonlyArray<CellEvent> => {
    const id = first + index
    if (event._tag === "OutputEmitted") return [{ id, type: "output", item: event.item }]
    if (event._tag === "ControlYielded") return [{ id, type: "yielded" }]
    if (event._tag !== "ExecutionFinished") return []
    const ended = cellStatusOf(event.status)
    return ended === "running" ? [] : [{ id, type: ended }]
  })

/** Of one observation; the next one goes on. */
const mostEvents = 1_000

interface Engine {
  readonly start: (submission: Submission) => Effect.Effect<{ readonly runId: RunId }, SubmitFailure>
  readonly cancel: (runId: RunId, by: Actor, reason: string) => Effect.Effect<void, RunNotFound | RunIsOver>
  readonly tell: (wake: Wake, message: Message) => Effect.Effect<void>
}

/**
 * Runs for clients that think in cells. A cell is an ordinary run whose `yieldControl()` waits until an observation that
 * includes the yield has been given out. What an observer sees is derived from the run's recorded events, so that ids and
 * cursors mean the same after a restart.
 */
export const makeCells = Effect.fnUntraced(function* ({ start, cancel, tell }: Engine) {
  const store = yield* RunStore
  const signals = yield* RunSignals

  const observe = Effect.fnUntraced(function* (cellId: RunId, after: number) {
    // Read first: what is over by then has all its events in the rows.
    const state = yield* store.state(cellId)
    if (state === null) return null
    const { events: recorded, from, yields } = yield* store.cellEvents(cellId, after, mostEvents)
    const isWhole = recorded.length < mostEvents && isTerminal(state.status) && (recorded.length === 0 || recorded.at(-1)?._tag === "ExecutionFinished")
    const ended = isWhole ? yield* store.ending(cellId) : null
    const observation: CellObservation = {
      status: ended === null ? "running" : cellStatusOf(ended.status),
      cellId,
      cursor: from + recorded.length,
      events: cellEventsOf(recorded, from + 1),
      ...(ended?.status === "completed" ? { result: ended.result } : {}),
      ...(ended === null || ended.error === null ? {} : { error: ended.error })
    }
    return { observation, yields, wake: { runId: cellId, teamId: state.teamId } }
  })

  /** Who comes with a cursor has read what is before it; said each time, since a run that is being rebuilt may not have heard it. */
  const hasRead = ({ wake, yields }: { readonly wake: Wake; readonly yields: number }) =>
    yields === 0 ? Effect.void : tell(wake, { _tag: "Input", input: { _tag: "YieldsRead", count: yields } })

  const until = Effect.fnUntraced(function* (
    cellId: RunId,
    after: number,
    wait: { readonly timeoutMs: number; readonly isEnough: (seen: CellObservation) => boolean }
  ) {
    const look = observe(cellId, after)
    const first = yield* look
    if (first === null) return null
    if (first.observation.status === "running" && after > 0) {
      const { yields } = yield* store.cellEvents(cellId, after, 0)
      yield* hasRead({ wake: first.wake, yields })
    }
    const enough = look.pipe(
      Effect.map((seen) => (seen === null || seen.observation.status !== "running" || wait.isEnough(seen.observation) ? { seen } : undefined))
    )
    const { seen } = yield* signals
      .until<{ readonly seen: Effect.Success<typeof look> }, never, never>(cellId, enough)
      .pipe(Effect.timeoutOrElse({ duration: wait.timeoutMs, orElse: () => Effect.map(look, (now) => ({ seen: now })) }))
    if (seen === null) return null
    if (seen.observation.status === "running") yield* hasRead(seen)
    return seen.observation
  })

  const startCell = Effect.fn("ExecutionEngine.startCell")(function* (
    submission: Submission,
    { yieldAfterMs = 1_000 }: { readonly yieldAfterMs?: number } = {}
  ) {
    const { runId } = yield* start({ ...submission, isCell: true })
    const seen = yield* until(runId, 0, { timeoutMs: yieldAfterMs, isEnough: ({ events }) => events.some(({ type }) => type === "yielded") })
    return seen ?? (yield* Effect.die(new Error(`the cell ${runId} was started and is not there`)))
  })

  const waitCell = Effect.fn("ExecutionEngine.waitCell")(function* (
    cellId: RunId,
    { after = 0, timeoutMs = 30_000 }: { readonly after?: number; readonly timeoutMs?: number } = {}
  ) {
    return yield* until(cellId, after, { timeoutMs, isEnough: ({ events }) => events.length > 0 })
  })

  const terminateCell = Effect.fn("ExecutionEngine.terminateCell")(function* (cellId: RunId, by: Actor) {
    const isThere = yield* cancel(cellId, by, "the cell was terminated").pipe(
      Effect.as(true),
      Effect.catchTag("RunIsOver", () => Effect.succeed(true)),
      Effect.catchTag("RunNotFound", () => Effect.succeed(false))
    )
    if (!isThere) return null
    // Its last event alone, which is its end.
    const { from } = yield* store.cellEvents(cellId, Number.MAX_SAFE_INTEGER, 0)
    return (yield* observe(cellId, Math.max(0, from - 1)))?.observation ?? null
  })

  return { startCell, waitCell, terminateCell }
})
