import { createServer, type Server, type Socket } from "node:net"
import { gzipSync } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { allowing, ok, quick, send, text, upstream } from "../../../test/fixtures/outgoing"
import { parseAllowList } from "./address"
import { HttpClient } from "./http-client"

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
