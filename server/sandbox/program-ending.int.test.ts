import { Effect } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { startOf, testPool, untilWaiting } from "../../test/fixtures/run-program"
import { CodeRunner } from "./code-runner"

const { dispose, outcomeOf, runtime } = testPool()
afterAll(dispose)

/** Computes for ever, and catches whatever is thrown at it. */
const spin = "for (;;) { try { for (;;) {} } catch {} }"

/** A full heap is collected again and again before it is given up, which takes long on a busy machine. */
const patient = { limits: { turnMs: 60_000 } }

describe("how a program ends", () => {
  test("a program that returns gives the JSON of its value, and one without a return gives none", async () => {
    expect(await outcomeOf("return (await tools.a.b({ n: 1 })).n")).toEqual({ _tag: "Returned", json: "1" })
    expect(await outcomeOf("await tools.a.b({ n: 1 })")).toEqual({ _tag: "Returned", json: undefined })
    expect(await outcomeOf("return { at: new Date(), list: [undefined], none: undefined }")).toEqual({
      _tag: "Returned",
      json: '{"at":"1970-01-01T00:00:01.000Z","list":[null]}'
    })
  })

  test("a program that throws names the line and the column of its own text", async () => {
    expect(await outcomeOf("let a = 1\n  a.x.y")).toEqual({
      _tag: "Threw",
      name: "TypeError",
      message: "cannot read property 'y' of undefined",
      at: { line: 2, column: 3 }
    })
    expect(await outcomeOf("interface Row {\n  id: string\n}\nconst rows: Array<Row> = []\nawait tools.a.b({})\nrows[0]!.id satisfies string")).toMatchObject({
      at: { line: 6 }
    })
    expect(await outcomeOf("missing()")).toMatchObject({ name: "ReferenceError", at: { line: 1, column: 1 } })
  })

  test("columns count characters, not bytes", async () => {
    expect(await outcomeOf("const s = '日本語'; missing()")).toMatchObject({ at: { line: 1, column: 18 } })
    expect(await outcomeOf("const s = '日本語'; enum X {}")).toMatchObject({ at: { line: 1, column: 18 } })
  })

  test("what is thrown need not be an error, and may be hostile", async () => {
    expect(await outcomeOf("throw 'text'")).toEqual({ _tag: "Threw", name: "Error", message: "text" })
    expect(await outcomeOf("throw { a: 1 }")).toEqual({ _tag: "Threw", name: "Error", message: '{"a":1}' })
    expect(await outcomeOf("throw { get message() { throw 1 }, toString() { throw 2 } }")).toMatchObject({
      _tag: "Threw",
      message: "an error that cannot be read"
    })
  })

  test("a program that waits for nothing is stalled", async () => {
    expect(await outcomeOf("await new Promise(() => {})")).toEqual({ _tag: "Stalled" })
  })

  test("a program that computes for ever ends at its limit, which the message names", async () => {
    expect(await outcomeOf("while (true) {}", { limits: { turnMs: 300 } })).toEqual({
      _tag: "LimitHit",
      limit: "time",
      message: "the program computed without waiting for longer than its limit (turnMs, 300 ms)"
    })
    expect(await outcomeOf(spin, { limits: { turnMs: 300 } })).toMatchObject({ limit: "time" })
    expect(await outcomeOf("for (;;) await 0", { limits: { turnMs: 300 } })).toMatchObject({ limit: "time" })
  })

  test("memory, stack and result have their limits", async () => {
    expect(await outcomeOf("const a = []; for (;;) a.push(new Array(1000).fill(1))", patient)).toMatchObject({ _tag: "LimitHit", limit: "memory" })
    expect(await outcomeOf("let s = 'x'; for (;;) s += s", patient)).toMatchObject({ _tag: "LimitHit", limit: "memory" })
    expect(await outcomeOf("const f = (n) =>\n  f(n + 1) + 1\nreturn f(0)")).toMatchObject({
      _tag: "LimitHit",
      limit: "stack",
      message: expect.stringContaining("line 2")
    })
    expect(await outcomeOf(`return ${"[".repeat(50_000)}${"]".repeat(50_000)}`)).toMatchObject({ _tag: "LimitHit", limit: "stack" })
    expect(await outcomeOf("return 'é'.repeat(60)", { limits: { resultBytes: 100 } })).toEqual({
      _tag: "LimitHit",
      limit: "result",
      message: "the program's result is 122 bytes, over the limit of 100"
    })
  })

  test("a source that overflows the type stripper leaves it working", async () => {
    await outcomeOf(`return ${"(".repeat(100_000)}`)
    await outcomeOf(`return ${"(".repeat(100_000)}`)
    expect(await outcomeOf("const a: number = 1; return a")).toEqual({ _tag: "Returned", json: "1" })
  })

  test("a result that is not JSON is an error of the program", async () => {
    expect(await outcomeOf("return { n: 10n }")).toMatchObject({ _tag: "Threw", name: "TypeError", message: expect.stringContaining("not JSON: BigInt") })
    expect(await outcomeOf("const a = {}; a.a = a; return a")).toMatchObject({ _tag: "Threw", message: expect.stringContaining("circular") })
    expect(await outcomeOf("return { ['__proto__']: 1, then: 2 }")).toMatchObject({ _tag: "Returned", json: '{"__proto__":1,"then":2}' })
  })

  test("interrupting ends a program that waits, and one that computes", () =>
    runtime.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const runner = yield* CodeRunner
          const waiting = yield* runner.open(startOf("await tools.a.b({})"))
          yield* untilWaiting(waiting)
          waiting.interrupt()
          expect(yield* untilWaiting(waiting)).toEqual([{ _tag: "Over", outcome: { _tag: "Interrupted" } }])
          const busy = yield* runner.open(startOf(`console.log('here'); await tools.a.b({}); ${spin}`, { limits: { turnMs: 60_000 } }))
          yield* untilWaiting(busy)
          busy.settle([{ _tag: "Settle", id: 1, ok: true, json: "1", at: 2_000 }])
          busy.interrupt()
          expect(yield* untilWaiting(busy)).toEqual([{ _tag: "Over", outcome: { _tag: "Interrupted" } }])
        })
      )
    ))
})

