import { Clock, Effect } from "effect"
import type { InteractionId, RunId } from "../domain/ids"
import { isTerminal } from "../domain/run"
import { ExecutionEngine, type RunOutcome } from "../engine/execution-engine"
import { RunSignals } from "../engine/run-signals"
import { type RunNotFound, RunStore } from "../engine/run-store"
import { Shutdown, whenAborted } from "../live/shutdown-signal"
import { answersWithinMs } from "./answer"
import { tellProgress } from "./progress"
import type { McpCall } from "./tool"

/** What is kept of the time to answer for reading and sending the answer. */
const reserveMs = 1_500

/** How long a call that began at `since` may still wait, of what it was told to. */
export const timeLeft = Effect.fnUntraced(function* (since: number, waitMs: number) {
  const spent = (yield* Clock.currentTimeMillis) - since
  return Math.max(0, Math.min(waitMs, answersWithinMs - reserveMs - spent))
})

/** Waits for the run's next pause or its end; gives null when nothing came in time. */
export const untilPauseOrEnd = (call: McpCall, runId: RunId, timeoutMs: number) => watch(call, runId, timeoutMs, [])

/**
 * Waits until these questions are answered and the run has come to its next pause or its end. Other questions of the run
 * that are open meanwhile are no news.
 */
export const untilAnswered = (call: McpCall, runId: RunId, timeoutMs: number, known: ReadonlyArray<InteractionId>) => watch(call, runId, timeoutMs, known)

const watch = Effect.fn("mcp.watch")(function* (call: McpCall, runId: RunId, timeoutMs: number, known: ReadonlyArray<InteractionId>) {
  const signals = yield* RunSignals
  const { signal } = yield* Shutdown
  const found = signals.until(runId, look(runId, known))
  // The run is not touched by any of these: it goes on, and the next call finds it.
  const noMore = Effect.raceFirst(whenAborted(signal), whenAborted(call.signal)).pipe(Effect.as(null))
  const waited = Effect.raceFirst(found, noMore).pipe(Effect.timeoutOrElse({ duration: timeoutMs, orElse: () => Effect.succeed(null) }))
  return yield* Effect.raceFirst(waited, Effect.andThen(tellProgress(call, runId, 0), Effect.never))
})

/** Where the run has come to, if that is further than the known questions. */
const look = Effect.fnUntraced(function* (
  runId: RunId,
  known: ReadonlyArray<InteractionId>
): Effect.fn.Return<RunOutcome | undefined, RunNotFound, ExecutionEngine | RunStore> {
  const store = yield* RunStore
  const engine = yield* ExecutionEngine
  if (known.length > 0) {
    const state = yield* store.state(runId)
    if (state !== null && !isTerminal(state.status)) {
      const open = yield* store.pending({ runId })
      if (open.some(({ interaction }) => known.includes(interaction.id))) return undefined
    }
  }
  const outcome = yield* engine.until(runId, { timeoutMs: 0 })
  return outcome._tag === "Running" ? undefined : outcome
})
