import { Effect, Exit, Fiber, ManagedRuntime, Queue, Scope } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { type Answered, type echo, runProgram, startOf, testPool, untilWaiting } from "../../test/fixtures/run-program"
import { CodeRunner, type SandboxEvent } from "./code-runner"
import { codeRunnerLayer, WorkerPool } from "./worker-pool"

const { dispose, runtime } = testPool()
afterAll(dispose)

/** Computes for ever, and catches whatever is thrown at it. */
const spin = "for (;;) { try { for (;;) {} } catch {} }"

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

  test("a program that spins moves the neighbours that are due, and none that only waits", async () => {
    const two = ManagedRuntime.make(codeRunnerLayer({ workers: 2 }))
    await two.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const runner = yield* CodeRunner
          const pool = yield* WorkerPool
          // The pool opens with its first thread; the runs are to be spread over both.
          while (!(yield* pool.status).workers.every(({ ready }) => ready)) yield* Effect.promise(() => new Promise(setImmediate))
          const waiting = []
          for (let n = 0; n < 6; n++) {
            const session = yield* runner.open(startOf("await tools.a.b({}); await tools.a.b({})"))
            yield* untilWaiting(session)
            waiting.push(session)
          }
          const busy = yield* runner.open(startOf(`console.log('here'); await tools.a.b({}); ${spin}`, { limits: { turnMs: 600_000 } }))
          yield* untilWaiting(busy)
          busy.settle([{ _tag: "Settle", id: 1, ok: true, at: 2_000 }])
          // Three on each thread, in turn: two of each get something to do.
          const due = waiting.slice(0, 4)
          for (const session of due) session.settle([{ _tag: "Settle", id: 1, ok: true, at: 2_000 }])
          const moved = (said: ReadonlyArray<ReadonlyArray<SandboxEvent>>) => said.flat().filter((event) => event._tag === "Evicted").length
          expect(moved(yield* Effect.forEach(due, untilWaiting))).toBeGreaterThanOrEqual(2)
          const idle = yield* Effect.forEach(waiting.slice(4), (session) => Queue.size(session.turns))
          expect(idle).toEqual([0, 0])
          // One that gets something to do later, while the same turn lasts, is moved then.
          for (const session of waiting.slice(4)) session.settle([{ _tag: "Settle", id: 1, ok: true, at: 2_000 }])
          expect(moved(yield* Effect.forEach(waiting.slice(4), untilWaiting))).toBeGreaterThanOrEqual(1)
          busy.interrupt()
        })
      )
    )
    await two.dispose()
  })

  test("a long built-in loses its thread; the neighbour is evicted, rebuilt, and repeats no call", async () => {
    // Long enough for an honest turn on a machine with much else to do; the other one never comes back.
    const alone = ManagedRuntime.make(codeRunnerLayer({ workers: 1, stuckAfterMs: 3_000 }))
    await alone.runPromise(
      Effect.gen(function* () {
        const answer = (call: Parameters<typeof echo>[0]): Answered => ({ json: call.args, afterMs: 10 })
        const neighbour = yield* Effect.forkChild(runProgram("let n = 0; for (let i = 0; i < 60; i++) n += (await tools.count({ i })).i; return n", { answer }))
        const hog = yield* runProgram("await tools.wait({}); Array.prototype.reverse.call({ length: Number.MAX_SAFE_INTEGER })", {
          limits: { turnMs: 60_000 }
        })
        expect(hog.outcome).toMatchObject({ _tag: "LimitHit", limit: "stuck", message: expect.stringContaining("stuckAfterMs, 3000 ms") })
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

  test("closing the scope of a program that waits does not wait for a neighbour that spins on its thread", async () => {
    const alone = ManagedRuntime.make(codeRunnerLayer({ workers: 1 }))
    await alone.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const runner = yield* CodeRunner
          const scope = yield* Scope.make()
          const waiting = yield* Scope.provide(runner.open(startOf("await tools.a.b({}); console.log('never')")), scope)
          yield* untilWaiting(waiting)
          const busy = yield* runner.open(startOf(`console.log('here'); await tools.a.b({}); ${spin}`, { limits: { turnMs: 600_000 } }))
          yield* untilWaiting(busy)
          busy.settle([{ _tag: "Settle", id: 1, ok: true, at: 2_000 }])
          waiting.settle([{ _tag: "Settle", id: 1, ok: true, at: 2_000 }])
          yield* Scope.close(scope, Exit.void)
          busy.interrupt()
          expect(yield* untilWaiting(busy)).toEqual([{ _tag: "Over", outcome: { _tag: "Interrupted" } }])
        })
      )
    )
    await alone.dispose()
  })

  test("closing the pool evicts what still waits, and new programs are refused", async () => {
    const own = ManagedRuntime.make(codeRunnerLayer({ workers: 1 }))
    const scope = Effect.runSync(Scope.make())
    const runner = await own.runPromise(CodeRunner)
    const session = await Effect.runPromise(Scope.provide(runner.open(startOf("await tools.a.b({})")), scope))
    await Effect.runPromise(untilWaiting(session))
    await own.dispose()
    expect(await Effect.runPromise(Queue.take(session.turns))).toEqual({ events: [{ _tag: "Evicted", reason: "closing" }], waiting: false, heard: 0 })
    expect(await Effect.runPromise(Effect.flip(Effect.scoped(runner.open(startOf("return 1")))))).toMatchObject({ _tag: "SandboxUnavailable" })
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })
})
