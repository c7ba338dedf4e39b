import { assert, describe, it } from "vitest"
import { beginsOpen, bytesWords, entriesOf, nodeOf, pathText, searchJson, sizeWords, valueAt } from "./json-nodes"

const million = Array.from({ length: 1_000_000 }, (_, index) => index)

describe("the JSON viewer", () => {
  it("looks at no more children than it shows", () => {
    assert.deepStrictEqual(nodeOf(million), { kind: "list", count: 1_000_000 })
    assert.deepStrictEqual(
      entriesOf(million, 500_000, 2).map(({ key }) => key),
      [500_000, 500_001]
    )
    assert.deepStrictEqual(entriesOf({ a: 1, b: "x" }, 1, 5), [{ key: "b", node: { kind: "text", text: '"x"', length: 1 } }])
    assert.deepStrictEqual(entriesOf("text", 0, 5), [])
  })
  it("cuts a text and says how long it is", () => {
    assert.deepStrictEqual(nodeOf("x".repeat(5_000_000), 3), { kind: "text", text: '"xxx"', length: 5_000_000 })
  })
  it("opens what is small near the root", () => {
    assert.isTrue(beginsOpen(nodeOf(Array.from({ length: 500 }, () => 0)), 0))
    assert.isFalse(beginsOpen(nodeOf(Array.from({ length: 500 }, () => 0)), 1))
    assert.isFalse(beginsOpen(nodeOf({ a: 1 }), 3))
  })
  it("names the size of what is large, without walking all of it", () => {
    assert.strictEqual(sizeWords({ a: 1 }), "")
    assert.strictEqual(sizeWords("x".repeat(2098)), "2.1 KB")
    assert.match(sizeWords(Array.from({ length: 200_000 }, () => "x")), /^over /)
    assert.strictEqual(bytesWords(8 << 20), "8.4 MB")
  })
  it("writes a path as a program would, and finds its way by it", () => {
    assert.strictEqual(pathText("result", ["items", 3, "a name", "größe"]), 'result.items[3]["a name"].größe')
    assert.strictEqual(valueAt({ items: [{}, { "a name": 7 }] }, ["items", 1, "a name"]), 7)
    assert.isUndefined(valueAt({ items: 1 }, ["items", "x", "y"]))
  })
})

describe("searching", () => {
  const paths = (value: unknown, words: string, most = 10) => searchJson(value, words, most).matches.map(({ path }) => pathText("$", path))
  it("finds keys and values in the order of the value, whatever their case", () => {
    const value = { Name: "Ann", list: ["x", { name: 1 }, "an aNNex"], none: null }
    assert.deepStrictEqual(paths(value, "ann"), ["$.Name", "$.list[2]"])
    assert.deepStrictEqual(paths(value, "name"), ["$.Name", "$.list[1].name"])
    assert.deepStrictEqual(paths(value, "null"), ["$.none"])
    assert.deepStrictEqual(paths("only text", "TEXT"), ["$"])
  })
  it("says that there is more than it gathers", () => {
    assert.deepStrictEqual(searchJson(["a", "a", "a"], "a", 2).more, true)
    assert.deepStrictEqual(searchJson(["a", "a"], "a", 2).more, false)
  })
  it("gets through a million and through what is deeper than the stack", () => {
    assert.deepStrictEqual(paths(million, "734233"), ["$[734233]"])
    let deep: unknown = "found"
    for (let level = 0; level < 100_000; level++) deep = [deep]
    assert.strictEqual(searchJson(deep, "found", 1).matches[0]?.path.length, 100_000)
  })
})
