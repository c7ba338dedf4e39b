import { Effect, Exit, Fiber, ManagedRuntime, Queue, Scope } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { CodeRunner } from "./code-runner"
import { type Answered, echo, runProgram, type Setting, startOf, untilWaiting } from "./run-program.fixture"
import { codeRunnerLayer, WorkerPool } from "./worker-pool"

const runtime = ManagedRuntime.make(codeRunnerLayer({ workers: 2, stuckAfterMs: 800 }))
afterAll(() => runtime.dispose())

const record = (source: string, setting: Setting = {}) => runtime.runPromise(runProgram(source, setting))
const outcomeOf = async (source: string, setting: Setting = {}) => (await record(source, setting)).outcome
const spin = "for (;;) { try { for (;;) {} } catch {} }"

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
    expect(await outcomeOf("interface Row {\n  id: string\n}\nconst rows: Array<Row> = []\nawait tools.a.b({})\nrows[0]!.id satisfies string")).toMatchObject({ at: { line: 6 } })
    expect(await outcomeOf("missing()")).toMatchObject({ name: "ReferenceError", at: { line: 1, column: 1 } })
  })

  test("columns count characters, not bytes", async () => {
    expect(await outcomeOf("const s = '日本語'; missing()")).toMatchObject({ at: { line: 1, column: 18 } })
    expect(await outcomeOf("const s = '日本語'; enum X {}")).toMatchObject({ at: { line: 1, column: 18 } })
  })

  test("what is thrown need not be an error, and may be hostile", async () => {
    expect(await outcomeOf("throw 'text'")).toEqual({ _tag: "Threw", name: "Error", message: "text" })
    expect(await outcomeOf("throw { a: 1 }")).toEqual({ _tag: "Threw", name: "Error", message: '{"a":1}' })
    expect(await outcomeOf("throw { get message() { throw 1 }, toString() { throw 2 } }")).toMatchObject({ _tag: "Threw", message: "an error that cannot be read" })
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
    expect(await outcomeOf("const a = []; for (;;) a.push(new Array(1000).fill(1))")).toMatchObject({ _tag: "LimitHit", limit: "memory" })
    expect(await outcomeOf("let s = 'x'; for (;;) s += s")).toMatchObject({ _tag: "LimitHit", limit: "memory" })
    expect(await outcomeOf("const f = (n) =>\n  f(n + 1) + 1\nreturn f(0)")).toMatchObject({ _tag: "LimitHit", limit: "stack", message: expect.stringContaining("line 2") })
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
    expect(await refused("\nnamespace N { export const a = 1 }")).toMatchObject({ name: "SyntaxError", message: expect.stringContaining("namespace"), at: { line: 2 } })
    expect(await refused("\n\n@dec class A {}")).toMatchObject({ name: "SyntaxError", message: expect.stringContaining("decorators are not supported"), at: { line: 3, column: 1 } })
  })

  test("a syntax error names its place, without colours and without a path of the host", async () => {
    const outcome = await refused("const a = 1\nconst b = ;")
    expect(outcome).toEqual({ _tag: "Threw", name: "SyntaxError", message: "Expression expected", at: { line: 2, column: 11 } })
  })

  test("an import says what to use instead", async () => {
    expect(await refused("import fs from 'fs'\nreturn 1")).toMatchObject({ name: "SyntaxError", message: expect.stringContaining("call tools as tools."), at: { line: 1, column: 1 } })
    expect(await refused("const a = 1\nconst fs = await import('fs')")).toMatchObject({ name: "TypeError", message: expect.stringContaining("call tools as tools."), at: { line: 2, column: 18 } })
  })

  test("no message names a path or a stack of the host", async () => {
    const sources = ["null.x", "const a = ;", "await import('/etc/passwd')", "new URL('nope')", "structuredClone(() => 1)", "emit(10n)", "await tools.x(10n)", "throw new Error(new Error('x').stack)", "enum X {}", "eval('(')", "new Function('(')"]
    for (const source of sources) expect(JSON.stringify(await outcomeOf(source))).not.toMatch(/node_modules|\.js|file:|\/work|wasm-function|worker\/|node:/)
  })
})

