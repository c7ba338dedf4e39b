import { expect, it } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { aQuestion } from "../../test/fixtures/run-views"
import { type InteractionId, interactionIdAt, TeamId } from "../domain/ids"
import { ExecutionEngine } from "../engine/execution-engine"
import { RunStore, type StoredInteraction } from "../engine/run-store"
import { expirySweeperLayer, sweepExpired } from "./expiry"

const question = (number: number): StoredInteraction => ({
  interaction: { ...aQuestion({}), id: interactionIdAt(number, [number & 255, number >> 8]) },
  teamId: TeamId.make("team"),
  callId: 1,
  exactArgs: null,
  exactContent: null,
  bindingHash: null,
  boundTo: null,
  terms: null,
  runTrigger: "api",
  appliedAt: null
})

/** Questions that became late at a time, and what was done about them. */
const worldOf = (late: ReadonlyArray<{ readonly at: number; readonly stored: StoredInteraction }>, expire?: (id: InteractionId) => Effect.Effect<boolean>) => {
  const closed = new Set<InteractionId>()
  const reads: Array<number> = []
  const store = Layer.mock(RunStore, {
    pastDeadline: (at, limit) =>
      Effect.sync(() => {
        reads.push(at)
        return late
          .filter((one) => one.at <= at && !closed.has(one.stored.interaction.id))
          .slice(0, limit)
          .map(({ stored }) => stored)
      })
  })
  const engine = Layer.mock(ExecutionEngine, {
    stopTaking: Effect.void,
    expire:
      expire ??
      ((id) =>
        Effect.sync(() => {
          closed.add(id)
          return true
        }))
  })
  return { closed, reads, layer: Layer.merge(store, engine) }
}

it.effect("one sweep closes more than one batch, and counts what it closed", () =>
  Effect.gen(function* () {
    const { layer, closed } = worldOf(Array.from({ length: 250 }, (_, number) => ({ at: 0, stored: question(number) })))
    expect(yield* sweepExpired().pipe(Effect.provide(layer))).toBe(250)
    expect(closed.size).toBe(250)
  })
)

it.effect("a full batch that somebody else has closed is not read for ever", () =>
  Effect.gen(function* () {
    const { layer, reads } = worldOf(
      Array.from({ length: 100 }, (_, number) => ({ at: 0, stored: question(number) })),
      () => Effect.succeed(false)
    )
    expect(yield* sweepExpired().pipe(Effect.provide(layer))).toBe(0)
    expect(reads).toHaveLength(1)
  })
)

it.effect("the sweeper closes a question within a second of its deadline, and none before", () =>
  Effect.gen(function* () {
    const { layer, closed } = worldOf([{ at: 5000, stored: question(1) }])
    yield* Effect.gen(function* () {
      yield* TestClock.adjust(4999)
      expect(closed.size).toBe(0)
      yield* TestClock.adjust(1000)
      expect(closed.size).toBe(1)
    }).pipe(Effect.provide(expirySweeperLayer.pipe(Layer.provide(layer))))
  })
)

it.effect("a sweep that breaks does not end the sweeper", () =>
  Effect.gen(function* () {
    const closed: Array<InteractionId> = []
    let tries = 0
    const { layer } = worldOf([{ at: 0, stored: question(1) }], (id) =>
      Effect.suspend(() => {
        if (++tries < 3) return Effect.die("the store is gone")
        closed.push(id)
        return Effect.succeed(true)
      })
    )
    yield* TestClock.adjust(5000).pipe(Effect.provide(expirySweeperLayer.pipe(Layer.provide(layer))))
    expect(closed.length).toBeGreaterThan(0)
  })
)

it.effect("the sweeper stops with its scope", () =>
  Effect.gen(function* () {
    const { layer, reads } = worldOf([])
    yield* TestClock.adjust(3000).pipe(Effect.provide(expirySweeperLayer.pipe(Layer.provide(layer))))
    const before = reads.length
    yield* TestClock.adjust(10_000)
    expect(before).toBeGreaterThan(1)
    expect(reads.length).toBe(before)
    expect(yield* Clock.currentTimeMillis).toBe(13_000)
  })
)
