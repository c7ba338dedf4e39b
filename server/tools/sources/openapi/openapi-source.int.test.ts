import { describe, expect, it } from "@effect/vitest"
import { Effect, type Schema } from "effect"
import type { Answer } from "../../../../test/fixtures/api-upstream"
import { sendJson } from "../../../../test/fixtures/api-upstream"
import { allowing, upstream } from "../../../../test/fixtures/outgoing"
import { runIdAt, TeamId, toolCallIdOf } from "../../../domain/ids"
import { parseAllowList } from "../../http-client/address"
import { HttpClient, type HttpClientOptions } from "../../http-client/http-client"
import type { Credentials } from "../credentials"
import { compileDocument } from "./compile-document"
import { makeOpenApiSource, type OpenApiSourceParts } from "./openapi-source"

const teamId = TeamId.make("team")
const secret = "canary-5d1f0c9a"
const fine: Answer = (_, response) => sendJson(response, 200, { ok: true })

const schemes = {
  bearer: { type: "http", scheme: "bearer" },
  basic: { type: "http", scheme: "basic" },
  header: { type: "apiKey", in: "header", name: "X-Key" },
  query: { type: "apiKey", in: "query", name: "key" },
  cookie: { type: "apiKey", in: "cookie", name: "session" },
  oauth: { type: "oauth2", flows: {} }
}

/** The one operation `api.x.run` of a document, called once. */
const called = (
  operation: object,
  args: Schema.Json,
  {
    answer = fine,
    method = "post",
    path = "/x",
    ...more
  }: { answer?: Answer; method?: string; path?: string; http?: Partial<HttpClientOptions>; credentials?: Credentials; parts?: Partial<OpenApiSourceParts> } = {}
) =>
  Effect.gen(function* () {
    const open = yield* upstream(answer)
    const document = {
      openapi: "3.1.0",
      components: { securitySchemes: schemes },
      paths: { [path]: { [method]: { tags: ["x"], operationId: "run", ...operation } } }
    }
    const compiled = compileDocument(JSON.stringify(document))
    if ("fault" in compiled) throw new Error(compiled.fault)
    const call = HttpClient.use((http) => {
      const parts = {
        name: "api",
        description: null,
        connection: null,
        origins: [open.origin],
        baseUrl: `${open.origin}/base/`,
        credentials: more.credentials ?? null,
        api: compiled.value,
        ...more.parts
      }
      const source = makeOpenApiSource(parts, http)
      const runId = runIdAt(1, [])
      return Effect.flatMap(source.tools(teamId), ([tool]) => {
        if (tool === undefined) throw new Error("no tool")
        const invocation = {
          teamId,
          runId,
          path: tool.path,
          args,
          toolCallId: toolCallIdOf(3),
          actor: { kind: "user", id: "u", label: "Ann" } as const,
          idempotencyKey: `${runId}:call_3`
        }
        return source.invoke(tool, invocation)
      })
    })
    const result = yield* Effect.result(call.pipe(Effect.provide(allowing(open, more.http))))
    const outcome = result._tag === "Success" ? { value: result.success } : { error: result.failure }
    return { ...outcome, sent: open.received[0], count: open.received.length }
  })

const field = (schema: object) => ({ required: true, content: { "application/json": { schema: { type: "object", properties: schema } } } })
const content = (type: string, schema: object, encoding: object = {}) => ({ requestBody: { required: true, content: { [type]: { schema, encoding } } } })

