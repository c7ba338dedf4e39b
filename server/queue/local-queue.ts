import { Deferred, Effect, Layer, Random, type Scope } from "effect"
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
  const admitted = new Map<number, Deferred.Deferred<void>>()
  /** Runs that are queued or driven; `again`: woken meanwhile. */
  const known = new Map<RunId, { again: boolean }>()
  /** Runs that wait for a place, by the number under which they ask. */
  const queued = new Map<RunId, number>()
  const early: Array<Wake> = []
  let places = emptyPlaces(maxConcurrent)
  let worker: { readonly drive: Drive; readonly scope: Scope.Scope } | undefined
  let numbers = 0

  const move = (next: Move): void => {
    places = next.places
    for (const id of next.admitted) {
      const waiting = admitted.get(id)
      admitted.delete(id)
      if (waiting !== undefined) Deferred.doneUnsafe(waiting, Effect.void)
    }
  }

  const take = ({ runId, teamId: team }: Wake, isReturning: boolean) =>
    Effect.suspend(() => {
      const id = ++numbers
      const mine = Deferred.makeUnsafe<void>()
      queued.set(runId, id)
      admitted.set(id, mine)
      move(ask(places, { id, team, isReturning }))
      return Deferred.await(mine).pipe(
        Effect.onInterrupt(() =>
          Effect.sync(() => {
            // Admitted in the moment of the interrupt: the place must not be lost.
            if (admitted.delete(id)) places = withdraw(places, id)
            else move(leave(places))
          })
        ),
        Effect.ensuring(Effect.sync(() => queued.delete(runId)))
      )
    })
  const giveBack = Effect.sync(() => move(leave(places)))

  const drive = Effect.fnUntraced(function* (wake: Wake, { drive: run }: { readonly drive: Drive }) {
    yield* take(wake, false)
    let holds = true
    const idle = (isIdle: boolean) =>
      Effect.suspend(() => {
        if (isIdle === !holds) return Effect.void
        if (isIdle) {
          holds = false
          return giveBack
        }
        return take(wake, true).pipe(
          Effect.andThen(
            Effect.sync(() => {
              holds = true
            })
          )
        )
      })
    const lease: Lease = { owner: `${process}.${++numbers}`, valid: () => true, idle }
    yield* run(wake, lease).pipe(Effect.ensuring(Effect.suspend(() => (holds ? giveBack : Effect.void))))
  })

  const begin = (wake: Wake): Effect.Effect<void> =>
    Effect.suspend(() => {
      const to = worker
      if (to === undefined) {
        early.push(wake)
        return Effect.void
      }
      const once: Effect.Effect<void> = drive(wake, to).pipe(
        Effect.ensuring(
          Effect.suspend(() => {
            const again = known.get(wake.runId)?.again === true
            known.delete(wake.runId)
            return again ? queue.wake(wake) : Effect.void
          })
        )
      )
      // At once: a run has its place in the line by the time its submission is answered.
      return Effect.asVoid(Effect.forkIn(once, to.scope, { startImmediately: true }))
    })

  const queue = RunQueue.of({
    wake: (wake) =>
      Effect.suspend(() => {
        const already = known.get(wake.runId)
        if (already !== undefined) {
          already.again = true
          return Effect.void
        }
        known.set(wake.runId, { again: false })
        return begin(wake)
      }),
    position: (runId) =>
      Effect.sync(() => {
        const id = queued.get(runId)
        return id === undefined ? null : positionOf(places, id)
      }),
    work: (run) =>
      Effect.gen(function* () {
        worker = { drive: run, scope: yield* Effect.scope }
        yield* Effect.addFinalizer(() =>
          Effect.sync(() => {
            worker = undefined
          })
        )
        yield* Effect.forEach(early.splice(0), begin, { discard: true })
      })
  })
  return queue
})
