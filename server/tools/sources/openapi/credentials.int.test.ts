import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Answer } from "../../../../test/fixtures/api-upstream"
import { sendJson } from "../../../../test/fixtures/api-upstream"
import { called, fine } from "../../../../test/fixtures/openapi-call"
import { upstream } from "../../../../test/fixtures/outgoing"
import { parseAllowList } from "../../http-client/address"
import type { Credentials } from "../credentials"

const secret = "canary-5d1f0c9a"

describe("credentials go where the document says", () => {
  const all: ReadonlyArray<readonly [string, Credentials, string, string]> = [
    ["bearer", { type: "bearer", token: secret }, "authorization", `Bearer ${secret}`],
    ["oauth", { type: "bearer", token: secret }, "authorization", `Bearer ${secret}`],
    ["basic", { type: "basic", username: "ann", password: secret }, "authorization", `Basic ${Buffer.from(`ann:${secret}`).toString("base64")}`],
    ["header", { type: "apiKey", value: secret }, "x-key", secret],
    ["cookie", { type: "apiKey", value: secret }, "cookie", `session=${secret}`]
  ]
  for (const [scheme, credentials, header, value] of all) {
    it.live(scheme, () =>
      Effect.gen(function* () {
        const { sent } = yield* called({ security: [{ [scheme]: [] }] }, {}, { credentials })
        expect(sent?.headers[header]).toBe(value)
      })
    )
  }

  it.live("in the query, and several together", () =>
    Effect.gen(function* () {
      expect((yield* called({ security: [{ query: [] }] }, {}, { credentials: { type: "apiKey", value: secret } })).sent?.url).toBe(`/base/x?key=${secret}`)
      const given = { query: { type: "apiKey", value: "q" }, header: { type: "apiKey", value: "h" } } as const
      const { sent } = yield* called({ security: [{ bearer: [] }, { query: [], header: [] }] }, {}, { credentials: { type: "schemes", schemes: given } })
      expect(sent).toMatchObject({ url: "/base/x?key=q", headers: { "x-key": "h" } })
    })
  )

  it.live("an operation that is public gets none, and one whose scheme has none is not called", () =>
    Effect.gen(function* () {
      const { sent } = yield* called({ security: [] }, {}, { credentials: { type: "bearer", token: secret } })
      expect(JSON.stringify(sent)).not.toContain(secret)
      const missing = yield* called({ security: [{ bearer: [] }] }, {}, { credentials: { type: "schemes", schemes: {} } })
      expect(missing).toMatchObject({ error: { code: "unauthorized_connection" }, count: 0 })
    })
  )

  it.live("never to another origin than the source's own, whatever was accepted when it was added", () =>
    Effect.gen(function* () {
      const elsewhere = yield* upstream(fine)
      const allow = parseAllowList(["127.0.0.1"])
      const origins = [elsewhere.origin]
      for (const security of [[{ bearer: [] }], []]) {
        const operation = { servers: [{ url: elsewhere.origin }], security }
        const given = { credentials: { type: "bearer", token: secret }, parts: { origins }, http: { allow } } as const
        const { error, count } = yield* called(operation, {}, given)
        expect(error).toMatchObject({ code: "source_unavailable", message: expect.stringContaining("the credentials are for 127.0.0.1") })
        expect(count).toBe(0)
      }
      expect(elsewhere.received).toEqual([])
      // The same place is called where there is nothing to lose.
      for (const credentials of [undefined, { type: "none" }] as const)
        yield* called({ servers: [{ url: elsewhere.origin }] }, {}, { ...(credentials && { credentials }), parts: { origins }, http: { allow } })
      expect(elsewhere.received).toHaveLength(2)
    })
  )

  it.live("without credentials, calls go to no origin that the admin has not accepted", () =>
    Effect.gen(function* () {
      const elsewhere = yield* upstream(fine)
      const { error } = yield* called({ servers: [{ url: elsewhere.origin }] }, {}, { http: { allow: parseAllowList(["127.0.0.1"]) } })
      expect(error).toMatchObject({ code: "source_unavailable", message: expect.stringContaining("removing the source and adding it again") })
      expect(elsewhere.received).toEqual([])
    })
  )

  it.live.each<readonly [string, Answer]>([
    ["in JSON", ({ headers }, response) => sendJson(response, 200, { echo: headers })],
    ["in text", ({ headers }, response) => void response.writeHead(200, { "content-type": "text/plain" }).end(String(headers["authorization"]))],
    ["in an error", ({ headers }, response) => sendJson(response, 500, { message: `bad token ${headers["authorization"]}` })],
    ["in base64", (_, response) => sendJson(response, 200, Buffer.from(secret).toString("base64"))],
    ["in a URL", (_, response) => sendJson(response, 200, `https://x/?t=${encodeURIComponent(secret)}`)]
  ])("do not come back %s", ([, answer]) =>
    Effect.gen(function* () {
      const { value, error } = yield* called({}, {}, { answer, credentials: { type: "bearer", token: secret } })
      const told = JSON.stringify([value, error, error?.message])
      expect(told).not.toContain(secret)
      expect(told).not.toContain(Buffer.from(secret).toString("base64").replace(/=+$/, ""))
      expect(told).toContain("[redacted]")
    })
  )
})

