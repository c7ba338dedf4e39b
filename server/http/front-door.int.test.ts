import { once } from "node:events"
import { createServer, request } from "node:http"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { openFrontDoor } from "./front-door"

/** What a handler behind the door is given. */
interface Given {
  readonly url: string | undefined
  readonly address: string | ReadonlyArray<string> | undefined
  readonly askedFor: string | ReadonlyArray<string> | undefined
}

const server = createServer((incoming, response) => {
  response.end(JSON.stringify({ url: incoming.url, address: incoming.headers["x-forwarded-for"], askedFor: incoming.headers["x-asked-for"] }))
})
let port = 0

beforeAll(async () => {
  vi.stubEnv("SIGNALBOX_TRUSTED_PROXIES", "127.0.0.2")
  openFrontDoor()
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  port = typeof address === "object" && address !== null ? address.port : 0
})
afterAll(() => {
  server.close()
  vi.unstubAllEnvs()
})

/** With a path that is sent as it is written, from an address of one's choice. */
const ask = (path: string, forwardedFor?: string, from = "127.0.0.1", more: Record<string, string> = {}): Promise<Given> =>
  new Promise((resolve, reject) => {
    const headers = { ...more, ...(forwardedFor !== undefined && { "x-forwarded-for": forwardedFor }) }
    const sent = request({ host: "127.0.0.1", port, path, headers, localAddress: from }, (answer) => {
      let text = ""
      answer.on("data", (chunk) => {
        text += String(chunk)
      })
      answer.on("end", () => resolve(JSON.parse(text)))
    })
    sent.on("error", reject)
    sent.end()
  })

it("writes the socket's address over whatever the client says it is", async () => {
  expect(await ask("/runs", "203.0.113.9")).toMatchObject({ url: "/runs", address: "127.0.0.1" })
  expect(await ask("/runs")).toMatchObject({ url: "/runs", address: "127.0.0.1" })
})

it("believes a trusted proxy, and no further than it can see", async () => {
  expect(await ask("/runs", "198.51.100.1, 203.0.113.9", "127.0.0.2")).toMatchObject({ address: "203.0.113.9" })
})

it("lets no path through that cannot be decoded: calls are told so, pages are not found", async () => {
  expect(await ask("/api/v1/runs/%E0%A4%A?limit=1")).toMatchObject({ url: "/api/malformed-path" })
  expect(await ask("/runs/%E0%A4%A?tab=raw")).toMatchObject({ url: "/runs/%25E0%25A4%25A?tab=raw" })
  expect(await ask("/runs/a%20b?q=%E0%A4%A")).toMatchObject({ url: "/runs/a%20b?q=%E0%A4%A" })
})

it("notes the address as it was sent, over whatever the client says it was", async () => {
  expect(await ask("/runs?b=1&__proto__=1&constructor=2&b=3")).toMatchObject({ askedFor: "/runs?b=1&__proto__=1&constructor=2&b=3" })
  expect(await ask("/runs?a=1", undefined, "127.0.0.1", { "x-asked-for": "//elsewhere.test" })).toMatchObject({ askedFor: "/runs?a=1" })
})
