import { describe, expect, it } from "vitest"
import { addressFault } from "./address"

const publicUrl = "https://signalbox.example"
const fault = (headers: Record<string, string>) => addressFault({ url: "http://127.0.0.1:3000/api/mcp", headers: new Headers(headers) }, publicUrl)

describe("where a request to the endpoint was sent to and from", () => {
  it.each(["signalbox.example", "signalbox.example:443", "localhost:3000", "127.0.0.1:3000", "[::1]:3000"])("the host %s is this server", (host) => {
    expect(fault({ host })).toBeNull()
  })

  it.each(["evil.example", "signalbox.example.evil.example", "localhost.evil.example", "127.0.0.2:3000", "x@localhost", "localhost/evil", "", "a b"])(
    "the host %j is not",
    (host) => {
      expect(fault({ host })).toContain(publicUrl)
    }
  )

  it("without a Host the address itself counts", () => {
    expect(fault({})).toBeNull()
    expect(addressFault({ url: "http://evil.example/api/mcp", headers: new Headers() }, publicUrl)).not.toBeNull()
  })

  it.each(["https://evil.example", "http://signalbox.example", "https://signalbox.example:8443", "http://localhost:3000", "null", ""])(
    "a page of %j is another site",
    (origin) => {
      expect(fault({ host: "signalbox.example", origin })).toContain("another origin")
    }
  )

  it("a page of our own is fine, and so is no page at all", () => {
    expect(fault({ host: "signalbox.example", origin: publicUrl })).toBeNull()
    expect(fault({ host: "signalbox.example" })).toBeNull()
  })
})