describe("what cannot be run", () => {
  const refused = (source: string) => outcomeOf(source)

  test("TypeScript that is more than types is refused in clear words, with its line", async () => {
    expect(await refused("const a = 1\nenum X { A }")).toEqual({
      _tag: "Threw",
      name: "SyntaxError",
      message: "TypeScript enum is not supported: types are erased, not compiled",
      at: { line: 2, column: 1 }
    })
    expect(await refused("\nnamespace N { export const a = 1 }")).toMatchObject({
      name: "SyntaxError",
      message: expect.stringContaining("namespace"),
      at: { line: 2 }
    })
    expect(await refused("\n\n@dec class A {}")).toMatchObject({
      name: "SyntaxError",
      message: expect.stringContaining("decorators are not supported"),
      at: { line: 3, column: 1 }
    })
  })

  test("a syntax error names its place, without colours and without a path of the host", async () => {
    const outcome = await refused("const a = 1\nconst b = ;")
    expect(outcome).toEqual({ _tag: "Threw", name: "SyntaxError", message: "Expression expected", at: { line: 2, column: 11 } })
  })

  test("an import says what to use instead", async () => {
    expect(await refused("import fs from 'fs'\nreturn 1")).toMatchObject({
      name: "SyntaxError",
      message: expect.stringContaining("call tools as tools."),
      at: { line: 1, column: 1 }
    })
    expect(await refused("const a = 1\nconst fs = await import('fs')")).toMatchObject({
      name: "TypeError",
      message: expect.stringContaining("call tools as tools."),
      at: { line: 2, column: 18 }
    })
  })

  test("no message names a path or a stack of the host", async () => {
    const sources = [
      "null.x",
      "const a = ;",
      "await import('/etc/passwd')",
      "new URL('nope')",
      "structuredClone(() => 1)",
      "emit(10n)",
      "await tools.x(10n)",
      "throw new Error(new Error('x').stack)",
      "enum X {}",
      "eval('(')",
      "new Function('(')"
    ]
    for (const source of sources) expect(JSON.stringify(await outcomeOf(source))).not.toMatch(/node_modules|\.js|file:|\/work|wasm-function|worker\/|node:/)
  })
})
