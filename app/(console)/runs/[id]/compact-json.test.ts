import { assert, describe, it } from "vitest"
import { aToolCall } from "@/test/fixtures/run-views"
import { compactJson, ordinalOf } from "./compact-json"

describe("compactJson", () => {
  it("writes short values in full", () => {
    assert.deepStrictEqual(compactJson({ amount: 1280000, currency: "eur", "a b": [true, null], none: {} }), {
      text: '{ amount: 1280000, currency: "eur", "a b": [true, null], none: {} }',
      cut: ""
    })
  })
  it("cuts long ones and says how large they are", () => {
    const { text, cut } = compactJson({ text: "x".repeat(3000) })
    assert.isBelow(text.length, 280)
    assert.strictEqual(cut, "3.0 KB")
  })
  it("does not walk a list of a million", () => assert.isBelow(compactJson(Array.from({ length: 1_000_000 }, (_, index) => index)).text.length, 280))
})

describe("ordinalOf", () => {
  it("counts calls of the same path", () => {
    const calls = [aToolCall({ id: "call_1" }), aToolCall({ id: "call_2", path: "demo.echo" }), aToolCall({ id: "call_3" })]
    assert.deepStrictEqual(
      calls.map((call) => ordinalOf(calls, call)),
      [", first of two", "", ", second of two"]
    )
  })
})
