import { Effect, Exit } from "effect"
import { describe, expect, it } from "vitest"
import { AppConfig } from "../config/config"
import { checkOrigin, originFault, requireSameOrigin } from "./guard"

const publicUrl = "https://signalbox.example.com"
const passes = (effect: Effect.Effect<void, unknown, AppConfig>): boolean =>
  Exit.isSuccess(Effect.runSyncExit(Effect.provide(effect, AppConfig.layerOf({ publicUrl }))))
const post = (headers: Record<string, string>) => passes(checkOrigin({ method: "POST", headers: new Headers(headers) }))

describe("a request that changes something and is known by its cookie", () => {
  const cookie = "signalbox.session_token=x"

  it.each([
    ["the browser says same-origin", { "sec-fetch-site": "same-origin" }],
    ["the person opened it", { "sec-fetch-site": "none" }],
    ["an old browser sends our origin", { origin: publicUrl }]
  ])("passes when %s", (_, headers) => {
    expect(post({ cookie, ...headers })).toBe(true)
  })

  it.each([
    ["the browser says cross-site", { "sec-fetch-site": "cross-site" }],
    ["the browser says same-site, which is a neighbour", { "sec-fetch-site": "same-site" }],
    ["Sec-Fetch-Site and Origin disagree", { "sec-fetch-site": "cross-site", origin: publicUrl }],
    ["the origin is another", { origin: "https://evil.example" }],
    ["the origin is hidden", { origin: "null" }],
    ["the origin has our name and another scheme", { origin: "http://signalbox.example.com" }],
    ["the origin begins like ours", { origin: `${publicUrl}.evil.example` }],
    ["neither header is there", {}]
  ])("is refused when %s", (_, headers) => {
    expect(post({ cookie, ...headers })).toBe(false)
  })

  it.each(["PUT", "PATCH", "DELETE", "post"])("is refused for %s as well", (method) => {
    expect(passes(checkOrigin({ method, headers: new Headers({ cookie, origin: "https://evil.example" }) }))).toBe(false)
  })
})

describe("the same rule does not ask", () => {
  it.each(["GET", "HEAD", "OPTIONS"])("%s, which changes nothing", (method) => {
    expect(passes(checkOrigin({ method, headers: new Headers({ cookie: "a=b", "sec-fetch-site": "cross-site" }) }))).toBe(true)
  })

  it("a bearer token, which no browser sends on its own", () => {
    expect(post({ cookie: "a=b", authorization: "Bearer x" })).toBe(true)
  })
})

describe("sign-in, set-up and server actions", () => {
  it("must come from our own pages even without a cookie", () => {
    expect(passes(requireSameOrigin(new Headers()))).toBe(false)
    expect(passes(requireSameOrigin(new Headers({ "sec-fetch-site": "cross-site" })))).toBe(false)
    expect(passes(requireSameOrigin(new Headers({ origin: publicUrl })))).toBe(true)
  })

  it("are told what to send", () => {
    expect(originFault(new Headers(), publicUrl)).toContain(`Origin: ${publicUrl}`)
  })
})
