import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { type Access, accessWorld } from "../../test/fixtures/access-world"
import { Answer, callback, connect, firstAdmin, opens, posting, register, registering, sent, tagOf } from "../../test/fixtures/oauth-world"
import type { AppConfigValues } from "../config/config"
import { answerAuth } from "../http/answer-auth"
import { Auth } from "./auth"
import { idleClients } from "./client-registration"
import { strangerLimits } from "./stranger-limit"

describe("the registration of clients", () => {
  const run = <A, E>(effect: Effect.Effect<A, E, Access>, given: Partial<AppConfigValues> = {}) => Effect.runPromise(Effect.provide(effect, accessWorld(given)))

  it("gives a client a name of its own and no secret, and keeps of what it says only what a person is shown", () =>
    run(
      Effect.gen(function* () {
        const { client } = yield* Auth
        const description = {
          client_name: ` ${"n".repeat(150)} `,
          redirect_uris: [callback],
          token_endpoint_auth_method: "client_secret_basic",
          grant_types: ["client_credentials"],
          scope: "approvals:decide",
          logo_uri: "https://evil.example/logo.png",
          jwks_uri: "https://evil.example/jwks",
          skip_consent: true
        }
        const answer = yield* sent(registering(description), Answer, 201)
        expect(answer).toMatchObject({ client_name: "n".repeat(100), token_endpoint_auth_method: "none", scope: "runs:submit runs:read offline_access" })
        expect(answer["client_secret"]).toBeUndefined()
        const kept = JSON.stringify(yield* Effect.promise(() => client.oauthClient.findMany()))
        for (const word of ["evil", "client_credentials", "approvals"]) expect(kept).not.toContain(word)
        expect(yield* sent(registering({ redirect_uris: [callback], client_name: 7 }), Answer, 201)).toMatchObject({ client_name: "A client without a name" })
      })
    ))

  it.each<[string, unknown, number, string]>([
    ["a script for an address", { redirect_uris: ["javascript:alert(1)"] }, 400, "invalid_redirect_uri"],
    ["a bad address among good ones", { redirect_uris: [callback, "http://evil.example/"] }, 400, "invalid_redirect_uri"],
    ["no address", { redirect_uris: [] }, 400, "invalid_redirect_uri"],
    ["eleven addresses", { redirect_uris: Array.from({ length: 11 }, (_, at) => `${callback}/${at}`) }, 400, "invalid_redirect_uri"],
    ["nothing", {}, 400, "invalid_client_metadata"],
    ["no object", "[]", 400, "invalid_client_metadata"],
    ["no JSON", "{", 400, "invalid_client_metadata"],
    ["a novel", { redirect_uris: [callback], client_name: "x".repeat(20_000) }, 413, "invalid_request"]
  ])("refuses %s", (_, description, status, error) =>
    run(
      Effect.gen(function* () {
        expect(yield* sent(registering(description), Answer, status)).toMatchObject({ error })
        expect(yield* Auth.use(({ client }) => Effect.promise(() => client.oauthClient.count()))).toBe(0)
      })
    )
  )

  it("lets one address do it so often and no more, and another one all the same", () =>
    run(
      Effect.gen(function* () {
        const from = (address: string) => answerAuth(registering({ redirect_uris: [callback] }, { "x-forwarded-for": address }))
        const answers = yield* Effect.forEach(Array.from({ length: strangerLimits.register.count + 10 }), () => from("203.0.113.5"))
        expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(strangerLimits.register.count)
        const refused = answers.find(({ status }) => status === 429)
        expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0)
        expect((yield* from("203.0.113.6")).status).toBe(201)
      })
    ))

  it("counts nothing that a page of another site makes a browser send", () =>
    run(
      Effect.gen(function* () {
        for (let n = 0; n < strangerLimits.register.count + 5; n++) {
          const own = n % 2 === 0 ? { "sec-fetch-site": "cross-site" } : { "content-type": "text/plain" }
          expect([403, 415]).toContain((yield* answerAuth(registering({ redirect_uris: [callback] }, own))).status)
        }
        yield* register()
      })
    ))

  it("drops none that a person may be asked about just now, and takes no more when there are far too many", () =>
    run(
      Effect.gen(function* () {
        const { client } = yield* Auth
        const made = (index: number) => ({ id: `idle-${index}`, clientId: `idle-${index}`, redirectUris: "[]", createdAt: new Date(), updatedAt: new Date() })
        const add = (from: number, to: number) =>
          Effect.promise(() => client.oauthClient.createMany({ data: Array.from({ length: to - from }, (_, index) => made(from + index)) }))
        yield* add(0, idleClients.most + 50)
        yield* register()
        expect(yield* Effect.promise(() => client.oauthClient.count())).toBe(idleClients.most + 51)
        for (let from = idleClients.most + 50; from < idleClients.mostAtAll; from += 2000) yield* add(from, Math.min(from + 2000, idleClients.mostAtAll))
        expect(yield* sent(registering({ redirect_uris: [callback] }), Answer, 429)).toMatchObject({ error: "temporarily_unavailable" })
      })
    ))

  it("keeps of the clients that nobody let in the newest ones, and every one that somebody did", () =>
    run(
      Effect.gen(function* () {
        const { client } = yield* Auth
        const person = yield* firstAdmin
        const letIn = yield* register("Let in")
        const tokens = yield* connect(person, letIn)
        const at = (ms: number) => new Date(Date.now() - ms)
        const idle = (index: number, ms: number) => ({
          id: `idle-${index}`,
          clientId: `idle-${index}`,
          redirectUris: "[]",
          createdAt: at(ms),
          updatedAt: at(ms)
        })
        yield* Effect.promise(() =>
          client.oauthClient.createMany({
            data: Array.from({ length: idleClients.most + 20 }, (_, index) => idle(index, idleClients.awaitedMs + 60_000 + index * 1000))
          })
        )
        yield* Effect.promise(() =>
          client.oauthClient.updateMany({ where: { clientId: letIn }, data: { createdAt: at(2 * idleClients.keptMs), updatedAt: at(2 * idleClients.keptMs) } })
        )
        const newest = yield* register("Newest")
        const kept = yield* Effect.promise(() => client.oauthClient.findMany({ select: { clientId: true } }))
        const names = new Set(kept.map(({ clientId }) => clientId))
        expect(kept).toHaveLength(idleClients.most + 1)
        expect([letIn, newest, "idle-0"].every((name) => names.has(name))).toBe(true)
        expect(names.has(`idle-${idleClients.most + 19}`)).toBe(false)
        expect(yield* opens(tokens)).toBe(true)
        yield* Effect.promise(() => client.oauthClient.updateMany({ where: { clientId: "idle-0" }, data: { updatedAt: at(idleClients.keptMs + 1000) } }))
        yield* register("After a month")
        expect(yield* Effect.promise(() => client.oauthClient.count({ where: { clientId: "idle-0" } }))).toBe(0)
      })
    ))

  it("and all the rest of it is not there where others can listen in", () =>
    run(
      Effect.gen(function* () {
        for (const request of [registering({ redirect_uris: [callback] }), posting("token", {}), posting("revoke", {})])
          expect(yield* tagOf(answerAuth(request))).toBe("NotFound")
      }),
      { publicUrl: "http://signalbox.example" }
    ))
})
