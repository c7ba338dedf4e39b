import { createServer, type Server, type Socket } from "node:net"
import { gzipSync } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { type Answer, type ApiUpstream, apiUpstream } from "../../../test/fixtures/api-upstream"
import { parseAllowList } from "./address"
import { HttpClient, type HttpClientOptions, type HttpRequest } from "./http-client"

const upstream = (answer: Answer) =>
  Effect.acquireRelease(
    Effect.promise(() => apiUpstream(answer)),
    (open) => Effect.promise(() => open.close())
  )
const ok: Answer = (_, response) => void response.end("ok")
const text = (body: Uint8Array) => Buffer.from(body).toString("utf8")
const send = (request: Partial<HttpRequest> & { readonly url: string }) => HttpClient.use((http) => http.send({ method: "GET", isRead: true, ...request }))
const quick: Partial<HttpClientOptions> = { retryAfterMs: [0, 0], timeoutMs: 20_000 }
/** May call this upstream, and nothing else that is private. */
const allowing = (open: ApiUpstream, more: Partial<HttpClientOptions> = {}) =>
  HttpClient.layerOf({ ...quick, allow: parseAllowList([`127.0.0.1:${open.port}`]), ...more })
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

describe("trying again", () => {
  const failing = (times: number, status: number) => {
    let count = 0
    return upstream((_, response) => void response.writeHead(count++ < times ? status : 200).end())
  }

  it.live("is for reads", () =>
    Effect.gen(function* () {
      const open = yield* failing(2, 503)
      expect((yield* send({ url: open.origin }).pipe(Effect.provide(allowing(open)))).status).toBe(200)
      expect(open.received).toHaveLength(3)
    })
  )

  it.live("is never for writes", () =>
    Effect.gen(function* () {
      const open = yield* failing(2, 503)
      expect((yield* send({ url: open.origin, method: "POST", isRead: false }).pipe(Effect.provide(allowing(open)))).status).toBe(503)
      expect(open.received).toHaveLength(1)
    })
  )

  it.live("comes to an end, with the last answer", () =>
    Effect.gen(function* () {
      const open = yield* failing(99, 502)
      expect((yield* send({ url: open.origin }).pipe(Effect.provide(allowing(open)))).status).toBe(502)
      expect(open.received).toHaveLength(3)
    })
  )

  it.live("does not wait for an upstream that wants to be left alone for long", () =>
    Effect.gen(function* () {
      const open = yield* upstream((_, response) => void response.writeHead(429, { "retry-after": "3600" }).end())
      expect((yield* send({ url: open.origin }).pipe(Effect.provide(allowing(open)))).status).toBe(429)
      expect(open.received).toHaveLength(1)
    })
  )

  it.live("is not for a write whose connection broke: it may have been done", () =>
    Effect.gen(function* () {
      const open = yield* upstream((_, response) => void response.destroy())
      expect((yield* send({ url: open.origin, method: "POST", isRead: false }).pipe(Effect.provide(allowing(open)), Effect.flip)).fault).toBe("broken")
      expect(open.received).toHaveLength(1)
    })
  )
})

