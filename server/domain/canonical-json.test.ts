import { expect, test } from "vitest"
import { fc } from "../../test/fixtures/properties"
import { canonicalJson } from "./canonical-json"

test("keys are sorted by UTF-16 code units at every depth, as in the RFC's own example", () => {
  const value = JSON.parse('{"\\u20ac":1,"\\r":2,"\\ufb33":3,"1":4,"\\ud83d\\ude00":5,"\\u0080":6,"\\u00f6":{"b":1,"a":2}}')
  expect(canonicalJson(value)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":{"a":2,"b":1},"€":1,"😀":5,"\ufb33":3}')
})

test("numbers, literals and text are written as the RFC's example writes them", () => {
  const value = JSON.parse(
    '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001,-0],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}'
  )
  expect(canonicalJson(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,0],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'
  )
})

test.each<[string, Parameters<typeof canonicalJson>[0], string]>([
  ["null", null, "null"],
  ["text", "a", '"a"'],
  ["an empty list", [], "[]"],
  ["an empty object", {}, "{}"],
  ["nested empties", [[], {}, [{}]], "[[],{},[{}]]"]
])("%s", (_, value, text) => {
  expect(canonicalJson(value)).toBe(text)
})

test("a key called __proto__ is a key like any other", () => {
  expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"a":2},"constructor":3}'))).toBe('{"__proto__":{"a":2},"b":1,"constructor":3}')
})

test("a value nested a hundred thousand levels deep does not exhaust the stack", () => {
  const depth = 100_000
  let value: Parameters<typeof canonicalJson>[0] = 1
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  expect(canonicalJson(value)).toHaveLength(1 + (depth / 2) * 2 + (depth / 2) * 6)
})

const shuffled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffled)
  return typeof value === "object" && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .map(([key, item]): [string, unknown] => [key, shuffled(item)])
          .reverse()
      )
    : value
}

test("any JSON value reads back as itself, and the order of its keys does not matter", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value = JSON.parse(text)
      const canonical = canonicalJson(value)
      expect(JSON.parse(canonical)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(canonicalJson(JSON.parse(JSON.stringify(shuffled(value))))).toBe(canonical)
    }),
    { numRuns: 500 }
  )
})

test("different values have different text", () => {
  fc.assert(
    fc.property(fc.json(), fc.json(), (a, b) => {
      const [left, right] = [JSON.parse(a), JSON.parse(b)]
      if (canonicalJson(left) === canonicalJson(right)) expect(left).toEqual(right)
    })
  )
})
