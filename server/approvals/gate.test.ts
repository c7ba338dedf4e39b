import { expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { TeamId } from "../domain/ids"
import { CallGate, type GatedCall } from "../engine/call-gate"
import { callGateLayerOf } from "./gate"

const gated = (effect: GatedCall["call"]["effect"]): GatedCall => ({
  teamId: TeamId.make("team"),
  actor: { kind: "user", id: "a", label: "Ann" },
  trigger: "console",
  args: {},
  call: { path: "a.b", source: "a", connection: null, description: "Does it.", effect, repeatable: false, schemaHash: "h" }
})
const check = (effect: GatedCall["call"]["effect"]) => CallGate.use((gate) => gate.check(gated(effect)))

it.effect("without stored rules reads go out and all else needs a person", () =>
  Effect.gen(function* () {
    expect((yield* check("read"))._tag).toBe("Allow")
    expect((yield* check("write"))._tag).toBe("Ask")
    expect((yield* check("destructive"))._tag).toBe("Ask")
  }).pipe(Effect.provide(callGateLayerOf(() => Effect.succeed([]))))
)

it.effect("rules that cannot be had are no permission, not even for a read", () =>
  Effect.gen(function* () {
    expect(yield* check("read")).toMatchObject({ _tag: "Ask", message: "Does it. The rules could not be read.", rule: null })
  }).pipe(Effect.provide(callGateLayerOf(() => Effect.die("the store is gone"))))
)

it.effect("a rule that has ended by now no longer counts", () =>
  Effect.gen(function* () {
    expect((yield* check("write"))._tag).toBe("Allow")
    yield* TestClock.adjust(1000)
    expect((yield* check("write"))._tag).toBe("Ask")
  }).pipe(Effect.provide(callGateLayerOf(() => Effect.succeed([{ id: "r", pattern: "a.*", effect: "allow", position: 0, endsAt: 1000 }]))))
)

it.effect("a check that is interrupted asks nobody", () =>
  Effect.gen(function* () {
    const started = yield* Deferred.make<void>()
    const layer = callGateLayerOf(() => Effect.andThen(Deferred.succeed(started, undefined), Effect.never))
    const fiber = yield* Effect.forkChild(check("read").pipe(Effect.provide(layer)))
    yield* Deferred.await(started)
    yield* Fiber.interrupt(fiber)
    expect(fiber.pollUnsafe()?._tag).toBe("Failure")
  })
)
