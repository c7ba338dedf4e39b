import { describe, expect, it } from "vitest"
import { clientAddress, trustedBy } from "./client-address"

const none = trustedBy([])
const some = trustedBy(["127.0.0.1", "10.0.0.0/8", "fd00::/8"])

describe("where a request came from", () => {
  it.each([
    ["203.0.113.9", ""],
    ["203.0.113.9", "198.51.100.1"],
    ["203.0.113.9", "198.51.100.1, 127.0.0.1"],
    ["::ffff:203.0.113.9", "198.51.100.1"]
  ])("is the socket's other end without a trusted proxy, whatever the client wrote: %s with %j", (socket, forwarded) => {
    expect(clientAddress(socket, forwarded, none)).toBe("203.0.113.9")
    expect(clientAddress(socket, forwarded, some)).toBe("203.0.113.9")
  })

  it.each([
    ["a proxy's own entry", "127.0.0.1", "203.0.113.9", "203.0.113.9"],
    ["not what the client had put before it", "127.0.0.1", "198.51.100.1, 203.0.113.9", "203.0.113.9"],
    ["through two trusted ones", "::ffff:127.0.0.1", "198.51.100.1, 203.0.113.9, 10.1.2.3", "203.0.113.9"],
    ["over IPv6", "fd00::1", "2001:db8::7", "2001:db8::7"],
    ["a trusted one that asks for itself", "10.1.2.3", "", "10.1.2.3"],
    ["the nearest one that is an address", "10.1.2.3", "203.0.113.9, unknown", "10.1.2.3"]
  ])("is %s behind a trusted proxy", (_, socket, forwarded, expected) => {
    expect(clientAddress(socket, forwarded, some)).toBe(expected)
  })
})
