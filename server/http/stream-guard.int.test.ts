import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { accessWorld, ada, addMember, signedIn, withAdmin } from "../../test/fixtures/access-world"
import { Auth } from "../auth/auth"
import { changeRole, removeMember } from "../auth/members"
import { principalOf } from "../auth/principal-of"
import { createServiceToken, revokeServiceToken } from "../auth/service-tokens"
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

it.effect("a stream ends at once, without waiting for the minute, when access is taken away here; others go on", () =>
  Effect.gen(function* () {
    yield* withAdmin
    const mine = yield* signedIn()
    const principal = yield* principalOf(mine)
    const { client } = yield* Auth
    const opened = (headers: Headers, action: "runs:read" | "runs:submit" = "runs:read") =>
      Effect.forkChild(untilRefused(headers, action, principal.teamId), { startImmediately: true })
    for (const email of ["bob@example.com", "eve@example.com"]) yield* Effect.promise(() => addMember(client, email, "operator"))
    const bobs = yield* signedIn({ ...ada, email: "bob@example.com" })
    const eves = yield* signedIn({ ...ada, email: "eve@example.com" })
    const { id, token } = yield* createServiceToken(principal, { name: "CI", scopes: ["runs:read"] }, "console")
    const [own, removed, demoted, revoked] = yield* Effect.all([
      opened(mine),
      opened(bobs),
      opened(eves, "runs:submit"),
      opened(new Headers({ authorization: `Bearer ${token}` }))
    ])
    yield* removeMember(principal, (yield* principalOf(bobs)).actor.id)
    yield* Fiber.join(removed)
    yield* changeRole(principal, { userId: (yield* principalOf(eves)).actor.id, role: "viewer" })
    yield* Fiber.join(demoted)
    yield* revokeServiceToken(principal, id, "console")
    yield* Fiber.join(revoked)
    assert.isUndefined(own.pollUnsafe())
    yield* Fiber.interrupt(own)
  }).pipe(Effect.provide(accessWorld()))
)