describe("limits", () => {
  it.live("an answer that is too large is cut off, whether it says so or not", () =>
    Effect.gen(function* () {
      const open = yield* upstream(({ url }, response) => {
        if (url === "/said") response.setHeader("content-length", String(10 << 20))
        const write = (): void => {
          if (!response.destroyed && response.write("x".repeat(65_536))) setImmediate(write)
          else if (!response.destroyed) response.once("drain", write)
        }
        write()
      })
      for (const path of ["/said", "/unsaid"]) {
        expect((yield* send({ url: `${open.origin}${path}`, answerBytes: 1 << 20 }).pipe(Effect.provide(allowing(open)), Effect.flip)).fault, path).toBe(
          "too_large"
        )
      }
    })
  )

  it.live("a small answer that unpacks into a large one is cut off", () =>
    Effect.gen(function* () {
      const bomb = gzipSync(Buffer.alloc(64 << 20))
      const open = yield* upstream((_, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(bomb))
      expect(bomb.byteLength).toBeLessThan(1 << 17)
      expect((yield* send({ url: open.origin }).pipe(Effect.provide(allowing(open)), Effect.flip)).fault).toBe("too_large")
    })
  )

  it.live("packed answers are unpacked; damaged ones and foreign encodings fail", () =>
    Effect.gen(function* () {
      const open = yield* upstream(({ url }, response) => {
        if (url === "/good") return void response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("hello"))
        if (url === "/bad") return void response.writeHead(200, { "content-encoding": "gzip" }).end("hello")
        return void response.writeHead(200, { "content-encoding": "compress" }).end("hello")
      })
      const layer = allowing(open)
      expect(text((yield* send({ url: `${open.origin}/good` }).pipe(Effect.provide(layer))).body)).toBe("hello")
      expect((yield* send({ url: `${open.origin}/bad` }).pipe(Effect.provide(layer), Effect.flip)).fault).toBe("broken")
      expect((yield* send({ url: `${open.origin}/foreign` }).pipe(Effect.provide(layer), Effect.flip)).fault).toBe("broken")
    })
  )

  it.live("an upstream that never answers is given up, and so is one that dribbles", () =>
    Effect.gen(function* () {
      const open = yield* upstream(({ url }, response) => void (url === "/dribble" && response.write("x")))
      for (const path of ["/silent", "/dribble"]) {
        expect((yield* send({ url: `${open.origin}${path}`, timeoutMs: 200 }).pipe(Effect.provide(allowing(open)), Effect.flip)).fault, path).toBe("timed_out")
      }
    })
  )

  it.live("what does not speak HTTP is told as that", () =>
    Effect.gen(function* () {
      const server = yield* Effect.acquireRelease(
        Effect.promise(() => listening((socket) => socket.resume().end("SSH-2.0-OpenSSH_9.2\r\n"))),
        (open) => Effect.promise(() => new Promise((resolve) => open.close(resolve)))
      )
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      const layer = HttpClient.layerOf({ ...quick, allow: parseAllowList(["127.0.0.1"]) })
      expect((yield* send({ url: `http://127.0.0.1:${port}/` }).pipe(Effect.provide(layer), Effect.flip)).message).toContain("does not speak HTTP")
    })
  )

  it.live("interruption ends the connection", () =>
    Effect.gen(function* () {
      let closed: () => void = () => undefined
      let arrived: () => void = () => undefined
      const isClosed = new Promise<void>((resolve) => (closed = resolve))
      const hasArrived = new Promise<void>((resolve) => (arrived = resolve))
      const open = yield* upstream((_, response) => {
        response.on("close", () => closed())
        arrived()
      })
      const fiber = yield* Effect.forkChild(send({ url: open.origin }).pipe(Effect.provide(allowing(open))))
      yield* Effect.promise(() => hasArrived)
      yield* Fiber.interrupt(fiber)
      yield* Effect.promise(() => isClosed)
    })
  )
})

describe("headers cannot be smuggled", () => {
  it.live.each<readonly [string, string]>([
    ["x-note", "a\r\nx-admin: 1"],
    ["x-note", "a\nb"],
    ["x-note", "\u0000"],
    ["x-note", "☃"],
    ["x-note: y", "a"],
    ["", "a"],
    ["host", "internal"],
    ["Transfer-Encoding", "chunked"],
    ["content-length", "0"],
    ["Connection", "upgrade"]
  ])("%j: %j is not sent", ([name, value]) =>
    Effect.gen(function* () {
      const open = yield* upstream(ok)
      expect((yield* send({ url: open.origin, headers: { [name]: value } }).pipe(Effect.provide(allowing(open)), Effect.flip)).fault).toBe("malformed")
      expect(open.received).toEqual([])
    })
  )
})

const listening = (take: (socket: Socket) => void): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer(take)
    server.listen(0, "127.0.0.1", () => resolve(server))
  })
