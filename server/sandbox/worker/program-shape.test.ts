import { expect, test } from "vitest"
import { shapedProgram } from "./program-shape"
import { placeIn } from "./program-text"
import { TypeStripper } from "./strip-types"

const stripper = new TypeStripper()
const parses = (text: string): boolean => stripper.strip(text)._tag === "Stripped"

/** What a source comes to with `args` being 7 and `tools.ten()` giving 10; none of them needs more of a sandbox. */
const outcomeOf = async (source: string): Promise<unknown> => {
  const stripped = stripper.strip(shapedProgram(source, parses).code)
  if (stripped._tag !== "Stripped") return stripped
  const program: unknown = new Function("args", "tools", `return ${stripped.code}`)(7, { ten: async () => 10 })
  return typeof program === "function" ? program() : program
}

const lineOf = (source: string, needle: string): number => {
  const { code } = shapedProgram(source, parses)
  return code.slice(0, code.indexOf(needle)).split("\n").length
}

test.each([
  ["a body of statements", "const n: number = await tools.ten()\nreturn n + 1", 11],
  ["a body whose last statement is a call", "const f = async () => 1\nawait f()", undefined],
  ["prose around one fence", "Here is the program:\n\n```ts\nreturn (await tools.ten()) as number\n```\nIt returns ten.", 10],
  ["a fence alone", "```typescript\nreturn 3\n```", 3],
  ["a fence that is never closed", "Sure!\n```js\nreturn 4", 4],
  ["a fence that holds one function", "```ts\nasync () => 5\n```", 5],
  ["one async arrow function", "async () => {\n  return await tools.ten()\n}", 10],
  ["one arrow function that takes the arguments", "async (given: number): Promise<number> => given * 2;", 14],
  ["one function", "async function main() {\n  return 1\n}\n", 1],
  ["one function without a name", "function () { return 2 }", 2],
  ["a function that calls itself", "(async () => {\n  return 6\n})();", 6],
  ["comments above one function", "// List the issues\n/* twice */\nasync () => 8", 8],
  ["export default of an arrow function", "export default async () => await tools.ten()", 10],
  ["export default of a function after its helpers", "const add = (a: number) => a + 1\nexport default async function main() {\n  return add(1)\n}", 2],
  ["export default of a value", "export default { a: 1 }", { a: 1 }],
  ["an exported function", "export async function run() { return 9 }", 9],
  ["a function declared last and never called", "const one = 1\n// main is the entry\nasync function main() {\n  return one + (await tools.ten())\n}", 11],
  ["an arrow function declared last and never called", "const one = 1\nconst main = async () => one + 1", 2],
  ["a function declared last that was called before", "return one()\nfunction one() { return 1 }", 1],
  ["a function and a call after it without a semicolon", "let n = 0\nasync function main() { n = 5 }\n(() => { n = 6 })()\nreturn n", 6],
  ["a fence inside a string", "const text = `\n```\n`.length\nreturn 1".replace("```", "\\`\\`\\`"), 1]
])("%s runs as meant", async (_, source, expected) => {
  expect(await outcomeOf(source)).toEqual(expected)
})

test("every line keeps its number", () => {
  expect(lineOf("Prose\n```ts\nconst a = 1\nreturn needle\n```", "needle")).toBe(4)
  expect(lineOf("// one\nexport default async () => {\n  needle()\n}", "needle")).toBe(3)
  expect(lineOf("const a = 1\nasync function main() {\n  needle()\n}", "needle")).toBe(3)
})

test("columns are those of the source, on the line that was changed as well", () => {
  const source = "/* why */ async () => needle()"
  const text = shapedProgram(source, parses)
  expect(placeIn(text, 1, text.code.indexOf("needle") + 1)).toEqual({ line: 1, column: source.indexOf("needle") + 1 })
  expect(placeIn(text, 1, 3)).toBeUndefined()
})

test("what does not parse is left as it was submitted, so that its error speaks of it", () => {
  const source = "const a = ;\nreturn a"
  expect(shapedProgram(source, parses).code).toContain(source)
})
