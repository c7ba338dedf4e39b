import { Effect } from "effect"
import type { RunId } from "../domain/ids"
import { RunStore } from "./run-store"

/** How often a store that is away is looked for. */
const lookAgainEvery = "1 second"

/**
 * What a run has to know to go on, such as what its tool is. Reads give up on a store that is away for seconds, since somebody
 * waits for their answer; a run has time, and nobody else goes on with it. A fault while the store can be read is one of ours:
 * it may have come in the moment before the store was back, so it has one more try.
 */
export const outlasting = <A, E, R>(runId: RunId, effect: Effect.Effect<A, E, R>, isLastTry = false): Effect.Effect<A, E, R | RunStore> =>
  Effect.catchDefect(effect, (defect) =>
    Effect.gen(function* () {
      const store = yield* RunStore
      const canRead = store.state(runId).pipe(
        Effect.as(true),
        Effect.catchDefect(() => Effect.succeed(false))
      )
      let wasAway = false
      while (!(yield* canRead)) {
        wasAway = true
        yield* Effect.sleep(lookAgainEvery)
      }
      if (isLastTry && !wasAway) return yield* Effect.die(defect)
      return yield* outlasting(runId, effect, !wasAway)
    })
  )
