import { describe, expect, it } from "vitest"
import { fc } from "../../test/fixtures/properties"
import { isRegisteredRedirect, redirectTarget, redirectUriFault } from "./redirect-uri"

describe("where a client may have people sent back to", () => {
  it.each([
    "https://client.example/callback",
    "https://client.example:8443/callback?from=signalbox",
    "http://localhost:33418/",
    "http://127.0.0.1:1234/callback",
    "http://[::1]:1234/callback",
    "http://localhost/callback",
    "cursor://anysphere.cursor-mcp/oauth/callback",
    "vscode://vscode.github-authentication/did-authenticate",
    "com.example.app:/oauth2redirect"
  ])("takes %s", (uri) => expect(redirectUriFault(uri)).toBeNull())

  it.each([
    "",
    "callback",
    "/callback",
    "//evil.example/callback",
    "http://client.example/callback",
    "http://localhost.evil.example/callback",
    "http://localhost./callback",
    "http://0.0.0.0/callback",
    "http://192.168.1.1/callback",
    "https://user@client.example/callback",
    "https://@client.example/callback",
    "https://client.example/callback#fragment",
    "https://client.example/callback#",
    "https://client.example/call back",
    "https://client.example/\ncallback",
    "javascript:alert(1)",
    "JavaScript://client.example/%0aalert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "ftp://client.example/",
    "blob:https://client.example/x",
    "about:blank",
    "mailto:somebody@example.com",
    "ms-msdt:/id",
    "search-ms:query=x",
    "intent://scan/",
    "view-source:https://client.example",
    `https://client.example/${"x".repeat(500)}`
  ])("refuses %s", (uri) => expect(redirectUriFault(uri)).toMatch(/./))

  it("has to be what was registered, but for the port on this machine", () => {
    const registered = ["http://127.0.0.1/callback", "https://client.example/callback", "cursor://a/b"]
    for (const uri of [...registered, "http://127.0.0.1:50000/callback"]) expect(isRegisteredRedirect(registered, uri), uri).toBe(true)
    for (const uri of [
      "http://127.0.0.1:50000/other",
      "http://127.0.0.1:50000/callback?x=1",
      "http://localhost:50000/callback",
      "https://client.example:8443/callback",
      "https://client.example/callback/",
      "https://client.example/callback?x=1",
      "https://evil.example/callback",
      "cursor://a/b/c",
      "http://127.0.0.1:50000@evil.example/callback"
    ])
      expect(isRegisteredRedirect(registered, uri), uri).toBe(false)
    expect(isRegisteredRedirect([], "https://client.example/callback")).toBe(false)
  })

  it("never leads to another host than one that was registered", () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.webUrl(), (registered, asked) => {
        if (isRegisteredRedirect([registered], asked)) expect(asked).toBe(registered)
      })
    )
  })

  it("is named by what a person can tell it by", () => {
    expect(redirectTarget("https://client.example:8443/a")).toEqual({ kind: "site", name: "client.example:8443" })
    expect(redirectTarget("http://127.0.0.1:5/a")).toEqual({ kind: "this computer", name: "127.0.0.1:5" })
    expect(redirectTarget("cursor://a/b")).toEqual({ kind: "app", name: "cursor:" })
    expect(redirectTarget("https://xn--80ak6aa92e.com/")).toEqual({ kind: "site", name: "xn--80ak6aa92e.com" })
  })
})