describe("what a program asks", () => {
  test("every call carries the line of the program that made it", async () => {
    const source = "const a = await tools.one({})\n\nconst later = () =>\n  tools.two({})\nawait later()\nawait Promise.all([1, 2].map((n) =>\n  tools.three({ n })\n))\nawait human.approve({ message: 'x' })\nawait new Promise((go) => setTimeout(go, 5))\nawait Promise.resolve({}).then(tools.four)"
    const { calls } = await record(source)
    expect(calls.map((call) => [call.kind, call.path, call.line])).toEqual([
      ["tool", "one", 1],
      ["tool", "two", 4],
      ["tool", "three", 7],
      ["tool", "three", 7],
      ["human", "human.approve", 9],
      ["timer", "setTimeout", 10],
      ["tool", "four", null]
    ])
  })

  test("any path is a function, and the ways to ask a person are the same under tools", async () => {
    const { calls, outcome } = await record("await tools.a.call.b({}); await tools.human.ask({ message: 'x' }); await tools.human.other(); await tools; return [typeof tools.a, String(tools.then)]")
    expect(calls.map((call) => `${call.kind} ${call.path} ${call.args}`)).toEqual(["tool a.call.b {}", 'human human.ask {"message":"x"}', "tool human.other {}"])
    expect(outcome).toMatchObject({ _tag: "Returned" })
  })

  test("a failed call is an error that can be caught, with all that is known of it", async () => {
    const answer = (): Answered => ({ ok: false, json: JSON.stringify({ name: "ToolError", code: "http_404", message: "not there", status: 404, details: { id: 1 }, retryable: false, secret: "x" }) })
    const source = "try {\n  await tools.a.b({})\n} catch (e) {\n  return [e instanceof ToolError, e instanceof Error, e.name, e.message, { ...e }]\n}"
    expect(await outcomeOf(source, { answer })).toEqual({
      _tag: "Returned",
      json: '[true,true,"ToolError","not there",{"code":"http_404","status":404,"details":{"id":1},"retryable":false}]'
    })
    expect(await outcomeOf("const a = 1\n\nawait tools.a.b({})", { answer })).toMatchObject({ _tag: "Threw", name: "ToolError", message: "not there", at: { line: 3 } })
  })

  test("a decline can be caught with its reason, and ends the program as declined when it is not", async () => {
    const answer = (): Answered => ({ ok: false, json: JSON.stringify({ name: "ToolDeclinedError", message: "Ada declined a.b", path: "a.b", action: "decline", reason: "not today", by: "Ada" }) })
    expect(await outcomeOf("try { await tools.a.b({}) } catch (e) { return [e.name, e.path, e.action, e.reason, e.by] }", { answer })).toEqual({
      _tag: "Returned",
      json: '["ToolDeclinedError","a.b","decline","not today","Ada"]'
    })
    expect(await outcomeOf("\nawait tools.a.b({})", { answer })).toMatchObject({ _tag: "Threw", name: "ToolDeclinedError", message: "Ada declined a.b", declined: true, at: { line: 2 } })
  })

  test("arguments that are not JSON never leave the program", async () => {
    const source = "const said = []; for (const bad of [10n, () => 1, Symbol('s')]) await tools.a.b(bad).catch((e) => said.push(e.code)); const a = {}; a.a = a; await tools.a.b(a).catch((e) => said.push(e.message)); return said"
    const { outcome, calls } = await record(source)
    expect(outcome).toEqual({ _tag: "Returned", json: JSON.stringify(["invalid_tool_arguments", "invalid_tool_arguments", "invalid_tool_arguments", "a.b: the arguments are not JSON: circular reference"]) })
    expect(calls).toEqual([])
  })

  test("arguments, calls in flight and calls of a run have limits that can be caught", async () => {
    const limits = { argsBytes: 10, openCalls: 3, toolCalls: 5 }
    expect(await outcomeOf("try { await tools.a.b('ééééé') } catch (e) { return [e.code, e.message] }", { limits })).toEqual({
      _tag: "Returned",
      json: '["arguments_too_large","a.b: the arguments are 12 bytes, over the limit of 10"]'
    })
    const { outcome, calls } = await record("const all = await Promise.allSettled([1, 2, 3, 4].map((n) => tools.a.b(n))); return all.map((one) => one.reason?.code ?? one.value)", { limits })
    expect(outcome).toEqual({ _tag: "Returned", json: '[1,2,3,"too_many_calls"]' })
    expect(calls).toHaveLength(3)
    expect(await outcomeOf("for (let n = 0; ; n++) await tools.a.b(n)", { limits })).toMatchObject({ _tag: "Threw", name: "ToolError", message: expect.stringContaining("has made 5 calls already") })
  })

  test("a forgotten await is named by its line before the end", async () => {
    const { logs, outcome } = await record("tools.one({})\nconst t = tools.two({})\nreturn 1")
    expect(outcome).toEqual({ _tag: "Returned", json: "1" })
    expect(logs).toEqual([
      "warn: the call to one of line 1 was still in flight when the program ended, and is cancelled: is an await missing?",
      "warn: the call to two of line 2 was still in flight when the program ended, and is cancelled: is an await missing?"
    ])
  })

  test("an unhandled rejection is a warning, a handled one is nothing", async () => {
    const { logs, outcome } = await record("Promise.reject(new Error('lost'))\nconst late = Promise.reject(1)\nawait 0\nlate.catch(() => {})\nsetTimeout(() => { throw new TypeError('in a timer') }, 1)\nawait tools.a.b({})\nawait tools.a.b({})\nreturn 2")
    expect(outcome).toEqual({ _tag: "Returned", json: "2" })
    expect(logs).toEqual(["warn: unhandled rejection: Error: lost (line 1)", "warn: unhandled rejection: TypeError: in a timer (line 5)"])
  })
})

