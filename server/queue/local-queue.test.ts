import { expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { aTeam, runIdOf } from "../../test/fixtures/run-rows"
import { type Lease, RunQueue } from "../engine/run-queue"
import { localQueueLayer } from "./local-queue"

const wakeOf = (n: number) => ({ runId: runIdOf(n), teamId: aTeam })

/** One place; each run says that it has begun, gives out its lease and waits for its end. */
const setUp = Effect.gen(function* () {
  const queue = yield* RunQueue
  const runs = yield* Effect.forEach([0, 1, 2], () => Effect.all({ begun: Deferred.make<Lease>(), ends: Deferred.make<void>() }))
  const of = (n: number) => runs[n] ?? expect.fail(`no run ${n}`)
  yield* queue.work(({ runId }, lease) => {
    const run = of([0, 1, 2].findIndex((n) => runIdOf(n) === runId))
    return Effect.andThen(Deferred.succeed(run.begun, lease), Deferred.await(run.ends))
  })
  const begin = (n: number) => queue.wake(wakeOf(n))
  const begun = (n: number) => Deferred.await(of(n).begun)
  const end = (n: number) => Deferred.succeed(of(n).ends, undefined)
  return { queue, begin, begun, end }
})

it.effect("a run that gives up waiting for its place leaves the place to the next", () =>
  Effect.gen(function* () {
    const { queue, begin, begun, end } = yield* setUp
    yield* begin(0)
    const lease = yield* begun(0)
    yield* lease.idle(true)
    yield* begin(1)
    yield* begun(1)
    const returning = yield* Effect.forkChild(lease.idle(false), { startImmediately: true })
    expect(yield* queue.position(runIdOf(0))).toBe(1)
    yield* Fiber.interrupt(returning)
    expect(yield* queue.position(runIdOf(0))).toBeNull()
    yield* begin(2)
    yield* end(1)
    yield* begun(2)
    yield* end(0)
    yield* end(2)
  }).pipe(Effect.scoped, Effect.provide(localQueueLayer({ maxConcurrent: 1 })))
)

it.effect("a run that is interrupted in the moment in which it gets its place gives it back when it ends", () =>
  Effect.gen(function* () {
    const { begin, begun, end } = yield* setUp
    yield* begin(0)
    const lease = yield* begun(0)
    yield* lease.idle(true)
    yield* begin(1)
    const second = yield* begun(1)
    const returning = yield* Effect.forkChild(lease.idle(false), { startImmediately: true })
    // One step: the place goes over, and whom it goes to is interrupted before it has moved.
    yield* Effect.andThen(second.idle(true), Fiber.interrupt(returning))
    yield* begin(2)
    yield* end(0)
    yield* begun(2)
    yield* end(1)
    yield* end(2)
  }).pipe(Effect.scoped, Effect.provide(localQueueLayer({ maxConcurrent: 1 })))
)
