import { it } from "@effect/vitest"
import { Schema } from "effect"
import ts from "typescript"
import { expect, test } from "vitest"
import { propertySeed } from "../../../test/fixtures/property-seed"
import { shapedProgram } from "./program-shape"
import { wrapped } from "./program-text"
import { closesTooEarly, stripProgram } from "./strip-program"
import { TypeStripper } from "./strip-types"

const stripper = new TypeStripper()
const parses = (text: string): boolean => stripper.strip(text)._tag === "Stripped"

/** By another parser than ours: the text is one async arrow function in parentheses, which ends where the text ends. */
const isOneFunction = (code: string): boolean => {
  const [statement, ...more] = ts.createSourceFile("p.js", code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS).statements
  if (statement === undefined || more.length > 0 || !ts.isExpressionStatement(statement) || !ts.isParenthesizedExpression(statement.expression)) return false
  const { expression } = statement.expression
  return ts.isArrowFunction(expression) && expression.body.getEnd() === code.length - 1
}

test.each([
  "})(); tools.a.b({}); (async () => {",
  "}, tools.a.b({}), async () => {",
  "return 1 }) || (async () => {",
  "} , (() => { throw 1 })(), async () => {",
  "}) ; ({ async f() {}",
  "// one\n})()\n;(async () => { return 2"
])("%j is not a program", (source) => {
  const stripped = stripProgram(shapedProgram(source, parses), stripper)
  expect(stripped._tag).toBe("Refused")
})

test("the fault says what is wrong, at the bracket that closes too early or behind it", () => {
  const stripped = stripProgram(wrapped("const a = 1\n})(); (async () => {"), stripper)
  expect(stripped).toEqual({ _tag: "Refused", fault: { message: closesTooEarly, line: 2, column: 1 } })
})

/** Whole statements, so that what is put together often parses; brackets that close or open more come between them. */
const pieces = ["x;", "\n", "let a = 1;", "f();", "{}", "() => {};", "(async () => {})();", "// }\n", "/* ) */", "'}';", "`})`;"]
const closers = ["", "})", "},", "})()", "}) || x", "} x; ", "})\n"]
const openers = ["", ";(async () => {", ",(async () => {", "async () => {", "(async () => {", "async function g() {", ";({ async f() {"]
const some = Schema.Array(Schema.Literals(pieces)).check(Schema.isMaxLength(4))

const seen = { accepted: 0, refused: 0 }
it.prop(
  "whatever is accepted is one function, and one function is accepted",
  [some, Schema.Literals(closers), some, Schema.Literals(openers), some],
  ([head, closer, middle, opener, tail]) => {
    const text = wrapped([...head, closer, ...middle, opener, ...tail].join(""))
    const alone = stripper.strip(text.code)
    const stripped = stripProgram(text, stripper)
    if (alone._tag !== "Stripped") return expect(stripped._tag).toBe(alone._tag)
    expect(stripped._tag === "Stripped", text.code).toBe(isOneFunction(alone.code))
    seen[stripped._tag === "Stripped" ? "accepted" : "refused"]++
  },
  { arbitrary: { runs: 2_000, seed: propertySeed } }
)

test("both kinds were among them", () => {
  expect(seen.accepted).toBeGreaterThan(5)
  expect(seen.refused).toBeGreaterThan(5)
})
