import { describe, expect, it } from "vitest"
import { deepestJson, isDeeperThan, readJson } from "./json-input"

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

describe("JSON from outside", () => {
  it("is read up to the deepest level, and refused one below it", () => {
    const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`
    expect(readJson(nested(deepestJson))).toHaveProperty("value")
    expect(readJson(nested(deepestJson + 1))).toEqual({ fault: "is nested deeper than 500 levels" })
  })

  it("says where it stops being JSON", () => {
    expect(readJson('{"a": 1,}')).toEqual({ fault: expect.stringContaining("is not valid JSON: ") })
  })
})
