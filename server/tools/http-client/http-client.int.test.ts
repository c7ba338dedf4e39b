import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { apiUpstream } from "../../../test/fixtures/api-upstream"
import { allowing, ok, quick, send, text, upstream } from "../../../test/fixtures/outgoing"
import { parseAllowList } from "./address"
import { HttpClient, type HttpClientOptions } from "./http-client"

/** For names that only a test knows. */
const names =
  (table: Readonly<Record<string, ReadonlyArray<string>>>): HttpClientOptions["resolve"] =>
  (host) =>
    Promise.resolve(table[host] ?? [])

describe("a private place is refused, however it is written, and nothing reaches it", () => {
  const places = [
    "http://127.0.0.1:PORT/",
    "http://127.1:PORT/",
    "http://0x7f.0.0.1:PORT/",
    "http://0x7f000001:PORT/",
    "http://017700000001:PORT/",
    "http://2130706433:PORT/",
    "http://0177.0.0.1:PORT/",
    "http://127.0.0.1.:PORT/",
    "http://①②⑦.0.0.1:PORT/",
    "http://[::1]:PORT/",
    "http://[::ffff:127.0.0.1]:PORT/",
    "http://[::ffff:7f00:1]:PORT/",
    "http://[0:0:0:0:0:ffff:127.0.0.1]:PORT/",
    "http://0.0.0.0:PORT/",
    "http://0:PORT/",
    "http://localhost:PORT/",
    "http://LOCALHOST.:PORT/",
    "http:\\\\127.0.0.1:PORT\\",
    "http://169.254.169.254/latest/meta-data/",
    "http://[fd00:ec2::254]/latest/meta-data/",
    "http://10.0.0.1/",
    "http://100.64.0.1/",
    "http://[64:ff9b::7f00:1]:PORT/"
  ]
  const resolve = names({ localhost: ["::1", "127.0.0.1"], "localhost.": ["127.0.0.1"] })
  for (const place of places) {
    it.live(place, () =>
      Effect.gen(function* () {
        const open = yield* upstream(ok)
        const failure = yield* send({ url: place.replace("PORT", String(open.port)) }).pipe(
          Effect.provide(HttpClient.layerOf({ ...quick, resolve })),
          Effect.flip
        )
        expect(failure.fault).toBe("refused")
        expect(failure.message).toContain("SIGNALBOX_ALLOW_HOSTS")
        expect(open.received).toEqual([])
      })
    )
  }

  it.live.each([
    "http://user@127.0.0.1/",
    "http://127.0.0.1:80@example.com/",
    "http://example.com:pass@127.0.0.1/",
    "file:///etc/passwd",
    "gopher://127.0.0.1/",
    "http://[fe80::1%25eth0]/",
    "//127.0.0.1/",
    "not an address",
    ""
  ])("%s is not even an address that can be called", (url) =>
    Effect.gen(function* () {
      expect((yield* send({ url }).pipe(Effect.provide(HttpClient.layerOf(quick)), Effect.flip)).fault).toBe("malformed")
    })
  )
})

