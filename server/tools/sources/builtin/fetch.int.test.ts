import { describe, expect, it } from "@effect/vitest"
import { Effect, Ref, type Schema } from "effect"
import type { ApiUpstream } from "../../../../test/fixtures/api-upstream"
import { quick, upstream } from "../../../../test/fixtures/outgoing"
import type { AllowedHost } from "../../../domain/host-entry"
import { runIdAt, TeamId, toolCallIdOf } from "../../../domain/ids"
import { noInCall } from "../../../engine/tool-invoker"
import { allowListFor } from "../../http-client/address"
import { HttpClient, type HttpClientOptions } from "../../http-client/http-client"
import { makeFetchSource } from "./fetch"

const teamId = TeamId.make("team")
const hostFor = (host: string, ...uses: AllowedHost["uses"]): AllowedHost => ({ host, uses, by: null, at: null })

/** `http.fetch` of an installation with these hosts; `hosts` may be changed meanwhile. */
const world = Effect.fnUntraced(function* (listed: ReadonlyArray<AllowedHost>, options: Partial<HttpClientOptions> = {}) {
  const hosts = yield* Ref.make(listed)
  const also = Effect.map(Ref.get(hosts), (all) => allowListFor(all, "private"))
  const http = yield* HttpClient.pipe(Effect.provide(HttpClient.layerOf({ ...quick, also, ...options })))
  const sources = makeFetchSource(http, Ref.get(hosts))
  const call = Effect.fnUntraced(function* (args: { readonly [name: string]: Schema.Json }) {
    const [source] = yield* sources
    const [tool] = source === undefined ? [] : yield* source.tools(teamId)
    if (source === undefined || tool === undefined) return yield* Effect.die("there is no http.fetch")
    const of = { teamId, runId: runIdAt(1, []), toolCallId: toolCallIdOf(1), actor: { kind: "user", id: "u", label: "Ann" } } as const
    return yield* source.invoke(tool, { ...of, path: tool.path, args, idempotencyKey: "run:call", ...noInCall })
  })
  return { hosts, sources, call }
})

const both = (open: ApiUpstream) => [hostFor(`127.0.0.1:${open.port}`, "private", "fetch")]
const ok = upstream((_, response) => void response.writeHead(200, { "content-type": "text/plain", "x-kind": "a" }).end("ok"))

