import type { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { type ConditionRow, rowsOf, typedRows, whenOf } from "./condition-rows"

describe("conditions as rows", () => {
  const cases: ReadonlyArray<readonly [Schema.Json, ConditionRow]> = [
    [
      { pointer: "/amount", atMost: 500 },
      { pointer: "/amount", test: "atMost", value: "500" }
    ],
    [
      { pointer: "/state", equals: "open" },
      { pointer: "/state", test: "equals", value: "open" }
    ],
    [
      { pointer: "/state", equals: "5" },
      { pointer: "/state", test: "equals", value: '"5"' }
    ],
    [
      { pointer: "/state", equals: "" },
      { pointer: "/state", test: "equals", value: '""' }
    ],
    [
      { pointer: "/flag", equals: true },
      { pointer: "/flag", test: "equals", value: "true" }
    ],
    [
      { pointer: "/none", equals: null },
      { pointer: "/none", test: "equals", value: "null" }
    ],
    [
      { pointer: "/labels/0", equals: { a: [1] } },
      { pointer: "/labels/0", test: "equals", value: '{"a":[1]}' }
    ],
    [
      { pointer: "/repo", in: ["a/b", "c/d", 7] },
      { pointer: "/repo", test: "in", value: "a/b, c/d, 7" }
    ],
    [
      { pointer: "/repo", in: ["a,b", ""] },
      { pointer: "/repo", test: "in", value: '["a,b",""]' }
    ],
    [
      { pointer: "/title", glob: "Release *" },
      { pointer: "/title", test: "glob", value: "Release *" }
    ],
    [
      { pointer: "/title", glob: " 5" },
      { pointer: "/title", test: "glob", value: " 5" }
    ],
    [
      { pointer: "", equals: " x " },
      { pointer: "", test: "equals", value: '" x "' }
    ]
  ]
  it.each(cases)("%j is a row, and the row is that", (condition, row) => {
    expect(rowsOf({ args: [condition] })).toEqual({ rows: [row], rest: null })
    expect(whenOf([row], null)).toEqual({ args: [condition] })
  })

  it("what no row can say stays JSON, and nothing is lost on the way there and back", () => {
    const when = {
      args: [{ pointer: "/a", equals: 1 }, { pointer: "/b", less: 5, greater: 1 }, "not a condition", { pointer: "/c", glob: "x*" }],
      actor: { kind: ["agent"] },
      trigger: ["mcp"]
    }
    const { rows, rest } = rowsOf(when)
    expect(rows.map(({ pointer }) => pointer)).toEqual(["/a", "/c"])
    expect(rest).toEqual({ args: [{ pointer: "/b", less: 5, greater: 1 }, "not a condition"], actor: { kind: ["agent"] }, trigger: ["mcp"] })
    expect(whenOf(rows, rest)).toEqual({ ...when, args: [when.args[0], when.args[3], when.args[1], when.args[2]] })
  })

  it("rows that are left empty are none, and a name is taken for a pointer", () => {
    const empty = { pointer: " ", test: "equals", value: "" } as const
    expect(whenOf([empty, empty], null)).toBeUndefined()
    expect(whenOf([{ ...empty, pointer: "amount", value: "5" }], null)).toEqual({ args: [{ pointer: "/amount", equals: 5 }] })
  })

  it("JSON that is no set of conditions is handed on, for its reader to refuse", () => {
    expect(whenOf([], [1])).toEqual([1])
    expect(whenOf([], { args: "x" })).toEqual({ args: "x" })
  })

  it("fields of one name come together, also when there is one of each", () => {
    expect(typedRows({ argPointer: "/a", argTest: "in", argValue: "1" })).toEqual([{ pointer: "/a", test: "in", value: "1" }])
    expect(typedRows({ argPointer: ["/a", "/b"], argTest: ["glob", "nonsense"], argValue: ["x"] })).toEqual([
      { pointer: "/a", test: "glob", value: "x" },
      { pointer: "/b", test: "equals", value: "" }
    ])
    expect(typedRows({ argPointer: undefined, argTest: undefined, argValue: undefined })).toEqual([])
  })
})
