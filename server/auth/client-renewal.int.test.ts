import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { type Access, accessWorld, stores } from "../../test/fixtures/access-world"
import { Answer, asked, connect, firstAdmin, opens, posting, register, renew, resource, sent, Tokens, tagOf } from "../../test/fixtures/oauth-world"
import { Auth } from "./auth"
import { authorizationOf } from "./client-grants"
import { listOwnClients } from "./connected-clients"

describe.each(stores)("what clients send for their access to go on, on $name", ({ use }) => {
  const database = use()
  const run = async <A, E>(effect: Effect.Effect<A, E, Access>) => Effect.runPromise(Effect.provide(effect, accessWorld(await database())))

  it("renews it; an old refresh token that comes again ends all of it", () =>
    run(
      Effect.gen(function* () {
        const person = yield* firstAdmin
        const clientId = yield* register()
        const first = yield* connect(person, clientId)
        const second = yield* sent(renew(clientId, first, { resource }), Tokens, 200)
        expect(second.refresh_token).not.toBe(first.refresh_token)
        expect(yield* opens(second)).toBe(true)
        expect(yield* sent(renew(clientId, second, { scope: "runs:read metrics:read" }), Answer, 400)).toMatchObject({ error: "invalid_scope" })
        expect(yield* sent(renew(clientId, second, { resource: "http://localhost:3000/api/v1" }), Answer, 400)).toMatchObject({ error: "invalid_target" })
        const other = yield* register("Another")
        expect(yield* sent(renew(other, second), Answer, 400)).toMatchObject({ error: "invalid_grant" })
        expect(yield* sent(renew(clientId, first), Answer, 400)).toMatchObject({ error: "invalid_grant" })
        expect(yield* sent(renew(clientId, second), Answer, 400)).toMatchObject({ error: "invalid_grant" })
        expect(yield* opens(second)).toBe(false)
      })
    ))

  it("ends it by an old refresh token that comes again, also where they had asked for less meanwhile", () =>
    run(
      Effect.gen(function* () {
        const { client } = yield* Auth
        const person = yield* firstAdmin
        const clientId = yield* register()
        const first = yield* connect(person, clientId)
        const less = yield* sent(renew(clientId, first, { scope: "runs:read" }), Tokens, 200)
        expect(less.scope.split(" ")).toContain("offline_access")
        const again = yield* sent(renew(clientId, less), Tokens, 200)
        expect(again.refresh_token).not.toBe(less.refresh_token)
        expect(yield* opens(again)).toBe(true)
        expect(yield* sent(renew(clientId, first), Answer, 400)).toMatchObject({ error: "invalid_grant" })
        for (const tokens of [first, less, again]) {
          expect(yield* opens(tokens)).toBe(false)
          expect(yield* sent(renew(clientId, tokens), Answer, 400)).toMatchObject({ error: "invalid_grant" })
        }
        expect(yield* listOwnClients(person.principal)).toEqual([])
        const entries = yield* Effect.promise(() => client.auditEntry.findMany({ where: { action: "client.disconnected" } }))
        expect(entries.map(({ actorKind, actorLabel }) => ({ actorKind, actorLabel }))).toEqual([
          { actorKind: "agent", actorLabel: expect.stringMatching(/^A test for ./) }
        ])
      })
    ))

  it("has no characters that no store holds", () =>
    run(
      Effect.gen(function* () {
        for (const path of ["token", "revoke"] as const)
          expect(yield* sent(posting(path, { grant_type: "refresh_token", client_id: "a\0b", token: "t\0", refresh_token: "r" }), Answer, 400)).toMatchObject({
            error: "invalid_request"
          })
        const person = yield* firstAdmin
        expect(yield* tagOf(authorizationOf(asked("a\0b")))).toBe("AuthorizationRefused")
        expect(yield* opens(yield* connect(person, yield* register("Na\0me \ud83d")))).toBe(true)
      })
    ))
})
