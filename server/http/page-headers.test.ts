import { describe, expect, it } from "vitest"
import { contentSecurityPolicy, isMisspelt, pageHeaders } from "./page-headers"

const directives = (policy: string) =>
  new Map(
    policy.split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ")
      return [name, sources.join(" ")] as const
    })
  )

describe("the pages' policy", () => {
  const policy = directives(contentSecurityPolicy("bm9uY2U=", false))

  it("runs scripts by nonce only, without eval", () => {
    expect(policy.get("script-src")).toBe("'nonce-bm9uY2U=' 'strict-dynamic'")
  })

  it("takes styles from files and by nonce, and lets attributes be styled", () => {
    expect(policy.get("style-src")).toBe("'self' 'nonce-bm9uY2U='")
    expect(policy.get("style-src-attr")).toBe("'unsafe-inline'")
  })

  it("may not be framed, and sends forms nowhere else", () => {
    expect(policy.get("frame-ancestors")).toBe("'none'")
    expect(policy.get("form-action")).toBe("'self'")
    expect(policy.get("object-src")).toBe("'none'")
    expect(policy.get("base-uri")).toBe("'none'")
  })

  it("allows eval, inline styles and sockets to the development server alone", () => {
    expect(contentSecurityPolicy("n", true)).toMatch(/'unsafe-eval'.*'unsafe-inline'.*ws:/)
    expect(contentSecurityPolicy("n", false)).not.toMatch(/unsafe-eval|style-src 'self' 'unsafe-inline'|ws:/)
  })

  it("keeps the Origin of actions: the referrer policy is same-origin", () => {
    expect(new Map(pageHeaders).get("Referrer-Policy")).toBe("same-origin")
  })
})

describe("another spelling of the loopback address", () => {
  it.each([
    ["127.0.0.1:3000", "http://localhost:3000"],
    ["[::1]:3000", "http://localhost:3000"],
    ["127.0.0.2:3000", "http://localhost:3000"],
    ["localhost:3000", "http://127.0.0.1:3000"],
    ["127.0.0.1", "http://localhost"]
  ])("%s is one when people use %s", (host, publicUrl) => {
    expect(isMisspelt(host, publicUrl)).toBe(true)
  })

  it.each([
    ["localhost:3000", "http://localhost:3000"],
    // A proxy on the same machine may ask for 127.0.0.1 in its own name: a redirect would never end.
    ["127.0.0.1:3000", "https://signalbox.example.com"],
    // Another port is another door, for instance a container's mapped one.
    ["127.0.0.1:8080", "http://localhost:3000"],
    ["signalbox.example.com", "http://localhost:3000"],
    ["127.0.0.1.evil.example:3000", "http://localhost:3000"],
    [null, "http://localhost:3000"]
  ])("%s is left alone when people use %s", (host, publicUrl) => {
    expect(isMisspelt(host, publicUrl)).toBe(false)
  })
})
