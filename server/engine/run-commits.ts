import { Context, Effect, Layer, Semaphore } from "effect"
import type { RunId } from "../domain/ids"
import type { RunEvent } from "../domain/run-event"
import { Sequencer } from "../observer/sequencer"
import { RunSignals } from "./run-signals"

/**
 * One way from a committed change of a run to those who hear of it.
 * The run's lock is held from commit to publication: its owner's step and an operator's answer may be committed in one
 * flush, and their events must be heard in the order of their numbers.
 */
export class RunCommits extends Context.Service<
  RunCommits,
  {
    /** Runs the commit, publishes the events it recorded, and wakes the run's waiters. Uninterruptible from the commit on. */
    around<A, E, R>(runId: RunId, commit: Effect.Effect<A, E, R>, events: (committed: A) => ReadonlyArray<RunEvent>): Effect.Effect<A, E, R>
  }
>()("signalbox/engine/RunCommits") {
  static readonly layer = Layer.effect(
    RunCommits,
    Effect.gen(function* () {
      const sequencer = yield* Sequencer
      const signals = yield* RunSignals
      const locks = new Map<RunId, { readonly semaphore: Semaphore.Semaphore; users: number }>()

      const enter = (runId: RunId) =>
        Effect.sync(() => {
          const lock = locks.get(runId) ?? { semaphore: Semaphore.makeUnsafe(1), users: 0 }
          locks.set(runId, lock)
          lock.users++
          return lock
        })
      const leave = (runId: RunId) =>
        Effect.sync(() => {
          const lock = locks.get(runId)
          if (lock !== undefined && --lock.users === 0) locks.delete(runId)
        })

      const around = <A, E, R>(runId: RunId, commit: Effect.Effect<A, E, R>, events: (committed: A) => ReadonlyArray<RunEvent>) =>
        Effect.acquireUseRelease(
          enter(runId),
          ({ semaphore }) =>
            Semaphore.withPermit(
              semaphore,
              Effect.uninterruptible(commit.pipe(Effect.tap((committed) => Effect.andThen(sequencer.publish(events(committed)), signals.changed(runId)))))
            ),
          () => leave(runId)
        )

      return RunCommits.of({ around })
    })
  )
}
