import { assert, describe, it } from "vitest"
import { fc } from "../../test/fixtures/properties"
import { diffParts, lineDiff } from "./line-diff"

const written = (before: string, after: string): ReadonlyArray<string> =>
  lineDiff(before, after).map(({ kind, text }) => ({ same: " ", added: "+", removed: "-" })[kind] + text)

describe("lineDiff", () => {
  it("tells what came, what went and what stayed", () => {
    assert.deepStrictEqual(written("a\nb\nc", "a\nB\nc\nd"), [" a", "-b", "+B", " c", "+d"])
    assert.deepStrictEqual(written("a\nb\nc\nd", "b\nd"), ["-a", " b", "-c", " d"])
    assert.deepStrictEqual(written("same", "same\n"), [" same"])
  })
  it("numbers the lines of both programs", () => {
    assert.deepStrictEqual(
      lineDiff("a\nb", "b\nc").map(({ before, after }) => [before, after]),
      [
        [1, null],
        [2, 1],
        [null, 2]
      ]
    )
  })
  it("whatever was edited, the old program and the new one can be read from it, and no shorter way is missed", () => {
    const code = fc.array(fc.constantFrom("a", "b", "c", ""), { minLength: 1, maxLength: 12 }).map((lines) => `${lines.join("\n")}\n`)
    fc.assert(
      fc.property(code, code, (before, after) => {
        const lines = lineDiff(before, after)
        const read = (left: "added" | "removed") =>
          `${lines
            .filter(({ kind }) => kind !== left)
            .map(({ text }) => text)
            .join("\n")}\n`
        assert.strictEqual(read("added"), before)
        assert.strictEqual(read("removed"), after)
        assert.strictEqual(lines.filter(({ kind }) => kind === "same").length, longestCommon(before.slice(0, -1).split("\n"), after.slice(0, -1).split("\n")))
      })
    )
  })
  it("gives up on a fine comparison of what has nothing in common", () => {
    const all = (letter: string) => Array.from({ length: 5000 }, (_, n) => `${letter}${n}`).join("\n")
    const lines = lineDiff(all("a"), all("b"))
    assert.lengthOf(lines, 10_000)
    assert.strictEqual(lines[0]?.kind, "removed")
  })
})

const longestCommon = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): number => {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const [row, above] = [table[i] ?? [], table[i - 1] ?? []]
      row[j] = a[i - 1] === b[j - 1] ? (above[j - 1] ?? 0) + 1 : Math.max(above[j] ?? 0, row[j - 1] ?? 0)
    }
  return table[a.length]?.[b.length] ?? 0
}

describe("diffParts", () => {
  it("leaves out what is far from any change, and says how much", () => {
    const before = Array.from({ length: 30 }, (_, n) => String(n)).join("\n")
    const parts = diffParts(lineDiff(before, before.replace("\n10\n", "\nten\n").replace("\n25\n", "\n")))
    assert.deepStrictEqual(
      parts.map(({ skipped, lines }) => [skipped, lines.length]),
      [
        [7, 8],
        [8, 7]
      ]
    )
  })
})
