import { Context, Deferred, Effect, Layer } from "effect"
import type { RunId } from "../domain/ids"

/**
 * Wakes those who wait for a run's next change. The rows are the truth: a waiter listens first and looks afterwards,
 * so that a change between the two is not missed.
 */
export class RunSignals extends Context.Service<
  RunSignals,
  {
    /** Something of this run was committed. */
    changed(runId: RunId): Effect.Effect<void>
    /** Looks now and after each change of the run, until `look` finds something (not undefined). */
    until<A, E, R>(runId: RunId, look: Effect.Effect<A | undefined, E, R>): Effect.Effect<A, E, R>
  }
>()("signalbox/engine/RunSignals") {
  static readonly layer = Layer.sync(RunSignals, () => RunSignals.of(make()))
}

interface Waiters {
  count: number
  next: Deferred.Deferred<void>
}

const make = () => {
  const waiters = new Map<RunId, Waiters>()

  const changed = (runId: RunId) =>
    Effect.suspend(() => {
      const mine = waiters.get(runId)
      if (mine === undefined) return Effect.void
      const passed = mine.next
      mine.next = Deferred.makeUnsafe<void>()
      return Effect.asVoid(Deferred.succeed(passed, undefined))
    })

  const enter = (runId: RunId) =>
    Effect.sync(() => {
      const mine = waiters.get(runId) ?? { count: 0, next: Deferred.makeUnsafe<void>() }
      waiters.set(runId, mine)
      mine.count++
      return mine
    })

  const leave = (runId: RunId, mine: Waiters) =>
    Effect.sync(() => {
      if (--mine.count === 0) waiters.delete(runId)
    })

  const until = <A, E, R>(runId: RunId, look: Effect.Effect<A | undefined, E, R>): Effect.Effect<A, E, R> =>
    Effect.acquireUseRelease(
      enter(runId),
      (mine) =>
        Effect.gen(function* () {
          while (true) {
            const { next } = mine
            const found = yield* look
            if (found !== undefined) return found
            yield* Deferred.await(next)
          }
        }),
      (mine) => leave(runId, mine)
    )

  return { changed, until }
}
