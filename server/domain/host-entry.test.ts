import { Schema } from "effect"
import { expect, test } from "vitest"
import { isTooWide, NewAllowedHost } from "./host-entry"

const decode = Schema.decodeUnknownResult(NewAllowedHost)
const isTaken = (host: string, uses: ReadonlyArray<string>): boolean => decode({ host, uses })._tag === "Success"

test.each(["0.0.0.0/0", "0/0", "::/0", "0.0.0.0/1", "128.0.0.0/1", "10.0.0.0/7", "2000::/3", "::/1", "fc00::/6", " 0.0.0.0/0 "])(
  "%s is no private place, and may still be all that http.fetch calls",
  (range) => {
    expect(isTooWide(range.trim())).toBe(true)
    expect(isTaken(range, ["private"])).toBe(false)
    expect(isTaken(range, ["private", "fetch"])).toBe(false)
    expect(isTaken(range, ["fetch"])).toBe(true)
  }
)

test.each(["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "127.0.0.1/32", "fc00::/7", "fd00::/8", "::1/128", "10.1.2.3", "intranet:8443", "[::1]:80"])(
  "%s is a place",
  (entry) => {
    expect(isTooWide(entry)).toBe(false)
    expect(isTaken(entry, ["private", "fetch"])).toBe(true)
  }
)

test("the refusal says what to write instead", () => {
  const read = decode({ host: "0.0.0.0/0", uses: ["private"] })
  expect(read._tag === "Failure" && String(read.failure.message)).toContain(
    "0.0.0.0/0 takes in more than any private network; name the networks that are meant"
  )
})