describe("the request is what the document says", () => {
  it.live("path, query, header, cookie and body each get their arguments, and the call its idempotency key", () =>
    Effect.gen(function* () {
      const parameters = [
        { name: "id", in: "path", required: true, schema: { type: "string" } },
        { name: "tag", in: "query", schema: { type: "array" } },
        { name: "filter", in: "query", content: { "application/json": { schema: {} } } },
        { name: "X-Trace", in: "header", schema: { type: "string" } },
        { name: "theme", in: "cookie", schema: { type: "string" } }
      ]
      const args = { id: "a/b c", tag: ["1", "&"], filter: { a: 1 }, "X-Trace": "t", theme: "dark", title: "T" }
      const { sent } = yield* called({ parameters, requestBody: field({ title: {} }) }, args, { path: "/x/{id}" })
      expect(sent).toMatchObject({ method: "POST", url: "/base/x/a%2Fb%20c?tag=1&tag=%26&filter=%7B%22a%22%3A1%7D", body: '{"title":"T"}' })
      expect(sent?.headers).toMatchObject({
        "x-trace": "t",
        cookie: "theme=dark",
        "content-type": "application/json",
        "idempotency-key": `${runIdAt(1, [])}:call_3`
      })
    })
  )

  it.live.each(["..", ".", ""])("%j as a value in the path is refused: it would name another thing", (id) =>
    Effect.gen(function* () {
      const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }]
      const { error, count } = yield* called({ parameters }, { id }, { path: "/x/{id}" })
      expect(error).toMatchObject({ code: "invalid_tool_arguments" })
      expect(count).toBe(0)
    })
  )

  it.live("a header cannot bring another one along", () =>
    Effect.gen(function* () {
      const { error, count } = yield* called({ parameters: [{ name: "X-A", in: "header", schema: {} }] }, { "X-A": "a\r\nX-Admin: 1" })
      expect(error).toMatchObject({ code: "invalid_tool_arguments" })
      expect(count).toBe(0)
    })
  )

  it.live("forms are urlencoded, nested values by their style or as JSON", () =>
    Effect.gen(function* () {
      const schema = { type: "object", properties: { a: {}, list: {}, deep: {}, plain: {} } }
      const { sent } = yield* called(content("application/x-www-form-urlencoded", schema, { deep: { style: "deepObject", explode: true } }), {
        a: "x y&z",
        list: ["1", "2"],
        deep: { k: "v" },
        plain: { k: "v" }
      })
      expect(sent?.headers["content-type"]).toBe("application/x-www-form-urlencoded")
      expect(sent?.body).toBe("a=x%20y%26z&list=1&list=2&deep%5Bk%5D=v&plain=%7B%22k%22%3A%22v%22%7D")
    })
  )

  it.live("a body as a whole is its own argument, also beside parameters that have its name", () =>
    Effect.gen(function* () {
      const parameters = ["body", "request_body"].map((name) => ({ name, in: "query", schema: { type: "string" } }))
      const list = content("application/json", { type: "array" })
      const one = yield* called({ parameters: parameters.slice(0, 1), ...list }, { body: "q", request_body: [1] })
      expect(one.sent).toMatchObject({ url: "/base/x?body=q", body: "[1]" })
      const two = yield* called({ parameters, ...list }, { body: "q", request_body: "r", request_body_2: [2] })
      expect(two.sent).toMatchObject({ url: "/base/x?body=q&request_body=r", body: "[2]" })
      const none = yield* called({ parameters, requestBody: { content: list.requestBody.content } }, { body: "q" })
      expect(none.sent).toMatchObject({ url: "/base/x?body=q", body: "" })
    })
  )

  it.live("a body that is null is sent as null", () =>
    Effect.gen(function* () {
      const { sent } = yield* called(content("application/json", { type: ["array", "null"] }), { body: null })
      expect(sent).toMatchObject({ body: "null", headers: { "content-type": "application/json" } })
    })
  )

  it.live("multipart parts are fields, JSON and files, whose names cannot break out", () =>
    Effect.gen(function* () {
      const schema = { type: "object", properties: { note: { type: "string" }, meta: { type: "object" }, file: { type: "string", format: "binary" } } }
      const file = { data: Buffer.from("bytes").toString("base64"), filename: 'a"\r\nb.txt', contentType: "text/plain" }
      const { sent } = yield* called(content("multipart/form-data", schema), { note: "hi", meta: { k: 1 }, file })
      const boundary = /boundary=(\S+)/.exec(sent?.headers["content-type"] ?? "")?.[1]
      expect(sent?.body).toBe(
        [
          `--${boundary}`,
          'Content-Disposition: form-data; name="note"',
          "",
          "hi",
          `--${boundary}`,
          'Content-Disposition: form-data; name="meta"',
          "Content-Type: application/json",
          "",
          '{"k":1}',
          `--${boundary}`,
          'Content-Disposition: form-data; name="file"; filename="a%22%0D%0Ab.txt"',
          "Content-Type: text/plain",
          "",
          "bytes",
          `--${boundary}--`,
          ""
        ].join("\r\n")
      )
    })
  )
})

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

describe("an API that misbehaves fails its own call, in words", () => {
  it.live.each<readonly [string, Answer, string, Partial<HttpClientOptions>]>([
    ["says JSON and sends none", (_, response) => void response.writeHead(200, { "content-type": "application/json" }).end("<html>"), "invalid_response", {}],
    [
      "nests too deep",
      (_, response) => void response.writeHead(200, { "content-type": "application/json" }).end(`${"[".repeat(9000)}${"]".repeat(9000)}`),
      "invalid_response",
      {}
    ],
    ["sends too much", (_, response) => void response.end(Buffer.alloc(2 << 20)), "result_too_large", { answerBytes: 1 << 20 }],
    ["never answers", () => undefined, "tool_timeout", { timeoutMs: 200 }],
    ["hangs up", (_, response) => void response.destroy(), "source_unavailable", {}],
    ["refuses the credentials", (_, response) => sendJson(response, 401, {}), "unauthorized_connection", {}],
    ["moves elsewhere", (_, response) => void response.writeHead(302, { location: "https://elsewhere.example/" }).end(), "http_302", {}]
  ])("one that %s", ([, answer, code, http]) =>
    Effect.gen(function* () {
      const { error } = yield* called({}, {}, { answer, http })
      expect(error).toMatchObject({ _tag: "ToolError", code })
      expect(error?.message).toContain("api.x.run")
    })
  )

  it.live("a write whose answer did not come says that it may have been done, a read that it may be tried again", () =>
    Effect.gen(function* () {
      const answer: Answer = (_, response) => void response.destroy()
      expect((yield* called({}, {}, { answer })).error).toMatchObject({ retryable: false, message: expect.stringContaining("is not known") })
      expect((yield* called({}, {}, { answer, method: "get" })).error).toMatchObject({ retryable: true })
    })
  )

  it.live("no body is null, other bodies are bytes", () =>
    Effect.gen(function* () {
      expect((yield* called({}, {}, { answer: (_, response) => void response.writeHead(204).end() })).value).toBeNull()
      const image: Answer = (_, response) => void response.writeHead(200, { "content-type": "image/png" }).end("png")
      expect((yield* called({}, {}, { answer: image, method: "get" })).value).toEqual({ mimeType: "image/png", data: Buffer.from("png").toString("base64") })
    })
  )
})
