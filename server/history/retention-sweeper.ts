import { Cause, Clock, Effect, Layer, Schedule } from "effect"
import { outdated } from "../domain/retention"
import { RetentionTable } from "../store/retention-table"

/** A day more or less does not matter; an hour keeps what is to go from piling up. */
const sweepEvery = "1 hour"
/** A server that has just started has others to look after first. */
const firstSweepAfter = "10 minutes"
/** Small, because the store writes nothing else while a batch goes; runs may be large. */
const batch = 50
/** Between batches, so that those who wait to write come first. */
const pause = "200 millis"

/** Deletes what no team keeps any longer, oldest first; says how many runs went. */
export const sweepOutdated = Effect.fn("sweepOutdated")(function* (most: number = batch) {
  const table = yield* RetentionTable
  const now = yield* Clock.currentTimeMillis
  let count = 0
  for (const teamId of yield* table.teams) {
    for (const which of outdated(yield* table.get(teamId), now)) {
      for (let gone = most; gone === most; ) {
        gone = yield* table.forget(teamId, { ...which, most })
        count += gone
        if (gone === most) yield* Effect.sleep(pause)
      }
    }
  }
  if (count > 0) yield* Effect.logInfo(`${count} runs are kept no longer and were deleted`)
  return count
})

/** Sweeps as long as its scope is open; a sweep that fails is logged, and the next one tries again. */
export const retentionSweeperLayer: Layer.Layer<never, never, RetentionTable> = Layer.effectDiscard(
  sweepOutdated().pipe(
    Effect.catchCauseIf(
      (cause) => !Cause.hasInterruptsOnly(cause),
      (cause) => Effect.as(Effect.logError("runs that are kept no longer could not be deleted", cause), 0)
    ),
    Effect.repeat(Schedule.spaced(sweepEvery)),
    Effect.delay(firstSweepAfter),
    Effect.forkScoped
  )
)
