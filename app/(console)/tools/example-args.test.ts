import { expect, test } from "vitest"
import { exampleArgs } from "./example-args"

test("what is required stands there, with a value of its kind", () => {
  const properties = {
    id: { type: "string" },
    state: { enum: ["open", "closed"] },
    count: { type: ["integer", "null"], minimum: 1 },
    labels: { type: "array" },
    either: { oneOf: [{ type: "string" }, { type: "integer" }] },
    more: { $ref: "#/$defs/more" },
    optional: { type: "string" }
  }
  expect(JSON.parse(exampleArgs({ type: "object", properties, required: ["id", "state", "count", "labels", "either", "more"] }))).toEqual({
    id: "",
    state: "open",
    count: 1,
    labels: [],
    either: "",
    more: {}
  })
  expect(exampleArgs({ type: "object" })).toBe("{}")
  expect(exampleArgs(null)).toBe("{}")
})