describe("names", () => {
  it.live("that lead to a private address among public ones are refused", () =>
    Effect.gen(function* () {
      const layer = HttpClient.layerOf({ ...quick, resolve: names({ "mixed.test": ["8.8.8.8", "10.0.0.1"], "mapped.test": ["::ffff:192.168.0.1"] }) })
      for (const host of ["mixed.test", "mapped.test"]) {
        expect((yield* send({ url: `http://${host}/` }).pipe(Effect.provide(layer), Effect.flip)).fault, host).toBe("refused")
      }
    })
  )

  it.live("are connected to at the address that was judged, whatever they resolve to a moment later", () =>
    Effect.gen(function* () {
      const trusted = yield* upstream(ok)
      let asked = 0
      // The first answer is allowed, every later one would be refused: if the name were resolved again, this would show.
      const resolve = () => Promise.resolve(asked++ === 0 ? ["127.0.0.1"] : ["10.0.0.1"])
      const layer = allowing(trusted, { resolve })
      expect((yield* send({ url: `http://changing.test:${trusted.port}/x` }).pipe(Effect.provide(layer))).status).toBe(200)
      expect(asked).toBe(1)
      expect(trusted.received[0]?.headers["host"]).toBe(`changing.test:${trusted.port}`)
      expect((yield* send({ url: `http://changing.test:${trusted.port}/x` }).pipe(Effect.provide(layer), Effect.flip)).fault).toBe("refused")
      expect(trusted.received).toHaveLength(1)
    })
  )

  it.live("that nobody knows, and ports that nobody listens on, are unreachable", () =>
    Effect.gen(function* () {
      const gone = yield* Effect.promise(() => apiUpstream(ok))
      yield* Effect.promise(() => gone.close())
      const layer = allowing(gone, { resolve: names({}) })
      expect((yield* send({ url: "http://nowhere.test/" }).pipe(Effect.provide(layer), Effect.flip)).fault).toBe("unreachable")
      expect((yield* send({ url: `${gone.origin}/` }).pipe(Effect.provide(layer), Effect.flip)).fault).toBe("unreachable")
    })
  )

  it.live("with several addresses are tried one after the other", () =>
    Effect.gen(function* () {
      const open = yield* upstream(ok)
      const layer = HttpClient.layerOf({ ...quick, allow: parseAllowList(["127.0.0.0/8"]), resolve: names({ "two.test": ["127.0.0.9", "127.0.0.1"] }) })
      expect(text((yield* send({ url: `http://two.test:${open.port}/` }).pipe(Effect.provide(layer))).body)).toBe("ok")
    })
  )
})

describe("redirects", () => {
  it.live("to a private place are refused, and nothing reaches it", () =>
    Effect.gen(function* () {
      const hidden = yield* upstream(ok)
      const open = yield* upstream((_, response) => void response.writeHead(302, { location: `${hidden.origin}/secret` }).end())
      const failure = yield* send({ url: open.origin }).pipe(Effect.provide(allowing(open)), Effect.flip)
      expect(failure.fault).toBe("refused")
      expect(hidden.received).toEqual([])
    })
  )

  it.live("to another origin leave the credentials behind, to the same one they keep them", () =>
    Effect.gen(function* () {
      const other = yield* upstream(ok)
      const open = yield* upstream(({ url }, response) => {
        if (url === "/same") return void response.writeHead(301, { location: "/other" }).end()
        return void response.writeHead(307, { location: `${other.origin}/end` }).end()
      })
      const layer = HttpClient.layerOf({ ...quick, allow: parseAllowList(["127.0.0.1"]) })
      yield* send({ url: `${open.origin}/same`, headers: { "x-plain": "1" }, credentials: { authorization: "Bearer s3cret", cookie: "k=s3cret" } }).pipe(
        Effect.provide(layer)
      )
      expect(open.received.map(({ headers }) => headers["authorization"])).toEqual(["Bearer s3cret", "Bearer s3cret"])
      expect(JSON.stringify(other.received)).not.toContain("s3cret")
      expect(other.received[0]?.headers["x-plain"]).toBe("1")
    })
  )

  it.live("without end come to one", () =>
    Effect.gen(function* () {
      const open = yield* upstream((_, response) => void response.writeHead(302, { location: "/again" }).end())
      expect((yield* send({ url: open.origin }).pipe(Effect.provide(allowing(open, { retryAfterMs: [] })), Effect.flip)).message).toContain(
        "redirects more than 5 times"
      )
      expect(open.received).toHaveLength(6)
    })
  )

  it.live.each(["file:///etc/passwd", "http://a:b@127.0.0.1/", "http://["])("to %s are refused", (location) =>
    Effect.gen(function* () {
      const open = yield* upstream((_, response) => void response.writeHead(302, { location }).end())
      expect((yield* send({ url: open.origin }).pipe(Effect.provide(allowing(open)), Effect.flip)).fault).toBe("refused")
    })
  )

  it.live("do not take a write anywhere else", () =>
    Effect.gen(function* () {
      const other = yield* upstream(ok)
      const open = yield* upstream((_, response) => void response.writeHead(307, { location: other.origin }).end())
      const layer = HttpClient.layerOf({ ...quick, allow: parseAllowList(["127.0.0.1"]) })
      expect((yield* send({ url: open.origin, method: "POST", isRead: false, body: Buffer.from("x") }).pipe(Effect.provide(layer))).status).toBe(307)
      expect(other.received).toEqual([])
    })
  )
})