describe("http.fetch", () => {
  it.live("is there only while a host is allowed for it", () =>
    Effect.gen(function* () {
      const { hosts, sources } = yield* world([hostFor("10.0.0.0/8", "private")])
      expect(yield* sources).toEqual([])
      yield* Ref.set(hosts, [hostFor("api.example.com", "fetch")])
      expect((yield* sources).map(({ name }) => name)).toEqual(["http"])
    })
  )

  it.live("sends what it is told and returns the answer, whatever its status", () =>
    Effect.gen(function* () {
      const open = yield* upstream((_, response) => void response.writeHead(404, { "content-type": "application/json" }).end('{"gone":true}'))
      const { call } = yield* world(both(open))
      const url = `${open.origin}/a?b=1`
      expect(yield* call({ url, method: "PUT", headers: { Authorization: "Bearer s3cret" }, body: { a: [1] } })).toMatchObject({
        status: 404,
        url,
        headers: { "content-type": "application/json" },
        body: { gone: true }
      })
      yield* call({ url, method: "POST", body: "plain" })
      expect(open.received).toMatchObject([
        {
          method: "PUT",
          url: "/a?b=1",
          body: '{"a":[1]}',
          headers: { authorization: "Bearer s3cret", "content-type": "application/json", "idempotency-key": "run:call" }
        },
        { method: "POST", body: "plain", headers: { "content-type": "text/plain; charset=utf-8" } }
      ])
    })
  )

  it.live("calls no host that is not allowed for it, though others may reach it, also by a redirect, and none after its removal", () =>
    Effect.gen(function* () {
      const open = yield* upstream(({ url }, response) => void response.writeHead(url === "/away" ? 307 : 200, { location: `${other.origin}/x` }).end())
      const other = yield* ok
      const { call, hosts } = yield* world([...both(open), hostFor("127.0.0.1", "private")])
      expect(yield* Effect.flip(call({ url: other.origin }))).toMatchObject({
        code: "source_unavailable",
        message: expect.stringContaining("once an admin allows it")
      })
      expect(yield* Effect.flip(call({ url: `${open.origin}/away` }))).toMatchObject({ code: "source_unavailable" })
      expect(other.received).toEqual([])
      expect(yield* call({ url: open.origin })).toMatchObject({ status: 200 })
      yield* Ref.set(hosts, [hostFor("elsewhere.example", "fetch")])
      expect(yield* Effect.flip(call({ url: open.origin }))).toMatchObject({ code: "source_unavailable" })
      expect(open.received).toHaveLength(2)
    })
  )

  it.live("reaches no private address by a name that is allowed for it alone", () =>
    Effect.gen(function* () {
      const open = yield* ok
      const resolve = () => Promise.resolve(["127.0.0.1"])
      const { call, hosts } = yield* world([hostFor("api.example.com", "fetch")], { resolve })
      const url = `http://api.example.com:${open.port}/`
      expect(yield* Effect.flip(call({ url }))).toMatchObject({ message: expect.stringContaining("is this machine itself") })
      expect(open.received).toEqual([])
      yield* Ref.set(hosts, [hostFor("api.example.com", "fetch", "private")])
      expect(yield* call({ url })).toMatchObject({ status: 200, body: "ok" })
    })
  )

  it.live("leaves a program's own headers behind when it is redirected to another origin", () =>
    Effect.gen(function* () {
      const other = yield* ok
      const open = yield* upstream((_, response) => void response.writeHead(302, { location: other.origin }).end())
      const { call } = yield* world([hostFor("127.0.0.1", "private", "fetch")])
      yield* call({ url: open.origin, headers: { "X-Api-Key": "s3cret", Cookie: "a=s3cret", Accept: "text/plain" } })
      expect(open.received[0]?.headers).toMatchObject({ "x-api-key": "s3cret", cookie: "a=s3cret" })
      expect(JSON.stringify(other.received)).not.toContain("s3cret")
      expect(other.received[0]?.headers["accept"]).toBe("text/plain")
    })
  )

  it.live("refuses what cannot be sent, and an answer that is too large", () =>
    Effect.gen(function* () {
      const open = yield* upstream((_, response) => void response.end(Buffer.alloc((4 << 20) + 1)))
      const { call } = yield* world(both(open))
      const codeOf = (args: object) => Effect.map(Effect.flip(call({ url: open.origin, ...args })), ({ code }) => code)
      expect(yield* codeOf({ body: "x" })).toBe("invalid_tool_arguments")
      expect(yield* codeOf({ headers: { Host: "other" } })).toBe("invalid_tool_arguments")
      expect(yield* codeOf({ headers: { "x-a": "1\r\nx-b: 2" } })).toBe("invalid_tool_arguments")
      expect(yield* codeOf({ method: "TRACE" })).toBe("invalid_tool_arguments")
      expect(yield* codeOf({ method: "POST", body: "x".repeat((1 << 20) + 1) })).toBe("invalid_tool_arguments")
      expect(yield* codeOf({ url: `http://u:p@127.0.0.1:${open.port}/` })).toBe("invalid_tool_arguments")
      expect(open.received).toEqual([])
      expect(yield* codeOf({})).toBe("result_too_large")
    })
  )

  it.live("is a read with GET and HEAD, destructive with DELETE, and a write with anything else", () =>
    Effect.gen(function* () {
      const { sources } = yield* world([hostFor("api.example.com", "fetch")])
      const [tool] = yield* (yield* sources)[0]?.tools(teamId) ?? Effect.die("none")
      const natures = [{}, { method: "GET" }, { method: "HEAD" }, { method: "POST" }, { method: "PATCH" }, { method: "DELETE" }, { method: "get" }]
      expect(natures.map((args) => tool?.natureOf?.(args)).map((nature) => `${nature?.effect} ${nature?.repeatable}`)).toEqual([
        "read true",
        "read true",
        "read true",
        "write false",
        "write false",
        "destructive false",
        "write false"
      ])
    })
  )
})
