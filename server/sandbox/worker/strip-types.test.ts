import { describe, expect, test } from "vitest"
import { noExport, noImport, TypeStripper } from "./strip-types"

const stripper = new TypeStripper()
const faultOf = (source: string) => {
  const stripped = stripper.strip(source)
  return stripped._tag === "Refused" ? stripped.fault : stripped
}

describe("type stripping", () => {
  test("leaves every character of the program where it was", () => {
    const source = "const a: Map<string, number> = new Map()\ninterface Row { id: string }\nreturnOf(a as unknown, <T,>(x: T) => x!)"
    const stripped = stripper.strip(source)
    if (stripped._tag !== "Stripped") throw new Error(stripped._tag)
    expect(stripped.code.split("\n").map((line) => line.length)).toEqual(source.split("\n").map((line) => line.length))
    expect(stripped.code.indexOf("new Map")).toBe(source.indexOf("new Map"))
    expect(stripped.code).not.toContain("interface")
  })

  test.each([
    ["enum X { A }", "TypeScript enum is not supported: types are erased, not compiled", 0],
    ["let a; namespace N { export const b = 1 }", "TypeScript namespace declaration is not supported: types are erased, not compiled", 7],
    ["class A { constructor(private x: number) {} }", "TypeScript parameter property is not supported: types are erased, not compiled", 30],
    ["import a from 'b'", noImport, 0],
    ["export const a = 1", noExport, 0],
    ["const a = ;", "Expression expected", 10]
  ])("refuses %s in words about the program", (source, message, column) => {
    expect(faultOf(source)).toEqual({ message, line: 1, column })
  })

  test("counts columns in characters also behind text that is not ASCII", () => {
    expect(faultOf("let s = '日本 😀'; enum X {}")).toMatchObject({ line: 1, column: "let s = '日本 😀'; ".length })
  })

  test("goes on after a source that overflowed its parser, however often", () => {
    for (const bomb of ["[".repeat(50_000), "(".repeat(50_000), `let a: ${"Array<".repeat(5_000)}`, "!".repeat(100_000)]) {
      expect(stripper.strip(bomb)).toEqual({ _tag: "TooDeep" })
      expect(stripper.strip("let a: number = 1")).toEqual({ _tag: "Stripped", code: "let a         = 1" })
    }
  })
})
