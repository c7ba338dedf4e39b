import { Deferred, Effect, FiberSet, Layer, Random } from "effect"
import type { RunId } from "../domain/ids"
import { type Lease, RunQueue, type Wake } from "../engine/run-queue"
import { ask, emptyPlaces, leave, type Move, positionOf, withdraw } from "./places"

type Drive = (wake: Wake, lease: Lease) => Effect.Effect<void>

/**
 * The queue of a single process: who continues a run is whoever this process starts.
 * I1 At most one driver of a run at a time; a wake that comes while it is driven makes it be driven once more.
 * I2 At most `maxConcurrent` runs are active; a run that only waits for people holds no place.
 */
export const localQueueLayer = (options: { readonly maxConcurrent: number }): Layer.Layer<RunQueue> => Layer.effect(RunQueue, make(options.maxConcurrent))

const make = Effect.fnUntraced(function* (maxConcurrent: number) {
  const process = (yield* Random.nextIntBetween(0, 0x7fffffff)).toString(36)
  /** What happens when the one who asked under this number gets a place. */
  const admitted = new Map<number, () => void>()
  /** Runs that are queued or driven; `again`: woken meanwhile. */
  const known = new Map<RunId, { again: boolean }>()
  /** Runs that wait for a place, by the number under which they ask. */
  const queued = new Map<RunId, number>()
  const early: Array<Wake> = []
  let places = emptyPlaces(maxConcurrent)
  let start: ((wake: Wake) => void) | undefined
  let numbers = 0

  const move = (next: Move): void => {
    places = next.places
    for (const id of next.admitted) {
      const go = admitted.get(id)
      admitted.delete(id)
      go?.()
    }
  }

  const askFor = ({ runId, teamId: team }: Wake, isReturning: boolean, go: () => void): number => {
    const id = ++numbers
    queued.set(runId, id)
    admitted.set(id, () => {
      queued.delete(runId)
      go()
    })
    move(ask(places, { id, team, isReturning }))
    return id
  }
  const giveBack = Effect.sync(() => move(leave(places)))

  /** Waits for a place again. `onAdmitted` is told in the step that gives it: a place that its run does not know of would be lost with it. */
  const takeAgain = (wake: Wake, onAdmitted: () => void) =>
    Effect.suspend(() => {
      const mine = Deferred.makeUnsafe<void>()
      const id = askFor(wake, true, () => {
        onAdmitted()
        Deferred.doneUnsafe(mine, Effect.void)
      })
      return Deferred.await(mine).pipe(
        Effect.onInterrupt(() =>
          Effect.sync(() => {
            if (!admitted.delete(id)) return
            queued.delete(wake.runId)
            places = withdraw(places, id)
          })
        )
      )
    })

  /** Drives a run that got its place, and gives the place back. */
  const driveInPlace = Effect.fnUntraced(function* (wake: Wake, run: Drive) {
    let holds = true
    const idle = (isIdle: boolean) =>
      Effect.suspend(() => {
        if (isIdle === !holds) return Effect.void
        if (isIdle) {
          holds = false
          return giveBack
        }
        return takeAgain(wake, () => {
          holds = true
        })
      })
    const lease: Lease = { owner: `${process}.${++numbers}`, valid: () => true, idle }
    yield* run(wake, lease).pipe(Effect.ensuring(Effect.suspend(() => (holds ? giveBack : Effect.void))))
  })

  const forget = (wake: Wake) =>
    Effect.suspend(() => {
      const again = known.get(wake.runId)?.again === true
      known.delete(wake.runId)
      return again ? queue.wake(wake) : Effect.void
    })

  const begin = (wake: Wake): void => {
    if (start === undefined) early.push(wake)
    else
      askFor(wake, false, () => {
        start?.(wake)
      })
  }

  const queue = RunQueue.of({
    wake: (wake) =>
      Effect.sync(() => {
        const already = known.get(wake.runId)
        if (already !== undefined) {
          already.again = true
          return
        }
        known.set(wake.runId, { again: false })
        begin(wake)
      }),
    position: (runId) =>
      Effect.sync(() => {
        const id = queued.get(runId)
        return id === undefined ? null : positionOf(places, id)
      }),
    work: (run) =>
      Effect.gen(function* () {
        // A run waits for its place as an entry in the line, and then has a fiber that knows nothing of the request that brought it:
        // ten thousand that are queued must not hold ten thousand requests and fibers in memory.
        const fork = yield* FiberSet.makeRuntime<never, void, never>()
        // Not within the step that freed the place: a row of runs that end at once would be a tower of steps.
        start = (wake) => void fork(Effect.yieldNow.pipe(Effect.andThen(driveInPlace(wake, run)), Effect.ensuring(forget(wake))))
        yield* Effect.addFinalizer(() =>
          Effect.sync(() => {
            start = undefined
          })
        )
        for (const wake of early.splice(0)) begin(wake)
      })
  })
  return queue
})
