import { describe, expect, it } from "vitest"
import { deniedAddress, offersClientSignIn, readAuthorizationRequest } from "./authorization-request"

const resource = "https://signalbox.example/api/mcp"
const whole = {
  response_type: "code",
  client_id: "mcp_1",
  redirect_uri: "http://127.0.0.1:5/callback",
  state: "xyz",
  code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  code_challenge_method: "S256",
  scope: "runs:read",
  resource
}
const read = (changes: Record<string, string | null> = {}) => {
  const entries = Object.entries({ ...whole, ...changes }).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
  return readAuthorizationRequest(new URLSearchParams(entries).toString(), resource)
}
const faultOf = (changes: Record<string, string | null>) => {
  const found = read(changes)
  return "fault" in found ? found.fault : null
}

describe("a client's request to be let in", () => {
  it("is read", () => {
    expect(read()).toEqual({
      request: {
        clientId: "mcp_1",
        redirectUri: "http://127.0.0.1:5/callback",
        state: "xyz",
        codeChallenge: whole.code_challenge,
        scopes: ["runs:read"]
      }
    })
  })

  it("may leave out state, scopes and the one resource there is; scopes of other servers ask for nothing here", () => {
    for (const scope of [null, "", "openid profile"]) {
      expect(read({ state: null, scope, resource: null })).toMatchObject({ request: { state: null, scopes: ["runs:submit", "runs:read"] } })
    }
    expect(read({ scope: "runs:read metrics:read offline_access openid" })).toMatchObject({ request: { scopes: ["runs:read"] } })
  })

  it.each<[string, Record<string, string | null>, RegExp]>([
    ["no client", { client_id: null }, /client_id/],
    ["nowhere to come back to", { redirect_uri: null }, /redirect_uri/],
    ["another kind of answer", { response_type: "token" }, /response_type/],
    ["no kind of answer", { response_type: null }, /response_type/],
    ["no proof key", { code_challenge: null }, /PKCE/],
    ["a proof key in the clear", { code_challenge_method: "plain" }, /S256/],
    ["a proof key of no method", { code_challenge_method: null }, /S256/],
    ["a proof key that is none", { code_challenge: "short" }, /S256/],
    ["another resource", { resource: "https://signalbox.example/api/v1" }, /another resource/],
    ["another server's resource", { resource: "https://other.example/api/mcp" }, /another resource/],
    ["a request object", { request: "eyJ" }, /request object/],
    ["an address of one", { request_uri: "https://client.example/r" }, /request object/],
    ["far too much", { state: "x".repeat(9000) }, /too long/]
  ])("with %s is refused", (_, changes, words) => expect(faultOf(changes)).toMatch(words))

  it.each(Object.keys(whole))("with two of %s is refused: two readers could understand two things", (name) => {
    const query = `${new URLSearchParams(whole)}&${name}=other`
    expect(readAuthorizationRequest(query, resource)).toMatchObject({ fault: expect.stringContaining(name) })
  })

  it("is answered with the error of OAuth when the person says no", () => {
    const found = read({ redirect_uri: "cursor://a/b?x=1" })
    if ("fault" in found) throw new Error(found.fault)
    const url = new URL(deniedAddress(found.request, "https://signalbox.example/api/auth"))
    expect(url.href).toMatch(/^cursor:\/\/a\/b\?x=1&error=access_denied/)
    expect(url.searchParams.get("state")).toBe("xyz")
    expect(url.searchParams.get("iss")).toBe("https://signalbox.example/api/auth")
  })

  it("is listened to only where nobody else can listen", () => {
    for (const url of ["https://signalbox.example", "http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"])
      expect(offersClientSignIn(url)).toBe(true)
    for (const url of ["http://signalbox.example", "http://192.168.1.2:3000", "http://localhost.example"]) expect(offersClientSignIn(url)).toBe(false)
  })
})
