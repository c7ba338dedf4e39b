import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Answer } from "../../../../test/fixtures/api-upstream"
import { sendJson } from "../../../../test/fixtures/api-upstream"
import { called } from "../../../../test/fixtures/openapi-call"
import { runIdAt } from "../../../domain/ids"
import type { HttpClientOptions } from "../../http-client/http-client"

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

  it.live.each<readonly [string, object, string]>([
    ["/rest?method=photos.list", {}, "/base/rest?method=photos.list&limit=2"],
    ["/#Action=Create", {}, "/base/?limit=2"],
    ["/x?id={id}&limit={limit}#a", { id: "a&b" }, "/base/x?id=a%26b&limit=2"]
  ])("%s: a fragment is not sent, and a query is one", ([path, more, url]) =>
    Effect.gen(function* () {
      const named = path.includes("{id}") ? [{ name: "id", in: "path", required: true, schema: {} }] : []
      const parameters = [{ name: "limit", in: "query", schema: { type: "integer" } }, ...named]
      expect((yield* called({ parameters }, { limit: 2, ...more }, { path })).sent).toMatchObject({ url, body: "" })
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
