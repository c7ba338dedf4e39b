import { describe, expect, it } from "vitest"
import { isDeeperThan } from "./json-depth"

describe("the depth of JSON text", () => {
  it("counts what is open at once, arrays and objects alike", () => {
    expect(isDeeperThan('{"a":[{"b":[1]}]}', 4)).toBe(false)
    expect(isDeeperThan('{"a":[{"b":[1]}]}', 3)).toBe(true)
    expect(isDeeperThan(`[${"[],".repeat(1000)}[]]`, 2)).toBe(false)
  })

  it("leaves brackets in strings alone, also after an escaped quote", () => {
    expect(isDeeperThan(JSON.stringify({ a: '[[[["[[' }), 1)).toBe(false)
    expect(isDeeperThan(JSON.stringify('\\"[[['), 0)).toBe(false)
  })

  it("says so of a hundred thousand levels", () => {
    expect(isDeeperThan("[".repeat(100_000), 500)).toBe(true)
  })
})
