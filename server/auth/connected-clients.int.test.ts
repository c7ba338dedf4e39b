import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { type Access, accessWorld, ada, signedIn, stores } from "../../test/fixtures/access-world"
import {
  Answer,
  asked,
  callback,
  codeFrom,
  connect,
  firstAdmin,
  member,
  opens,
  posting,
  Registered,
  register,
  registering,
  renew,
  resource,
  sent,
  Tokens,
  tagOf,
  trade
} from "../../test/fixtures/oauth-world"
import { answerAuth } from "../http/answer-auth"
import { Auth } from "./auth"
import { allowClient, authorizationOf } from "./client-grants"
import { clientPrincipal } from "./client-principal"
import { disconnectClient, listClients, listOwnClients } from "./connected-clients"
import { changeRole, removeMember } from "./members"
import { changePassword } from "./password-change"
import { principalOf } from "./principal-of"
import { signOut } from "./sign-in"

describe.each(stores)("clients that people let in, on $name", ({ use }) => {
  const database = use()
  const run = async <A, E>(effect: Effect.Effect<A, E, Access>) => Effect.runPromise(Effect.provide(effect, accessWorld(await database())))

  it("act for their person with a token that is kept as a hash, are listed, and are named in the audit log", () =>
    run(
      Effect.gen(function* () {
        const { client } = yield* Auth
        const person = yield* firstAdmin
        const clientId = yield* register("Editor\u202e of Ada")
        const tokens = yield* connect(person, clientId)
        expect(tokens).toMatchObject({ scope: "runs:submit runs:read offline_access", expires_in: 3600 })
        expect(yield* clientPrincipal(tokens.access_token)).toEqual({
          _tag: "ServiceToken",
          teamId: person.principal.teamId,
          scopes: ["runs:submit", "runs:read"],
          actor: { kind: "agent", id: `${clientId}:${person.principal.actor.id}`, label: "Editor<U+202E> of Ada for Ada Lovelace" }
        })
        const listed = yield* listClients(person.principal)
        expect(listed).toMatchObject([{ scopes: ["runs:submit", "runs:read"], user: { name: "Ada Lovelace" }, redirectUri: callback }])
        expect(listed[0]?.lastUsedAt).toBeGreaterThan(0)
        const kept = JSON.stringify(
          yield* Effect.promise(() =>
            Promise.all([
              client.oauthAccessToken.findMany(),
              client.oauthRefreshToken.findMany(),
              client.oauthConsent.findMany(),
              client.auditEntry.findMany()
            ]).then((rows) => JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? String(value) : value)))
          )
        )
        for (const token of [tokens.access_token, tokens.refresh_token]) expect(kept).not.toContain(token.replace(/^signalbox_.t_/, ""))
        yield* disconnectClient(person.principal, listed[0]?.id ?? "")
        const entries = yield* Effect.promise(() => client.auditEntry.findMany({ where: { subject: clientId }, orderBy: { seq: "asc" } }))
        expect(entries.map(({ action, actorLabel }) => [action, actorLabel])).toEqual([
          ["client.connected", "Ada Lovelace"],
          ["client.disconnected", "Ada Lovelace"]
        ])
      })
    ))

  it("get a code that works once, for its client, address, proof key and resource alone", () =>
    run(
      Effect.gen(function* () {
        const person = yield* firstAdmin
        const [clientId, other] = [yield* register(), yield* register("Another")]
        for (const changes of [
          { code_verifier: "another-verifier-of-at-least-forty-three-characters" },
          { redirect_uri: "http://127.0.0.1:4711/elsewhere" },
          { client_id: other },
          { resource: "http://localhost:3000/api/v1" }
        ]) {
          const answer = yield* answerAuth(trade(clientId, yield* codeFrom(person, clientId), changes))
          expect(answer.status, JSON.stringify(changes)).toBeGreaterThanOrEqual(400)
        }
        const bare = posting("token", {
          grant_type: "authorization_code",
          code: yield* codeFrom(person, clientId),
          client_id: clientId,
          redirect_uri: callback
        })
        expect((yield* answerAuth(bare)).status).toBe(400)

        const code = yield* codeFrom(person, clientId)
        const tokens = yield* sent(trade(clientId, code), Tokens, 200)
        expect(yield* opens(tokens)).toBe(true)
        expect(yield* sent(trade(clientId, code), Answer, 400)).toMatchObject({ error: "invalid_grant" })
        // Somebody else had the code: what it gave is taken back as well.
        expect(yield* opens(tokens)).toBe(false)
      })
    ))

  it("get one pair of tokens for one code, also when it is traded many times at once", () =>
    run(
      Effect.gen(function* () {
        const person = yield* firstAdmin
        const clientId = yield* register()
        const code = yield* codeFrom(person, clientId)
        const answers = yield* Effect.forEach(Array.from({ length: 5 }), () => answerAuth(trade(clientId, code)), { concurrency: "unbounded" })
        expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
        expect(answers.filter(({ status }) => status >= 500)).toEqual([])
      })
    ))

  it("are shut out at once when they are disconnected, and come back only by their person", () =>
    run(
      Effect.gen(function* () {
        const person = yield* firstAdmin
        const clientId = yield* register()
        const tokens = yield* connect(person, clientId)
        const [mine] = yield* listOwnClients(person.principal)
        yield* disconnectClient(person.principal, mine?.id ?? "")
        expect(yield* opens(tokens)).toBe(false)
        expect(yield* sent(renew(clientId, tokens), Answer, 400)).toMatchObject({ error: "invalid_grant" })
        expect(yield* tagOf(disconnectClient(person.principal, mine?.id ?? ""))).toBe("ConnectedClientNotFound")
        expect(yield* opens(yield* connect(person, clientId))).toBe(true)
        // What was given before the new consent stays closed.
        expect(yield* opens(tokens)).toBe(false)
      })
    ))

  it("give their access back themselves, by either token; another client's word ends nothing", () =>
    run(
      Effect.gen(function* () {
        const person = yield* firstAdmin
        const [clientId, other] = [yield* register(), yield* register("Another")]
        for (const pick of ["access_token", "refresh_token"] as const) {
          const tokens = yield* connect(person, clientId)
          yield* sent(posting("revoke", { client_id: other, token: tokens[pick] }), Answer, 200)
          yield* sent(posting("revoke", { client_id: clientId, token: "signalbox_at_unknown" }), Answer, 200)
          expect(yield* opens(tokens)).toBe(true)
          yield* sent(posting("revoke", { client_id: clientId, token: tokens[pick] }), Answer, 200)
          expect(yield* opens(tokens)).toBe(false)
          expect(yield* listClients(person.principal)).toEqual([])
        }
      })
    ))

  it("can do no more than their person: a viewer's client reads, and loses what a changed role loses", () =>
    run(
      Effect.gen(function* () {
        const admin = yield* firstAdmin
        const [vi, olive] = [yield* member("vi@example.com", "viewer"), yield* member("olive@example.com", "operator")]
        const clientId = yield* register()
        expect(yield* clientPrincipal((yield* connect(vi, clientId)).access_token)).toMatchObject({ scopes: ["runs:read"] })
        expect(yield* tagOf(codeFrom(vi, clientId, { scope: "runs:submit" }))).toBe("Forbidden")
        const reading = yield* connect(olive, clientId, { scope: "runs:read" })
        expect(yield* clientPrincipal(reading.access_token)).toMatchObject({ scopes: ["runs:read"] })
        const tokens = yield* connect(olive, clientId)
        expect(yield* clientPrincipal(tokens.access_token)).toMatchObject({ scopes: ["runs:submit", "runs:read"] })
        yield* changeRole(admin.principal, { userId: olive.principal.actor.id, role: "viewer" })
        expect(yield* clientPrincipal(tokens.access_token)).toMatchObject({ scopes: ["runs:read"] })
        // The page was drawn for an operator; what it promised is not given to a viewer.
        expect(yield* tagOf(codeFrom(olive, clientId))).toBe("AuthorizationRefused")
      })
    ))

  it("end with the membership of their person, and with the password by which they got in", () =>
    run(
      Effect.gen(function* () {
        const admin = yield* firstAdmin
        const olive = yield* member("olive@example.com", "operator")
        const clientId = yield* register()
        const tokens = yield* connect(olive, clientId)
        yield* removeMember(admin.principal, olive.principal.actor.id)
        expect(yield* opens(tokens)).toBe(false)
        expect(yield* sent(renew(clientId, tokens), Answer, 400)).toMatchObject({ error: "invalid_grant" })
        expect(yield* listClients(admin.principal)).toEqual([])

        const own = yield* connect(admin, clientId)
        yield* changePassword(admin.principal, { currentPassword: ada.password, newPassword: "another password of ada" }, admin.headers)
        expect(yield* opens(own)).toBe(false)
      })
    ))

  it("go on after their person signed out of the console, by renewing their access", () =>
    run(
      Effect.gen(function* () {
        const person = yield* firstAdmin
        const clientId = yield* register()
        const tokens = yield* connect(person, clientId)
        yield* signOut(person.headers)
        expect(yield* opens(yield* sent(renew(clientId, tokens), Tokens, 200))).toBe(true)
      })
    ))

  it("are seen and disconnected by their person and by admins, and are not there for others and other teams", () =>
    run(
      Effect.gen(function* () {
        const { client } = yield* Auth
        const admin = yield* firstAdmin
        const [vi, olive] = [yield* member("vi@example.com", "viewer"), yield* member("olive@example.com", "operator")]
        const organization = yield* Effect.promise(() =>
          client.organization.create({ data: { id: "other", name: "Other", slug: "other", createdAt: new Date() } })
        )
        yield* member("eve@example.com", "admin")
        yield* Effect.promise(() => client.member.updateMany({ where: { user: { email: "eve@example.com" } }, data: { organizationId: organization.id } }))
        const eve = yield* Effect.flatMap(signedIn({ ...ada, email: "eve@example.com" }), principalOf)
        const tokens = yield* connect(olive, yield* register())
        const [one] = yield* listOwnClients(olive.principal)
        expect(yield* listClients(admin.principal)).toEqual([one])
        expect(yield* listClients(eve)).toEqual([])
        expect(yield* listOwnClients(vi.principal)).toEqual([])
        expect(yield* tagOf(listClients(olive.principal))).toBe("Forbidden")
        for (const principal of [vi.principal, eve]) expect(yield* tagOf(disconnectClient(principal, one?.id ?? ""))).toBe("ConnectedClientNotFound")
        expect(yield* opens(tokens)).toBe(true)
        yield* disconnectClient(admin.principal, one?.id ?? "")
        expect(yield* opens(tokens)).toBe(false)
      })
    ))

  it("have nothing to show anywhere but at the MCP endpoint, and none that is over", () =>
    run(
      Effect.gen(function* () {
        const { client } = yield* Auth
        const person = yield* firstAdmin
        const tokens = yield* connect(person, yield* register())
        const authorization = `Bearer ${tokens.access_token}`
        expect(yield* tagOf(principalOf(new Headers({ authorization })))).toBe("Unauthenticated")
        yield* Effect.promise(() => client.oauthAccessToken.updateMany({ data: { resources: JSON.stringify(["https://other.example/api/mcp"]) } }))
        expect(yield* opens(tokens)).toBe(false)
        yield* Effect.promise(() => client.oauthAccessToken.updateMany({ data: { resources: JSON.stringify([resource]) } }))
        expect(yield* opens(tokens)).toBe(true)
        yield* Effect.promise(() => client.oauthAccessToken.updateMany({ data: { expiresAt: new Date(Date.now() - 1000) } }))
        expect(yield* opens(tokens)).toBe(false)
        for (const token of ["signalbox_at_", "signalbox_at_x", tokens.refresh_token]) expect(yield* tagOf(clientPrincipal(token))).toBe("Unauthenticated")
      })
    ))

  it("are asked about only with an address of their own, and while they are known", () =>
    run(
      Effect.gen(function* () {
        const person = yield* firstAdmin
        const clientId = yield* register()
        for (const query of [
          asked(clientId, { redirect_uri: "https://evil.example/callback" }),
          asked(clientId, { redirect_uri: "http://127.0.0.1:4711/callback/more" }),
          asked("mcp_unknown"),
          asked(clientId, { code_challenge_method: "plain" }),
          asked(clientId, { resource: "http://localhost:3000" })
        ])
          expect(yield* tagOf(authorizationOf(query)), query).toBe("AuthorizationRefused")
        // By an app's own address, by a website's, and by what VS Code registers.
        for (const [registered, comingBack] of [
          ["cursor://anysphere.cursor-mcp/oauth/callback", "cursor://anysphere.cursor-mcp/oauth/callback"],
          ["com.example.app:/callback", "com.example.app:/callback"],
          ["https://client.example/callback?from=here", "https://client.example/callback?from=here"],
          ["http://127.0.0.1/", "http://127.0.0.1:33418/"]
        ] as const) {
          const other = yield* Effect.map(sent(registering({ redirect_uris: [registered] }), Registered, 201), ({ client_id }) => client_id)
          const authorization = yield* authorizationOf(asked(other, { redirect_uri: comingBack }))
          const address = yield* allowClient(person.principal, authorization, person.headers)
          expect(address.startsWith(comingBack)).toBe(true)
          expect(address).toMatch(/[?&]code=/)
        }
        // A program on this machine takes the port that is free.
        expect(yield* authorizationOf(asked(clientId, { redirect_uri: "http://127.0.0.1:60000/callback" }))).toMatchObject({ clientName: "A test" })
      })
    ))
})
