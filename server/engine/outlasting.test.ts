import { assert, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { RunId } from "../domain/ids"
import { outlasting } from "./outlasting"
import { RunStore } from "./run-store"

const runId = RunId.make("run_00000000-0000-7000-8000-000000000000")

/** A store that cannot be read so many times, and something that dies so many times before it gives a value. */
const world = (of: { readonly away: number; readonly deaths: number }) => {
  const left = { ...of }
  const tried = { looks: 0, times: 0 }
  const store = Layer.mock(RunStore, {
    state: () =>
      Effect.suspend(() => {
        tried.looks++
        return left.away-- > 0 ? Effect.die(new Error("the store is away")) : Effect.succeed(null)
      })
  })
  const effect = Effect.suspend(() => {
    tried.times++
    return left.deaths-- > 0 ? Effect.die(new Error("a defect")) : Effect.succeed("found")
  })
  return { tried, found: outlasting(runId, effect).pipe(Effect.provide(store)) }
}

const finished = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(Effect.exit(effect))
    yield* TestClock.adjust("1 hour")
    return yield* Fiber.join(fiber)
  })

it.effect("an outage of any length is waited out, and what was asked is asked again", () =>
  Effect.gen(function* () {
    const { tried, found } = world({ away: 1_000, deaths: 1 })
    assert.deepStrictEqual(yield* finished(found), Exit.succeed("found"))
    assert.deepStrictEqual(tried, { looks: 1_001, times: 2 })
  })
)

it.effect("an outage that ends between two looks costs one more try", () =>
  Effect.gen(function* () {
    const { tried, found } = world({ away: 0, deaths: 1 })
    assert.deepStrictEqual(yield* finished(found), Exit.succeed("found"))
    assert.deepStrictEqual(tried, { looks: 1, times: 2 })
  })
)

it.effect("a fault of ours stays one, before an outage and after it", () =>
  Effect.gen(function* () {
    for (const away of [0, 3]) {
      const { tried, found } = world({ away, deaths: 100 })
      assert.isTrue(Exit.hasDies(yield* finished(found)))
      assert.strictEqual(tried.times, away === 0 ? 2 : 3)
    }
  })
)

it.effect("what fails as expected is no defect, and is told at once", () =>
  Effect.gen(function* () {
    const { tried, found } = world({ away: 0, deaths: 0 })
    const failing = outlasting(runId, Effect.andThen(found, Effect.fail("refused"))).pipe(Effect.provide(Layer.mock(RunStore, {})))
    assert.deepStrictEqual(yield* Effect.exit(failing), Exit.fail("refused"))
    assert.deepStrictEqual(tried, { looks: 0, times: 1 })
  })
)

it.effect("whoever waits for the store can be stopped", () =>
  Effect.gen(function* () {
    const { found } = world({ away: Number.POSITIVE_INFINITY, deaths: 1 })
    const fiber = yield* Effect.forkChild(found)
    yield* TestClock.adjust("1 minute")
    yield* Fiber.interrupt(fiber)
    assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(fiber)))
  })
)
