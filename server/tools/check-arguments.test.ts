import { Effect, Result } from "effect"
import { describe, expect, test } from "vitest"
import { makeCheckArguments } from "./check-arguments"
import type { JsonSchema, Tool } from "./tool-source"

const tool = (inputSchema: JsonSchema): Tool => ({ path: "a.b", description: "", effect: "write", repeatable: false, outputSchema: null, inputSchema })
const check = (schema: JsonSchema, args: Parameters<ReturnType<typeof makeCheckArguments>>[1]) =>
  Effect.runSync(Effect.result(makeCheckArguments()(tool(schema), args)))
const issuesOf = (schema: JsonSchema, args: Parameters<ReturnType<typeof makeCheckArguments>>[1]) => {
  const result = check(schema, args)
  return Result.isSuccess(result) ? [] : JSON.parse(JSON.stringify(result.failure.details ?? {})).issues
}

describe("arguments are checked against the tool's own schema", () => {
  test.each<[string, JsonSchema, Parameters<typeof check>[1], ReadonlyArray<object>]>([
    [
      "what is nested is named by its path",
      { type: "object", properties: { a: { type: "array", items: { type: "object", required: ["b"] } } } },
      { a: [{ b: 1 }, {}] },
      [{ path: "a.1.b", message: "is required" }]
    ],
    [
      "a slash in a name is a slash",
      { type: "object", properties: { "a/b": { type: "string" } } },
      { "a/b": 1 },
      [{ path: "a/b", message: "must be of type string" }]
    ],
    [
      "several faults are all named",
      { type: "object", required: ["a", "b"] },
      {},
      [
        { path: "a", message: "is required" },
        { path: "b", message: "is required" }
      ]
    ],
    [
      "formats count",
      { type: "object", properties: { at: { type: "string", format: "date-time" } } },
      { at: "soon" },
      [{ path: "at", message: 'must match format "date-time"' }]
    ],
    [
      "patterns count",
      { type: "object", properties: { id: { type: "string", pattern: "^T-\\d+$" } } },
      { id: "x" },
      [{ path: "id", message: 'must match pattern "^T-\\d+$"' }]
    ],
    [
      "references within the schema are followed",
      { $defs: { id: { type: "integer" } }, type: "object", properties: { id: { $ref: "#/$defs/id" } } },
      { id: "1" },
      [{ path: "id", message: "must be of type integer" }]
    ],
    [
      "one of several shapes is told by the shapes",
      { anyOf: [{ type: "string" }, { type: "number" }] },
      true,
      [
        { path: "", message: "must be of type string" },
        { path: "", message: "must be of type number" }
      ]
    ],
    ["what fits has no faults", { type: "object", properties: { a: { type: "null" } } }, { a: null, more: 1 }, []],
    ["an empty schema takes everything", {}, [1, "a", null], []]
  ])("%s", (_, schema, args, issues) => {
    expect(issuesOf(schema, args)).toEqual(issues)
  })
})

test("no more than twenty faults are listed, and how many more there are", () => {
  const result = check(
    { type: "array", items: { type: "string" } },
    Array.from({ length: 1000 }, () => 1)
  )
  expect(Result.isFailure(result) && result.failure.message).toContain("(and 980 more)")
  expect(
    issuesOf(
      { type: "array", items: { type: "string" } },
      Array.from({ length: 1000 }, () => 1)
    )
  ).toHaveLength(20)
})

test("a pattern that hangs a backtracking engine is answered", () => {
  expect(issuesOf({ type: "object", properties: { x: { type: "string", pattern: "^(a+)+$" } } }, { x: `${"a".repeat(5000)}!` })).toHaveLength(1)
})

test("a pattern that cannot be matched safely is left to the tool", () => {
  expect(issuesOf({ type: "object", properties: { x: { type: "string", pattern: "^(?=a)" } } }, { x: "b" })).toEqual([])
})

test("a schema that cannot be used makes its own tool unavailable", () => {
  const result = check({ type: "object", properties: { a: { $ref: "https://elsewhere.example/schema.json" } } }, {})
  expect(Result.isFailure(result) && result.failure).toMatchObject({
    code: "source_unavailable",
    message: expect.stringContaining("The schema of a.b cannot be used")
  })
})

test("two tools whose schemas have the same $id do not get in each other's way", () => {
  const checkArguments = makeCheckArguments()
  const [one, two] = [tool({ $id: "same", type: "string" }), tool({ $id: "same", type: "number" })]
  expect(Result.isSuccess(Effect.runSync(Effect.result(checkArguments(one, "a"))))).toBe(true)
  expect(Result.isSuccess(Effect.runSync(Effect.result(checkArguments(two, 1))))).toBe(true)
  expect(Result.isSuccess(Effect.runSync(Effect.result(checkArguments(two, "a"))))).toBe(false)
})

test("the arguments are left as they are: no defaults, no conversions", () => {
  const args = { a: 1 }
  check({ type: "object", properties: { a: { type: "number" }, b: { type: "string", default: "x" } } }, args)
  expect(args).toEqual({ a: 1 })
})