describe("what a program finds", () => {
  test("every global does its work", async () => {
    const source = `
      const said = []
      said.push(structuredClone({ d: new Date(5), m: new Map([[1, new Set([2])]]) }).m.get(1).has(2))
      const url = new URL("/a b?x=1#h", "https://exämple.com:8080")
      url.searchParams.append("y", "ü z"); url.port = "99"; url.hash = ""
      said.push(url.href, url.host, url.origin, JSON.stringify(url), URL.canParse("nope"), [...new URLSearchParams("a=1&b=2&a=3").getAll("a")].join(), String(new URLSearchParams({ q: "a b" })))
      try { new URL("nope") } catch (e) { said.push(e.name, e.message) }
      said.push(new TextDecoder().decode(new TextEncoder().encode("é日")), atob(btoa("hi")))
      said.push(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID()), crypto.randomUUID() !== crypto.randomUUID())
      said.push(new Date().getTimezoneOffset(), Date.now(), args.list[0].n, Object.isFrozen(args.list[0]))
      try { "use strict"; args.list.push(1) } catch (e) { said.push(e.name) }
      const kept = setTimeout(() => said.push("never"), 5); clearTimeout(kept)
      await new Promise((go) => setTimeout(go, 10, 1))
      said.push(Date.now(), await yieldControl())
      return said`
    expect(await outcomeOf(source, { args: '{"list":[{"n":1}]}' })).toEqual({
      _tag: "Returned",
      json: JSON.stringify([
        true,
        "https://xn--exmple-cua.com:99/a%20b?x=1&y=%C3%BC+z",
        "xn--exmple-cua.com:99",
        "https://xn--exmple-cua.com:99",
        '"https://xn--exmple-cua.com:99/a%20b?x=1&y=%C3%BC+z"',
        false,
        "1,3",
        "q=a+b",
        "TypeError",
        "Invalid URL: nope",
        "é日",
        "hi",
        true,
        true,
        0,
        1_000,
        1,
        true,
        "TypeError",
        3_000,
        null
      ])
    })
  })

  test("nothing of a platform is there that could reach out or tell the machine's time", async () => {
    const names = ["fetch", "require", "process", "WeakRef", "FinalizationRegistry", "performance", "Atomics", "XMLHttpRequest", "navigator", "Deno", "Bun", "module", "global", "__dirname", "setInterval"]
    expect(await outcomeOf(`return ${JSON.stringify(names)}.filter((name) => name in globalThis)`)).toEqual({ _tag: "Returned", json: "[]" })
    expect(await outcomeOf("await fetch('http://localhost')")).toMatchObject({ name: "ReferenceError", message: "fetch is not defined" })
  })

  test("the same seed gives the same random numbers, another seed gives others", async () => {
    const source = "return [Math.random(), Math.random(), crypto.randomUUID()]"
    const [first, again, other] = [await outcomeOf(source, { seed: 1 }), await outcomeOf(source, { seed: 1 }), await outcomeOf(source, { seed: 2 })]
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
  })

  test("output has its three shapes, and anything else is content", async () => {
    const { items } = await record(
      "emit(1); emit({ type: 'content', content: { a: 1 } }); emit({ type: 'file', name: 'a.txt', mimeType: 'text/plain', data: 'eA==', more: 1 }); emit({ type: 'file', name: 'a' }); emit({ type: 'notification', message: 'm' }); notify('n'); emit(undefined); emit(new Date())"
    )
    expect(items.map((json) => JSON.parse(json))).toEqual([
      { type: "content", content: 1 },
      { type: "content", content: { a: 1 } },
      { type: "file", name: "a.txt", mimeType: "text/plain", data: "eA==" },
      { type: "content", content: { type: "file", name: "a" } },
      { type: "notification", message: "m" },
      { type: "notification", message: "n" },
      { type: "content", content: null },
      { type: "content", content: "1970-01-01T00:00:01.000Z" }
    ])
  })

  test("output over its limit throws, and the log says once that it is full", async () => {
    const { outcome, items } = await record("let n = 0; try { for (;;) { emit('x'.repeat(20)); n++ } } catch (e) { return [n, e.name, e.message] }", { limits: { outputBytes: 200 } })
    expect(outcome).toMatchObject({ _tag: "Returned", json: expect.stringMatching(/^\[3,"RangeError","emit: this item of 51 bytes/) })
    expect(items).toHaveLength(3)
    const { logs } = await record("for (let i = 0; i < 100; i++) console.log('0123456789')", { limits: { logBytes: 100 } })
    expect(logs).toEqual(["info: 0123456789", "info: 0123456789", "info: 0123456789", "system: the log has reached its limit of 100 bytes; what follows is dropped"])
  })

  test("the console shows what people mean", async () => {
    const { logs } = await record("console.log('a', { b: [1] }, undefined, null, 10n, new Map([[1, 2]]), () => 1)\nconsole.error(new TypeError('bad'))\nconst a = {}; a.a = a; console.warn(a); console.debug('x'.repeat(9000).length)")
    expect(logs).toEqual(["info: a {\"b\":[1]} undefined null 10n Map [[1,2]] [function ]", "error: TypeError: bad (line 2)", "warn: [object Object]", "debug: 9000"])
  })

  test("a program that overwrites the built-ins lies to nobody but itself", async () => {
    const source = "JSON.stringify = () => 'lie'; Map.prototype.get = () => null; Promise.prototype.then = null; Array.prototype.push = null; Object.prototype.get = 1; Error.prepareStackTrace = () => 5; const r = await tools.a.b({ n: 1 }); return r"
    const { outcome, calls } = await record(source)
    expect(calls).toMatchObject([{ path: "a.b", args: '{"n":1}', line: null }])
    expect(outcome).toEqual({ _tag: "Returned", json: '{"n":1}' })
  })
})

describe("neighbours", () => {
  test("a bystander finishes while another program spins", () =>
    runtime.runPromise(
      Effect.gen(function* () {
        const spinning = yield* Effect.forkChild(runProgram(spin, { limits: { turnMs: 60_000 } }))
        const [one, two, three] = yield* Effect.all([1, 2, 3].map((n) => runProgram(`return (await tools.a.b({ n: ${n} })).n`)))
        expect([one, two, three].map((run) => run?.outcome)).toEqual([1, 2, 3].map((n) => ({ _tag: "Returned", json: `${n}` })))
        yield* Fiber.interrupt(spinning)
      })
    ))

  test("a long built-in loses its thread; the neighbour is evicted, rebuilt, and repeats no call", async () => {
    const alone = ManagedRuntime.make(codeRunnerLayer({ workers: 1, stuckAfterMs: 500 }))
    await alone.runPromise(
      Effect.gen(function* () {
        const answer = (call: Parameters<typeof echo>[0]): Answered => ({ json: call.args, afterMs: 10 })
        const neighbour = yield* Effect.forkChild(runProgram("let n = 0; for (let i = 0; i < 60; i++) n += (await tools.count({ i })).i; return n", { answer }))
        const hog = yield* runProgram("await tools.wait({}); const a = Array.from({ length: 400000 }, (_, i) => (i * 7919) % 1000003); for (;;) a.slice().sort()", { limits: { turnMs: 60_000 } })
        expect(hog.outcome).toMatchObject({ _tag: "LimitHit", limit: "stuck", message: expect.stringContaining("stuckAfterMs, 500 ms") })
        const good = yield* Fiber.join(neighbour)
        expect(good.outcome).toEqual({ _tag: "Returned", json: "1770" })
        expect(good.rebuilt).toBeGreaterThan(0)
        expect(good.calls.map((call) => call.id)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1))
        const pool = yield* WorkerPool
        expect(yield* pool.status).toMatchObject({ replaced: 1 })
      })
    )
    await alone.dispose()
  })

  test("closing the scope of a program in an endless loop kills its VM, and the thread serves the next", () =>
    runtime.runPromise(
      Effect.gen(function* () {
        const pool = yield* WorkerPool
        const { replaced } = yield* pool.status
        const scope = yield* Scope.make()
        const session = yield* Scope.provide((yield* CodeRunner).open(startOf(`await tools.a.b({}); ${spin}`, { limits: { turnMs: 60_000 } })), scope)
        yield* untilWaiting(session)
        session.settle([{ _tag: "Settle", id: 1, ok: true, at: 2_000 }])
        yield* Scope.close(scope, Exit.void)
        const after = yield* pool.status
        expect(after.replaced).toBe(replaced)
        expect(after.workers.every((worker) => worker.runs === 0)).toBe(true)
        expect((yield* runProgram("return 1")).outcome).toEqual({ _tag: "Returned", json: "1" })
      })
    ))

  test("closing the pool evicts what still waits, and new programs are refused", async () => {
    const own = ManagedRuntime.make(codeRunnerLayer({ workers: 1 }))
      const scope = Effect.runSync(Scope.make())
    const runner = await own.runPromise(CodeRunner)
    const session = await Effect.runPromise(Scope.provide(runner.open(startOf("await tools.a.b({})")), scope))
    await Effect.runPromise(untilWaiting(session))
    await own.dispose()
    expect(await Effect.runPromise(Queue.take(session.turns))).toEqual({ events: [{ _tag: "Evicted", reason: "closing" }], waiting: false })
    expect(await Effect.runPromise(Effect.flip(Effect.scoped(runner.open(startOf("return 1")))))).toMatchObject({ _tag: "SandboxUnavailable" })
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })
})
