import { Cause, Clock, Effect, Layer, Schedule } from "effect"
import { ExecutionEngine } from "../engine/execution-engine"
import { RunStore } from "../engine/run-store"

/** How late an expiry may show. Nothing depends on it: whether an answer came in time is decided in its own transaction. */
const sweepEvery = "1 second"
const batch = 100

/** Closes what is past its deadline and returns how many it closed. */
export const sweepExpired = Effect.fn("sweepExpired")(function* () {
  const engine = yield* ExecutionEngine
  const store = yield* RunStore
  const sweep: Effect.Effect<number> = Effect.gen(function* () {
    const late = yield* store.pastDeadline(yield* Clock.currentTimeMillis, batch)
    const closed = yield* Effect.forEach(late, ({ interaction }) => engine.expire(interaction.id))
    const count = closed.filter((isMine) => isMine).length
    // A full batch may not be all; one that changed nothing would only be read again.
    return late.length === batch && count > 0 ? count + (yield* sweep) : count
  })
  return yield* sweep
})

/** Tells of questions whose time runs out, and returns how many it told of. What is left over is told at the next sweep. */
export const warnExpiring = Effect.fn("warnExpiring")(function* () {
  const engine = yield* ExecutionEngine
  const store = yield* RunStore
  const due = yield* store.dueWarnings(yield* Clock.currentTimeMillis, batch)
  const told = yield* Effect.forEach(due, ({ stored, warnings }) => engine.warn(stored, warnings))
  return told.filter((isMine) => isMine).length
})

/** Sweeps as long as its scope is open; a sweep that fails is logged and the next one tries again. */
export const expirySweeperLayer: Layer.Layer<never, never, ExecutionEngine | RunStore> = Layer.effectDiscard(
  sweepExpired().pipe(
    Effect.andThen(warnExpiring()),
    Effect.catchCauseIf(
      (cause) => !Cause.hasInterruptsOnly(cause),
      (cause) => Effect.logError("expired interactions could not be closed", cause)
    ),
    Effect.repeat(Schedule.spaced(sweepEvery)),
    Effect.forkScoped
  )
)
