import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { accessWorld, signedIn, withAdmin } from "../../test/fixtures/access-world"
import { Auth } from "../auth/auth"
import { principalOf } from "../auth/principal-of"
import { untilRefused } from "./stream-guard"

it.effect("a stream goes on while its session does, and ends within a minute of the session's end", () =>
  Effect.gen(function* () {
    yield* withAdmin
    const headers = yield* signedIn()
    const { teamId } = yield* principalOf(headers)
    const { client } = yield* Auth
    const guarding = yield* Effect.forkChild(untilRefused(headers, "runs:read", teamId))
    yield* TestClock.adjust("5 minutes")
    assert.isUndefined(guarding.pollUnsafe())
    yield* Effect.promise(() => client.session.deleteMany())
    yield* TestClock.adjust("1 minute")
    yield* Fiber.join(guarding)
  }).pipe(Effect.provide(accessWorld()))
)

it.effect("a stream ends when the person has left the team or lost what the role allowed", () =>
  Effect.gen(function* () {
    yield* withAdmin
    const headers = yield* signedIn()
    const { teamId } = yield* principalOf(headers)
    const { client } = yield* Auth
    const guarding = yield* Effect.forkChild(untilRefused(headers, "tokens:manage", teamId))
    yield* Effect.promise(() => client.member.updateMany({ data: { role: "viewer" } }))
    yield* TestClock.adjust("1 minute")
    yield* Fiber.join(guarding)
  }).pipe(Effect.provide(accessWorld()))
)
