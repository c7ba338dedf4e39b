import { assert, describe, it } from "vitest"
import { fc } from "../../test/fixtures/properties"
import { argumentRows, beginningOf, cutOff, moreRows } from "./argument-rows"

const texts = (args: unknown): ReadonlyArray<readonly [string, string]> => argumentRows(args).map((row) => [row.path, row.text] as const)

describe("argumentRows", () => {
  it("shows nested values by their path", () => {
    assert.deepStrictEqual(texts({ charge: "ch_1", metadata: { ticket: "DESK-1", tags: ["a", { id: 2 }] } }), [
      ["charge", "ch_1"],
      ["metadata.ticket", "DESK-1"],
      ["metadata.tags[0]", "a"],
      ["metadata.tags[1].id", "2"]
    ])
  })
  it("tells text from what it looks like", () => {
    assert.deepStrictEqual(texts({ a: "12", b: 12, c: "true", d: true, e: "", f: null, g: " x ", h: [], i: {} }), [
      ["a", '"12"'],
      ["b", "12"],
      ["c", '"true"'],
      ["d", "true"],
      ["e", '""'],
      ["f", "null"],
      ["g", '" x "'],
      ["h", "[]"],
      ["i", "{}"]
    ])
  })
  it("writes no two texts alike", () => {
    assert.deepStrictEqual(texts({ a: "5", b: '"5"', c: '"\\"5\\""', d: '"5" of "6"', e: '"' }), [
      ["a", '"5"'],
      ["b", '"\\"5\\""'],
      ["c", '"\\"\\\\\\"5\\\\\\"\\""'],
      ["d", '"5" of "6"'],
      ["e", '"']
    ])
  })
  it("writes a value and the text of its JSON differently, however often it is quoted", () => {
    const value = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null), fc.string(), fc.json())
    fc.assert(
      fc.property(value, fc.integer({ min: 1, max: 3 }), (one, times) => {
        let other: unknown = one
        for (let n = 0; n < times; n++) other = JSON.stringify(other)
        assert.notDeepEqual(texts([one]), texts([other]))
      })
    )
  })
  it("does not let a key pass for a path", () => {
    assert.deepStrictEqual(texts({ "a.b": 1, c: { "d e": 2 } }), [
      ['"a.b"', "1"],
      ['c["d e"]', "2"]
    ])
  })
  it("has no row for empty arguments and one for a bare value", () => {
    assert.deepStrictEqual(texts({}), [])
    assert.deepStrictEqual(texts("x"), [["value", "x"]])
    assert.deepStrictEqual(texts(null), [["value", "null"]])
  })
  it("takes text with hidden characters for free text", () => {
    assert.deepStrictEqual(
      argumentRows({ a: "in\u202evoice", b: "short", c: "1\u00a000" }).map((row) => row.free),
      [true, false, true]
    )
  })
})

describe("cutOff", () => {
  it("names every long value until it has been expanded", () => {
    const rows = argumentRows({ short: "x", long: "y".repeat(201), lines: "a\nb\nc\nd\ne" })
    assert.deepStrictEqual(cutOff(rows, new Set()), ["long", "lines"])
    assert.deepStrictEqual(cutOff(rows, new Set(["long"])), ["lines"])
    assert.deepStrictEqual(cutOff(rows, new Set(["long", "lines"])), [])
  })
  it("counts rows beyond the table's length as cut off, and also long values among them", () => {
    const rows = argumentRows({ ...Object.fromEntries(Array.from({ length: 24 }, (_, index) => [`k${index}`, 1])), last: "z".repeat(500) })
    assert.deepStrictEqual(cutOff(rows, new Set()), ["last", moreRows])
  })
})

describe("beginningOf", () => {
  it("does not cut a character in half", () => assert.strictEqual(beginningOf(`${"x".repeat(199)}😀`), "x".repeat(199)))
})
