import { assert, describe, it } from "vitest"
import { beginsOpen, childrenOf, nodeOf, sizeWords } from "./json-nodes"

describe("the JSON viewer", () => {
  it("looks at no more children than it shows", () => {
    const node = nodeOf(Array.from({ length: 1_000_000 }, (_, index) => index))
    if (!("count" in node)) return assert.fail()
    assert.strictEqual(node.count, 1_000_000)
    assert.deepStrictEqual(
      childrenOf(node, 2).map((child) => child.name),
      ["0", "1"]
    )
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
  })
})
