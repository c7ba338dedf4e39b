import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { type Access, accessWorld, ada, addMember, signedIn, stores, withAdmin } from "../../test/fixtures/access-world"
import { AppConfig, type AppConfigValues } from "../config/config"
import { TeamId } from "../domain/ids"
import type { Scope } from "../domain/principal"
import { Auth, tokenPrefix } from "./auth"
import { me } from "./me"
import { may } from "./permissions"
import { principalOf } from "./principal-of"
import { createServiceToken, listServiceTokens, revokeServiceToken } from "./service-tokens"
import { signIn, signOut } from "./sign-in"
import { firstTeam } from "./team"

const bearer = (token: string) => new Headers({ authorization: `Bearer ${token}` })
const admin = Effect.gen(function* () {
  yield* withAdmin
  return yield* principalOf(yield* signedIn())
})
const client = Auth.use((auth) => Effect.succeed(auth.client))

describe.each(stores)("who sends a request, on $name", ({ use }) => {
  const database = use()
  const run = async <A, E>(effect: Effect.Effect<A, E, Access>, given: Partial<AppConfigValues> = {}) =>
    Effect.runPromise(Effect.provide(effect, accessWorld({ ...(await database()), ...given })))

  it("is nobody without a cookie and a token, with a forged cookie, and with another scheme", () =>
    run(
      Effect.gen(function* () {
        yield* withAdmin
        const cookie = (yield* signedIn()).get("cookie") ?? ""
        for (const headers of [
          {},
          { cookie: "signalbox.session_token=x.y" },
          { cookie: cookie.replace(/=./, "=#") },
          { cookie, authorization: "Basic YWRhOmFkYQ==" },
          { cookie, authorization: "Bearer" }
        ]) {
          expect(yield* Effect.flip(principalOf(new Headers(headers))), JSON.stringify(headers)).toMatchObject({ _tag: "Unauthenticated" })
        }
      })
    ))

  it("is the person of the session, until they sign out", () =>
    run(
      Effect.gen(function* () {
        yield* withAdmin
        const headers = yield* signedIn()
        expect(yield* principalOf(headers)).toMatchObject({ _tag: "Person", role: "admin" })
        expect(yield* me(yield* principalOf(headers))).toMatchObject({ user: { name: ada.name, email: ada.email }, role: "admin", team: { name: "My team" } })
        yield* signOut(headers)
        expect(yield* Effect.flip(principalOf(headers))).toMatchObject({ _tag: "Unauthenticated", reason: "You are signed out. Sign in again to go on." })
      })
    ))

  it("is told of tokens where a script asks, and that they are signed out where a page does, also one whose cookies are gone", () =>
    run(
      Effect.gen(function* () {
        const reasonFor = (headers: Record<string, string>) => Effect.map(Effect.flip(principalOf(new Headers(headers))), ({ reason }) => reason)
        expect(yield* reasonFor({})).toMatch(/service token/)
        for (const headers of [{ origin: "http://localhost:3000" }, { "sec-fetch-site": "same-origin" }]) {
          expect(yield* reasonFor(headers)).toMatch(/^You are signed out\./)
        }
      })
    ))

  it("has the role of this moment: a change counts from the next request on, a removal too", () =>
    run(
      Effect.gen(function* () {
        yield* withAdmin
        const db = yield* client
        yield* Effect.promise(() => addMember(db, "grace@example.com", "viewer"))
        const headers = yield* signedIn({ ...ada, email: "grace@example.com" })
        expect(may(yield* principalOf(headers), "interactions:decide")).toBe(false)
        const setRole = (role: string) => Effect.promise(() => db.member.updateMany({ where: { user: { email: "grace@example.com" } }, data: { role } }))
        yield* setRole("operator")
        expect(may(yield* principalOf(headers), "interactions:decide")).toBe(true)
        yield* setRole("owner")
        expect(yield* Effect.flip(principalOf(headers))).toMatchObject({ _tag: "Unauthenticated" })
        yield* Effect.promise(() => db.member.deleteMany({ where: { user: { email: "grace@example.com" } } }))
        expect(yield* Effect.flip(principalOf(headers))).toMatchObject({ _tag: "Unauthenticated" })
      })
    ))

  it("is the bootstrap token of the first team, before any admin, with its two scopes", () =>
    run(
      Effect.gen(function* () {
        expect(yield* principalOf(bearer("a-bootstrap-token"))).toEqual({
          _tag: "ServiceToken",
          actor: { kind: "service_token", id: "bootstrap", label: "bootstrap" },
          teamId: yield* firstTeam,
          scopes: ["runs:submit", "runs:read"]
        })
        for (const wrong of ["a-bootstrap-toke", "a-bootstrap-token2", "A-bootstrap-token", "null"]) {
          expect(yield* Effect.flip(principalOf(bearer(wrong))), wrong).toMatchObject({ _tag: "Unauthenticated" })
        }
      }),
      { bootstrapToken: "a-bootstrap-token" }
    ))

  it("is nobody with the bootstrap token of an environment that has none any more", () =>
    run(
      Effect.gen(function* () {
        for (const token of ["a-bootstrap-token", "null", "undefined", "bootstrap"])
          expect(yield* Effect.flip(principalOf(bearer(token)))).toMatchObject({ _tag: "Unauthenticated" })
      })
    ))

  it("is a service token with its scopes, which works more than ten times a day, until it is revoked", () =>
    run(
      Effect.gen(function* () {
        const principal = yield* admin
        const { id, token } = yield* createServiceToken(principal, { name: "CI", scopes: ["runs:read", "metrics:read"] }, "console")
        expect(token.startsWith(tokenPrefix)).toBe(true)
        for (let count = 0; count < 15; count++) {
          expect(yield* principalOf(bearer(token))).toEqual({
            _tag: "ServiceToken",
            teamId: principal.teamId,
            scopes: ["runs:read", "metrics:read"],
            actor: { kind: "service_token", id, label: "CI" }
          })
        }
        yield* revokeServiceToken(principal, id, "console")
        expect(yield* Effect.flip(principalOf(bearer(token)))).toMatchObject({ _tag: "Unauthenticated" })
        expect(yield* Effect.flip(revokeServiceToken(principal, id, "console"))).toMatchObject({ _tag: "ServiceTokenNotFound" })
      })
    ))

  it("does not get a person's rights from a token, nor a token's from a person's cookie beside it", () =>
    run(
      Effect.gen(function* () {
        const principal = yield* admin
        const { token } = yield* createServiceToken(principal, { name: "CI", scopes: ["runs:read"] }, "console")
        const headers = yield* signedIn()
        headers.set("authorization", `Bearer ${token}`)
        expect(yield* principalOf(headers)).toMatchObject({ _tag: "ServiceToken" })
        headers.set("authorization", "Bearer wrong")
        expect(yield* Effect.flip(principalOf(headers))).toMatchObject({ _tag: "Unauthenticated" })
      })
    ))

  it("lists tokens without their secrets, which are stored as hashes, and remembers when they were used", () =>
    run(
      Effect.gen(function* () {
        const principal = yield* admin
        const { token } = yield* createServiceToken(principal, { name: "CI", scopes: ["runs:submit"] }, "console")
        expect(yield* listServiceTokens(principal)).toMatchObject([
          { name: "CI", scopes: ["runs:submit"], start: token.slice(0, tokenPrefix.length + 4), lastUsedAt: null }
        ])
        yield* principalOf(bearer(token))
        const [listed] = yield* listServiceTokens(principal)
        expect(listed?.lastUsedAt).toEqual(expect.any(Number))
        const db = yield* client
        expect(JSON.stringify(yield* Effect.promise(() => db.apikey.findMany()))).not.toContain(token)
      })
    ))

  it("lets only admins make, see and revoke tokens", () =>
    run(
      Effect.gen(function* () {
        const principal = yield* admin
        const { id, token } = yield* createServiceToken(principal, { name: "CI", scopes: ["runs:submit", "runs:read"] }, "console")
        const others = [yield* principalOf(bearer(token)), { ...principal, role: "operator" } as const, { ...principal, role: "viewer" } as const]
        for (const other of others) {
          expect(yield* Effect.flip(createServiceToken(other, { name: "x", scopes: ["runs:read"] }, "console"))).toMatchObject({ _tag: "Forbidden" })
          expect(yield* Effect.flip(listServiceTokens(other))).toMatchObject({ _tag: "Forbidden" })
          expect(yield* Effect.flip(revokeServiceToken(other, id, "console"))).toMatchObject({ _tag: "Forbidden" })
        }
      })
    ))

  it("gives nothing for what was stored as a scope and is none", () =>
    run(
      Effect.gen(function* () {
        const { id, token } = yield* createServiceToken(yield* admin, { name: "CI", scopes: ["runs:read"] }, "console")
        const db = yield* client
        const scopesWith = (permissions: string | null) =>
          Effect.gen(function* () {
            yield* Effect.promise(() => db.apikey.update({ where: { id }, data: { permissions } }))
            const principal = yield* principalOf(bearer(token))
            return principal._tag === "ServiceToken" ? principal.scopes : null
          })
        expect(yield* scopesWith(JSON.stringify({ approvals: ["decide"], runs: ["read", "own"] }))).toEqual<ReadonlyArray<Scope>>(["runs:read"])
        for (const broken of [null, "", "not json", "[]", '{"runs":"read"}']) expect(yield* scopesWith(broken), String(broken)).toEqual([])
      })
    ))

  it("is told apart by team: another team's admin neither sees nor revokes the token", () =>
    run(
      Effect.gen(function* () {
        const principal = yield* admin
        const { id, token } = yield* createServiceToken(principal, { name: "CI", scopes: ["runs:read"] }, "console")
        const db = yield* client
        const other = yield* Effect.promise(() => db.organization.create({ data: { id: "other", name: "Other", slug: "other", createdAt: new Date() } }))
        const elsewhere = { ...principal, teamId: TeamId.make(other.id) }
        expect(yield* listServiceTokens(elsewhere)).toEqual([])
        expect(yield* Effect.flip(revokeServiceToken(elsewhere, id, "console"))).toMatchObject({ _tag: "ServiceTokenNotFound" })
        expect(yield* principalOf(bearer(token))).toMatchObject({ teamId: principal.teamId })
      })
    ))

  it("sets cookies that are Secure exactly when people come by https", async () => {
    for (const [publicUrl, secure] of [
      ["http://localhost:3000", false],
      ["https://signalbox.example.com", true]
    ] as const) {
      await run(
        Effect.gen(function* () {
          expect((yield* AppConfig).publicUrl).toBe(publicUrl)
          yield* withAdmin
          const [cookie = ""] = (yield* signIn(ada, new Headers())).headers.getSetCookie()
          expect(/; *Secure/i.test(cookie)).toBe(secure)
          expect(cookie).toMatch(/HttpOnly/i)
          expect(cookie).toMatch(/SameSite=Lax/i)
        }),
        { publicUrl }
      )
    }
  })
})
