import { NextRequest } from "next/server"
import { afterEach, describe, expect, it, vi } from "vitest"
import { config, proxy } from "../../proxy"
import { atPublicUrl } from "../../server/http/right-address"

afterEach(() => vi.unstubAllEnvs())

const ask = (path: string, headers: Record<string, string> = { host: "localhost:3000" }, method = "GET") =>
  proxy(new NextRequest(`http://localhost:3000${path}`, { method, headers }))
const isInFrontOf = (path: string) => config.matcher.some((matcher) => new RegExp(`^${matcher}$`).test(path))

describe("in front of every page", () => {
  it("sets the policy with a nonce of its own for each request, and hands it to the page", () => {
    const nonces = [ask("/runs"), ask("/runs")].map((response) => {
      const policy = response.headers.get("content-security-policy") ?? ""
      const nonce = /'nonce-([A-Za-z0-9+/]{22}==)'/.exec(policy)?.[1]
      expect(nonce).toBeDefined()
      expect(response.headers.get("x-middleware-request-x-nonce")).toBe(nonce)
      expect(response.headers.get("x-middleware-request-content-security-policy")).toBe(policy)
      return nonce
    })
    expect(nonces[0]).not.toBe(nonces[1])
  })

  it("does not take a nonce or a path from the request", () => {
    const response = ask("/runs?status=failed", {
      host: "localhost:3000",
      "x-nonce": "theirs",
      "x-asked-for": "/theirs?status=failed",
      "content-security-policy": "script-src 'nonce-theirs'"
    })
    expect(JSON.stringify([...response.headers])).not.toContain("theirs")
    expect(response.headers.get("x-middleware-request-x-asked-for")).toBe("/runs?status=failed")
  })

  it("hands on the query that the front door noted: the one that was parsed has lost and doubled names", () => {
    const response = ask("/runs?constructor=&constructor=2", { host: "localhost:3000", "x-asked-for": "/runs?constructor=2&__proto__=1&_rsc=1x" })
    expect(response.headers.get("x-middleware-request-x-asked-for")).toBe("/runs?constructor=2&__proto__=1")
  })

  it("sets the other headers, on redirects too", () => {
    for (const response of [ask("/runs"), ask("/setup?token=t"), ask("/runs", { host: "127.0.0.1:3000" })]) {
      expect(response.headers.get("x-content-type-options")).toBe("nosniff")
      expect(response.headers.get("referrer-policy")).toBe("same-origin")
      expect(response.headers.get("x-frame-options")).toBe("DENY")
    }
  })

  it("is not in front of the API and of files", () => {
    for (const path of ["/", "/runs", "/runs/run_1", "/sign-in", "/setup", "/apiary", "/runs/x.svg"]) expect(isInFrontOf(path), path).toBe(true)
    for (const path of ["/api/v1/runs", "/api/auth/sign-in/email", "/_next/static/chunks/a.js", "/favicon.svg", "/logo.svg"])
      expect(isInFrontOf(path), path).toBe(false)
  })
})

describe("the one-time link", () => {
  it("moves its token into a cookie for the set-up page alone", () => {
    const response = ask("/setup?token=a%2Bb")
    expect(response.status).toBe(303)
    expect(response.headers.get("location")).toBe("http://localhost:3000/setup")
    expect(response.headers.get("cache-control")).toBe("no-store")
    expect(response.headers.get("set-cookie")).toBe("signalbox_setup=a%2Bb; Max-Age=3600; Path=/setup; HttpOnly; SameSite=Lax")
  })

  it("marks the cookie Secure under https", () => {
    vi.stubEnv("PUBLIC_URL", "https://signalbox.example.com")
    const response = ask("/setup?token=t", { host: "signalbox.example.com" })
    expect(response.headers.get("location")).toBe("https://signalbox.example.com/setup")
    expect(response.headers.get("set-cookie")).toMatch(/; Secure$/)
  })

  it("is shown as it is without a token", () => {
    expect(ask("/setup").headers.get("x-middleware-rewrite")).toBeNull()
  })
})

describe("another spelling of the loopback address", () => {
  it("is handed to the redirect, with path and query", () => {
    const response = ask("/runs?status=failed", { host: "127.0.0.1:3000" })
    expect(response.headers.get("x-middleware-rewrite")).toBe("http://localhost:3000/api/right-address")
    expect(response.headers.get("x-middleware-request-x-asked-for")).toBe("/runs?status=failed")
  })

  it("keeps the token of a set-up link for the right address", () => {
    const response = ask("/setup?token=t", { host: "[::1]:3000" })
    expect(response.headers.get("x-middleware-request-x-asked-for")).toBe("/setup?token=t")
    expect(response.headers.get("set-cookie")).toBeNull()
  })

  it("leads to the public address and never elsewhere", () => {
    const publicUrl = "http://localhost:3000"
    expect(atPublicUrl(publicUrl, "/runs?status=failed")).toBe("http://localhost:3000/runs?status=failed")
    for (const path of [null, "", "//evil.example", "@evil.example", ".evil.example", ":80@evil.example", "https://evil.example", "/\\evil.example"]) {
      expect(new URL(atPublicUrl(publicUrl, path)).origin, String(path)).toBe(publicUrl)
    }
  })

  it("does not redirect a form: the browser would lose what was typed", () => {
    expect(ask("/sign-in", { host: "127.0.0.1:3000" }, "POST").headers.get("x-middleware-rewrite")).toBeNull()
  })
})