describe("credentials with characters that are written in many ways do not come back", () => {
  const spiky = "Zk9/q+7w/Lx==:p2&R"
  const escaped = spiky.replace(/\//g, "\\/").replace(/=/g, "\\u003d").replace(/\+/g, "\\u002B")
  const raw =
    (type: string, body: (authorization: string) => string | Uint8Array, status = 200): Answer =>
    ({ headers }, response) =>
      void response.writeHead(status, { "content-type": type }).end(body(String(headers["authorization"])))
  const everywhere = `{"${escaped}": ["x ${escaped}", {"\\u005a${escaped.slice(1)}": 1}], "message": "no ${escaped}", "kept": "a/b+c=="}`
  const all: ReadonlyArray<readonly [string, Answer]> = [
    ["as keys and texts of JSON", raw("application/json", () => everywhere)],
    ["as keys and texts of an error's JSON", raw("application/problem+json", () => everywhere, 422)],
    [
      "as JSON within JSON",
      raw("application/json", () =>
        JSON.stringify({ data: `{"token":"${escaped}"}`, url: encodeURIComponent(spiky).replace(/%../g, (hex) => hex.toLowerCase()) })
      )
    ],
    ["as JSON that says it is text", raw("text/plain", () => `{"token":"${escaped}"}`)],
    ["as an error's JSON that is cut off", raw("application/json", () => `{"token":"${escaped}"`, 500)],
    ["as bytes among others", raw("application/octet-stream", (sent) => Buffer.concat([Buffer.from([0, 255, 128]), Buffer.from(sent), Buffer.from([254])]))],
    ["as bytes in base64", raw("application/octet-stream", () => Buffer.from(spiky).toString("base64"))],
    ["without the word before it", raw("application/json", (sent) => JSON.stringify({ token: sent.split(" ")[1] }))]
  ]
  const given: ReadonlyArray<Credentials> = [
    { type: "headers", headers: { authorization: `Token ${spiky}` } },
    { type: "bearer", token: spiky }
  ]
  for (const credentials of given) {
    it.live.each(all)(`${credentials.type}: %s`, ([, answer]) =>
      Effect.gen(function* () {
        const { value, error, sent } = yield* called({}, {}, { answer, credentials })
        expect(sent?.headers["authorization"]).toContain(spiky)
        const told = JSON.stringify([value, error, error?.message])
        const bytes = Buffer.from(/"data":"([^"]*)"/.exec(told)?.[1] ?? "", "base64").toString("latin1")
        expect(`${told}${bytes}`).toContain("[redacted]")
        // Each end of it: no part stays behind.
        for (const part of ["Zk9", "p2&R", "p2%26R", "Lx", Buffer.from(spiky).toString("base64").slice(0, 8)]) expect(`${told}${bytes}`).not.toContain(part)
        if (told.includes("kept")) expect(told).toContain('"kept":"a/b+c=="')
        if (bytes !== "" && bytes.charCodeAt(0) === 0) expect([...Buffer.from(bytes, "latin1")].slice(0, 3)).toEqual([0, 255, 128])
      })
    )
  }

  it.live("nor as a number, where they are digits", () =>
    Effect.gen(function* () {
      const { value } = yield* called(
        {},
        {},
        { answer: (_, response) => sendJson(response, 200, { pin: 90817263, count: 7 }), credentials: { type: "apiKey", value: "90817263", name: "k" } }
      )
      expect(value).toEqual({ pin: "[redacted]", count: 7 })
    })
  )
})
