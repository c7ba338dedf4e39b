import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Queue, Scope, Stream } from "effect"
import { InteractionId, TeamId } from "../domain/ids"
import type { Looking } from "./message"
import { Presence } from "./presence"

const teamId = TeamId.make("team_a")
const one = InteractionId.make("int_00000000-0000-7000-8000-000000000001")
const two = InteractionId.make("int_00000000-0000-7000-8000-000000000002")
const ann = { teamId, person: { id: "ann", label: "Ann" }, stream: "1" }
const tom = { teamId, person: { id: "tom", label: "Tom" }, stream: "1" }

/** What somebody is told, one after the other. */
const told = Effect.fn(function* (personId: string, of = teamId) {
  const presence = yield* Presence
  const said = yield* Queue.unbounded<string>()
  const words = (looking: ReadonlyArray<Looking>) =>
    looking.map(({ interactionId, people }) => `${people.map(({ label }) => label)}@${interactionId.at(-1)}`).join(" ")
  yield* Effect.forkScoped(Stream.runForEach(presence.others(of, personId), (looking) => Queue.offer(said, words(looking))))
  return Queue.take(said)
})

const opened = Effect.fn(function* (open: typeof ann, at: ReadonlyArray<InteractionId>) {
  const scope = yield* Scope.make()
  yield* Presence.use((presence) => presence.enter(open, at)).pipe(Scope.provide(scope))
  return Scope.close(scope, Exit.void)
})

describe("who looks at a question", () => {
  it.effect("is told to others while it is true, and never to oneself", () =>
    Effect.gen(function* () {
      const { look } = yield* Presence
      const toTom = yield* told("tom")
      assert.strictEqual(yield* toTom, "")
      const leave = yield* opened(ann, [one])
      assert.strictEqual(yield* toTom, "Ann@1")
      yield* look(ann, [two])
      assert.strictEqual(yield* toTom, "Ann@2")
      const toAnn = yield* told("ann")
      assert.strictEqual(yield* toAnn, "")
      yield* opened(tom, [two])
      assert.strictEqual(yield* toAnn, "Tom@2")
      yield* leave
      assert.strictEqual(yield* toTom, "")
    }).pipe(Effect.scoped, Effect.provide(Presence.layer))
  )

  it.effect("is still told when a stream that was lost ends after the same browser has come back under its name", () =>
    Effect.gen(function* () {
      const { look } = yield* Presence
      const toTom = yield* told("tom")
      assert.strictEqual(yield* toTom, "")
      const lost = yield* opened(ann, [one])
      assert.strictEqual(yield* toTom, "Ann@1")
      const leave = yield* opened(ann, [two])
      assert.strictEqual(yield* toTom, "Ann@2")
      yield* lost
      yield* look(ann, [one])
      assert.strictEqual(yield* toTom, "Ann@1")
      yield* leave
      assert.strictEqual(yield* toTom, "")
    }).pipe(Effect.scoped, Effect.provide(Presence.layer))
  )

  it.effect("is one person, however many browsers, until the last one is closed", () =>
    Effect.gen(function* () {
      const toTom = yield* told("tom")
      assert.strictEqual(yield* toTom, "")
      const first = yield* opened(ann, [one])
      assert.strictEqual(yield* toTom, "Ann@1")
      const second = yield* opened({ ...ann, stream: "2" }, [one])
      yield* first
      yield* second
      assert.strictEqual(yield* toTom, "")
    }).pipe(Effect.scoped, Effect.provide(Presence.layer))
  )

  it.effect("stays in the team, and is nobody's to say for somebody else", () =>
    Effect.gen(function* () {
      const { look } = yield* Presence
      const elsewhere = yield* told("tom", TeamId.make("team_b"))
      assert.strictEqual(yield* elsewhere, "")
      const toTom = yield* told("tom")
      assert.strictEqual(yield* toTom, "")
      yield* opened(ann, [one])
      assert.strictEqual(yield* toTom, "Ann@1")
      // Neither a stream that is not open, nor another one's by its name.
      yield* look({ ...ann, stream: "9" }, [two])
      yield* look({ ...tom, stream: "1" }, [two])
      yield* opened({ teamId: TeamId.make("team_b"), person: { id: "eve", label: "Eve" }, stream: "1" }, [two])
      assert.strictEqual(yield* elsewhere, "Eve@2")
      yield* look(ann, [])
      assert.strictEqual(yield* toTom, "")
    }).pipe(Effect.scoped, Effect.provide(Presence.layer))
  )
})
