import { assert, describe, it } from "vitest"
import { visibleRows } from "./visible-rows"

describe("the rows on screen", () => {
  it("are those that are seen, and a few beyond", () => {
    const { start, end } = visibleRows({ count: 5000, rowHeight: 32, top: -32_000, height: 900 })
    assert.isAtMost(start, 996)
    assert.isAtLeast(end, 1000 + Math.ceil(900 / 32) + 1)
    assert.isBelow(end - start, 50)
  })
  it("never begin before the first one, nor end after the last", () => {
    assert.deepStrictEqual(visibleRows({ count: 3, rowHeight: 32, top: 100, height: 900 }), { start: 0, end: 3 })
    assert.deepStrictEqual(visibleRows({ count: 5000, rowHeight: 32, top: 4000, height: 900 }), { start: 0, end: 0 })
    const past = visibleRows({ count: 100, rowHeight: 32, top: -100_000, height: 900 })
    assert.deepStrictEqual(past, { start: 100, end: 100 })
  })
  it("stay the same while the page moves by less than a row", () => {
    const at = (top: number) => visibleRows({ count: 5000, rowHeight: 32, top, height: 900 })
    assert.deepStrictEqual(at(-32_010), at(-32_000))
  })
})
