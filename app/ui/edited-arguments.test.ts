import { assert, describe, it } from "vitest"
import { readArguments } from "./edited-arguments"

const asked = { title: "as asked", labels: ["a"] }

describe("arguments that somebody may have edited", () => {
  it("are the same however they are laid out", () => {
    for (const text of ["", "  \n", JSON.stringify(asked), JSON.stringify(asked, null, 2), '{"labels":["a"], "title":"as asked"}'])
      assert.deepStrictEqual(readArguments(text, asked), { _tag: "Same" }, text)
    assert.deepStrictEqual(readArguments("{}", null), { _tag: "Same" })
  })
  it("are others with any other value", () => {
    const args = { ...asked, title: "as made harmless" }
    assert.deepStrictEqual(readArguments(JSON.stringify(args), asked), { _tag: "Edited", args })
    assert.deepStrictEqual(readArguments("{}", asked), { _tag: "Edited", args: {} })
    assert.deepStrictEqual(readArguments("null", asked), { _tag: "Edited", args: null })
  })
  it("are none where they are no JSON, or nothing that could be walked", () => {
    assert.deepStrictEqual(readArguments("{ broken", asked), { _tag: "Broken" })
    assert.deepStrictEqual(readArguments(`${"[".repeat(100_000)}${"]".repeat(100_000)}`, asked), { _tag: "Broken" })
  })
})
