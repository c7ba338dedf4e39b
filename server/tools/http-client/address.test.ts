import { describe, expect, test } from "vitest"
import { isAllowed, parseAllowList, plainHost, privateReason } from "./address"

describe("an address is public only if it is one that the internet hands out", () => {
  test.each([
    ["127.0.0.1", "this machine itself"],
    ["127.255.255.254", "this machine itself"],
    ["0.0.0.0", "this machine itself"],
    ["0.1.2.3", "this machine itself"],
    ["::1", "this machine itself"],
    ["::", "this machine itself"],
    ["::ffff:127.0.0.1", "this machine itself"],
    ["::ffff:7f00:1", "this machine itself"],
    ["169.254.169.254", "a link-local or metadata address"],
    ["169.254.0.1", "a link-local or metadata address"],
    ["::ffff:169.254.169.254", "a link-local or metadata address"],
    ["168.63.129.16", "a link-local or metadata address"],
    ["fe80::1", "a link-local or metadata address"],
    ["10.0.0.1", "a private or reserved address"],
    ["172.16.0.1", "a private or reserved address"],
    ["172.31.255.255", "a private or reserved address"],
    ["192.168.1.1", "a private or reserved address"],
    ["100.64.0.1", "a private or reserved address"],
    ["100.100.100.200", "a private or reserved address"],
    ["192.0.0.192", "a private or reserved address"],
    ["192.0.2.1", "a private or reserved address"],
    ["198.18.0.1", "a private or reserved address"],
    ["224.0.0.1", "a private or reserved address"],
    ["240.0.0.1", "a private or reserved address"],
    ["255.255.255.255", "a private or reserved address"],
    ["::ffff:10.0.0.1", "a private or reserved address"],
    ["fc00::1", "a private or reserved address"],
    ["fd00:ec2::254", "a private or reserved address"],
    ["fec0::1", "a private or reserved address"],
    ["64:ff9b::7f00:1", "a private or reserved address"],
    ["2002:7f00:1::", "a private or reserved address"],
    ["2001:0:4136:e378::1", "a private or reserved address"],
    ["2001:db8::1", "a private or reserved address"],
    ["::7f00:1", "a private or reserved address"],
    ["ff02::1", "a private or reserved address"],
    ["4000::1", "a private or reserved address"],
    ["not an address", "not an address"]
  ])("%s is %s", (address, reason) => {
    expect(privateReason(address)).toBe(reason)
  })

  test.each(["8.8.8.8", "172.15.255.255", "172.32.0.1", "100.63.255.255", "100.128.0.1", "2606:4700:4700::1111", "::ffff:8.8.8.8"])(
    "%s is public",
    (address) => {
      expect(privateReason(address)).toBeNull()
    }
  )
})

describe("what the list names may be called", () => {
  const place = (host: string, address: string, port = 80) => ({ host, address, port })
  test.each([
    ["127.0.0.1", place("127.0.0.1", "127.0.0.1"), true],
    ["127.0.0.1:8080", place("127.0.0.1", "127.0.0.1", 8080), true],
    ["127.0.0.1:8080", place("127.0.0.1", "127.0.0.1", 8081), false],
    ["127.0.0.1:8080", place("localhost", "127.0.0.1", 8080), true],
    ["localhost:8080", place("localhost", "127.0.0.1", 8080), true],
    ["localhost", place("LOCALHOST.", "::1"), true],
    ["localhost", place("other", "127.0.0.1"), false],
    ["Billing.Internal", place("billing.internal", "10.0.0.1"), true],
    ["billing.internal", place("evil.billing.internal", "10.0.0.1"), false],
    ["10.0.0.0/8", place("anything", "10.1.2.3"), true],
    ["10.0.0.0/8", place("anything", "::ffff:10.1.2.3"), true],
    ["10.0.0.0/8", place("anything", "11.1.2.3"), false],
    ["10.0.0.0/8", place("anything", "fd00::1"), false],
    ["[::1]:80", place("[::1]", "::1"), true],
    ["::1", place("::1", "::1"), true],
    ["0:0:0:0:0:0:0:1", place("::1", "::1"), true],
    ["fd00::/8", place("x", "fd12::1"), true]
  ])("%s and %j: %s", (entry, asked, allowed) => {
    expect(isAllowed(parseAllowList([entry]), asked)).toBe(allowed)
  })

  test("an empty list allows nothing", () => {
    expect(isAllowed(parseAllowList([]), place("127.0.0.1", "127.0.0.1"))).toBe(false)
  })

  test("hosts are compared in one form", () => {
    expect(plainHost("[::FFFF:127.0.0.1]")).toBe("127.0.0.1")
    expect(plainHost("Example.COM.")).toBe("example.com")
  })
})
