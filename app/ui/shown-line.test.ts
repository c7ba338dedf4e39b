import { describe, expect, it } from "vitest"
import { shownLine } from "./shown-line"

describe("a line of code as it is drawn", () => {
  it("is whole when it is of any honest length", () => {
    const line = [
      { kind: "plain", text: "x".repeat(1_999) },
      { kind: "string", text: "y" }
    ] as const
    expect(shownLine(line)).toBe(line)
  })

  it("ends after two thousand characters and says how many more there are", () => {
    const line = [
      { kind: "plain", text: "x".repeat(1_500) },
      { kind: "string", text: "y".repeat(100_000) },
      { kind: "plain", text: ")" }
    ] as const
    const shown = shownLine(line)
    expect(shown.map(({ text }) => text.length).slice(0, 2)).toEqual([1_500, 500])
    expect(shown.at(-1)).toEqual({ kind: "comment", text: " … 99,501 more characters" })
  })
})
