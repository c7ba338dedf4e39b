import { Effect, Fiber, ManagedRuntime } from "effect"
import { afterAll, expect, test } from "vitest"
import { type Answered, runProgram } from "../../test/fixtures/run-program"
import { codeRunnerLayer, WorkerPool } from "./worker-pool"

const runtime = ManagedRuntime.make(codeRunnerLayer({ workers: 2, stuckAfterMs: 3_000 }))
afterAll(() => runtime.dispose())

const limit = (...limits: ReadonlyArray<string>) => ({ _tag: "LimitHit", limit: expect.stringMatching(new RegExp(`^(${limits.join("|")})$`)) })
const threw = (message: string) => ({ _tag: "Threw", message: expect.stringContaining(message) })
/** Ends as an error of its own or as a lost thread: it takes a time that grows with the square of its depth. */
const byNature = { _tag: expect.stringMatching(/^(Threw|LimitHit)$/) }
/** On a machine with much else to do the memory may take longer to fill than a thread is waited for. */
const byMemory = limit("memory", "stuck")
const byTime = limit("time")
const returned = { _tag: "Returned" }

/** What each comes to. Some end in one of two limits, as the machine is fast or slow. */
const bombs: ReadonlyArray<readonly [name: string, source: string, end: object]> = [
  ["a loop", "while (true) {}", byTime],
  ["a loop that catches everything", "for (;;) { try { for (;;) {} } catch {} finally { continue } }", byTime],
  ["a loop of awaits", "for (;;) await 0", byTime],
  ["memory", "const a = []; for (;;) a.push(new Array(1000).fill(1))", byMemory],
  ["a doubling string", "let s = 'x'; for (;;) s += s", byMemory],
  ["an array of a thousand million and a join", "return new Array(1e9).join('x').length", limit("memory", "stuck", "time")],
  ["a regular expression", "return /^(a+)+$/.test('a'.repeat(45) + 'b')", byTime],
  ["a regular expression that is caught", "for (;;) { try { /^(a+)+$/.test('a'.repeat(45) + 'b') } catch {} }", byTime],
  ["sorting", "const a = Array.from({ length: 400000 }, (_, i) => (i * 7919) % 1000003); for (;;) a.slice().sort()", limit("stuck", "time", "memory")],
  ["recursion", "const f = (n) => f(n + 1) + 1; return f(0)", limit("stack")],
  ["deep JSON", "let o = {}; for (let i = 0; i < 200000; i++) o = { o }; return o", byNature],
  ["a flood of promises", "const a = []; for (let i = 0; i < 1e6; i++) a.push(new Promise(() => {})); await Promise.all(a)", byMemory],
  ["a proxy that traps everything", "return new Proxy({}, { get: (_, k, self) => self, ownKeys: () => { for (;;) {} } })", byTime],
  ["a toJSON that loops", "return { toJSON() { for (;;) {} } }", byTime],
  ["a flood of output", "for (;;) emit('x'.repeat(1000))", threw("over its limit")],
  ["a flood of log lines", "for (;;) console.log('x'.repeat(100))", byTime],
  ["a flood of calls", "return await Promise.all(Array.from({ length: 100000 }, (_, i) => tools.a.b({ i })))", limit("memory", "stuck", "time")],
  ["calls over their limit, caught", "for (let i = 0; ; i++) try { await tools.a.b({ i }) } catch {}", byTime],
  ["a flood of rejections", "for (let i = 0; i < 100000; i++) Promise.reject(i); return 'ok'", returned],
  ["a flood of timers", "for (;;) setTimeout(() => {}, 0)", threw("timers")],
  ["a string of a hundred million", "return 'x'.repeat(100_000_000)", byMemory],
  ["a result that is too large", "return 'x'.repeat(20_000_000)", limit("result", "memory", "stuck")],
  ["arguments that are too large", "await tools.a.b('x'.repeat(2_000_000))", threw("over the limit")],
  ["a URL of millions", "return new URL('http://a/' + '?'.repeat(5_000_000)).href.length", returned],
  ["nested source", `return ${"[".repeat(50_000)}${"]".repeat(50_000)}`, limit("stack")],
  ["a source that the parser is slow with", `if (a) {} ${"else if (a) {} ".repeat(60_000)}`, limit("stuck", "stack")],
  ["a deep structuredClone", "let o = {}; for (let i = 0; i < 200000; i++) o = { o }; return structuredClone(o)", limit("stack", "memory", "stuck")],
  ["text that grows in the decoder", "const e = new TextEncoder(); const a = []; for (;;) a.push(e.encode('x'.repeat(1_000_000)))", byMemory],
  ["an error that cannot be read", "throw { get message() { throw 1 }, get stack() { for (;;) {} } }", threw("cannot be read")]
]

test(
  "every bomb ends in its limit, while the server answers and a bystander comes to its result without repeating a call",
  () =>
    runtime.runPromise(
      Effect.gen(function* () {
        const answer = (call: { readonly args: string }): Answered => ({ json: call.args, afterMs: 5 })
        const source = "let s = 0; for (let i = 0; i < 200; i++) s = (s * 31 + (await tools.count({ i })).i) % 1000003; return s"
        const alone = yield* runProgram(source, { answer })
        const bystander = yield* Effect.forkChild(runProgram(source, { answer }))
        const exploding = yield* Effect.forEach(bombs, ([name, bomb, end]) =>
          // Only what must end by its time is given little of it; the others meet their own limit first, also on a slow machine.
          Effect.forkChild(
            Effect.map(runProgram(bomb, { limits: { turnMs: end === byTime ? 300 : 60_000, toolCalls: 200 } }), ({ outcome }) => ({ name, outcome, end }))
          )
        )
        const ends = yield* Effect.forEach(exploding, Fiber.join)
        for (const { name, outcome, end } of ends) expect({ name, outcome }).toEqual({ name, outcome: expect.objectContaining(end) })
        const after = yield* Fiber.join(bystander)
        expect(after.outcome).toEqual(alone.outcome)
        expect(after.calls.map((call) => call.id)).toEqual(alone.calls.map((call) => call.id))
        const pool = yield* WorkerPool
        expect((yield* pool.status).workers.map((worker) => worker.runs)).toEqual([0, 0])
      })
    ),
  240_000
)
