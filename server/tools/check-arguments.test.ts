import { Effect, Result, type Schema } from "effect"
import { describe, expect, test } from "vitest"
import { makeCheckArguments, makeCheckResult } from "./check-arguments"
import { makeSchemaTime } from "./schema-time"
import type { JsonSchema, Tool } from "./tool-source"

const tool = (inputSchema: JsonSchema): Tool => ({ path: "a.b", description: "", effect: "write", repeatable: false, outputSchema: null, inputSchema })
const check = (schema: JsonSchema, args: Parameters<ReturnType<typeof makeCheckArguments>>[1], time = makeSchemaTime()) =>
  Effect.runSync(Effect.result(makeCheckArguments(time)(tool(schema), args)))
/** Longer than others would have to wait, for a busy machine; still short for what grows with the square of its size. */
const patient = { checkMs: 5_000, compileMs: 15_000 }
const issuesOf = (schema: JsonSchema, args: Parameters<ReturnType<typeof makeCheckArguments>>[1]) => {
  const result = check(schema, args, makeSchemaTime(patient))
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

/** Two alternatives that contain themselves: with every level of the value there is twice as much to check. */
const doubling: JsonSchema = {
  type: "object",
  $ref: "#/$defs/part",
  $defs: {
    part: {
      anyOf: [
        { properties: { in: { $ref: "#/$defs/part" } }, required: ["first"] },
        { properties: { in: { $ref: "#/$defs/part" } }, required: ["second"] }
      ]
    }
  }
}
const nested = (levels: number): Schema.Json => Array.from({ length: levels }).reduce<Schema.Json>((inner) => ({ in: inner }), {})

describe("a schema that is made to cost a lot holds nobody up", () => {
  test("a check that would not end is stopped, and the arguments are refused", () => {
    const result = check(doubling, nested(40))
    expect(Result.isFailure(result) && result.failure).toMatchObject({ code: "invalid_tool_arguments", message: expect.stringContaining("takes too long") })
  })

  test("the same schema with arguments that are simple still checks them", () => {
    expect(Result.isFailure(check(doubling, nested(2)))).toBe(true)
    expect(Result.isSuccess(check(doubling, { first: 1 }))).toBe(true)
  })

  test("a schema that costs too much again and again is not used any more", () => {
    const checkArguments = makeCheckArguments()
    const one = tool(doubling)
    const codes = Array.from({ length: 4 }, () => Effect.runSync(Effect.flip(checkArguments(one, nested(40)))).code)
    expect(codes).toEqual(["invalid_tool_arguments", "invalid_tool_arguments", "invalid_tool_arguments", "source_unavailable"])
  })

  test("a result that would take for ever to check is none that was promised", () => {
    expect(makeCheckResult()(doubling, nested(40))).toContain("takes too long")
  })

  test("many references to one large definition are one definition", () => {
    const large = { type: "object", properties: Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`p${index}`, { type: "string", minLength: 2 }])) }
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`r${index}`, { $ref: "#/$defs/large" }]))
    expect(issuesOf({ type: "object", properties: many, $defs: { large } }, { r199: { p499: "" } })).toEqual([
      { path: "r199.p499", message: "must NOT have fewer than 2 characters" }
    ])
  })

  test("tens of thousands of items are told apart", () => {
    const items = Array.from({ length: 30_000 }, (_, index) => ({ index }))
    const unique: JsonSchema = { type: "object", properties: { items: { type: "array", uniqueItems: true } } }
    expect(issuesOf(unique, { items })).toEqual([])
    expect(issuesOf(unique, { items: [...items, { index: 7 }] })).toEqual([{ path: "items", message: "must not have the same item twice" }])
    expect(issuesOf({ type: "array", uniqueItems: true }, [1, "1", [1], { a: 1, b: 2 }])).toEqual([])
    expect(
      issuesOf({ type: "array", uniqueItems: true }, [
        { a: 1, b: 2 },
        { b: 2, a: 1 }
      ])
    ).toHaveLength(1)
    expect(issuesOf({ type: "array", uniqueItems: false }, [1, 1])).toEqual([])
  })
})

test.each<[string, JsonSchema]>([
  ["$async", { $async: true, type: "object", required: ["a"] }],
  ["$async in a definition", { $async: true, $ref: "#/$defs/own", $defs: { own: { $async: true, type: "object", required: ["a"] } } }]
])("%s, which makes a check a promise, lets nothing unchecked through", (_, schema) => {
  expect(Result.isFailure(check(schema, {}))).toBe(true)
})

test("a result is checked by a schema with $async as by any other", () => {
  expect(makeCheckResult()({ $async: true, type: "object", required: ["a"] }, {})).toBe("a is required")
})

test("what every object inherits is no argument", () => {
  const schema: JsonSchema = { type: "object", properties: { constructor: { type: "string" }, valueOf: { type: "number" } }, required: ["toString"] }
  expect(issuesOf(schema, {})).toEqual([{ path: "toString", message: "is required" }])
  expect(issuesOf(schema, { toString: 1, constructor: "x" })).toEqual([])
})
