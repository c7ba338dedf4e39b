import { expect, it } from "vitest"
import { outputItemOf } from "./output-item"

it("a key called __proto__ is one of the value's own", () => {
  const json = '{"type":"content","content":{"__proto__":{"a":1},"b":[{"__proto__":2}]}}'
  expect(JSON.stringify(outputItemOf(json))).toBe(json)
})
