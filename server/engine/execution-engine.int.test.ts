import { Deferred, Effect } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { makeWorld, operator, submission, type World, type WorldOptions } from "../../test/fixtures/engine-world"
import type { InteractionId, RunId } from "../domain/ids"
import type { Answer } from "../domain/interaction"
import { ExecutionEngine, type RunOutcome } from "./execution-engine"
import { RunStore } from "./run-store"

let world: World | undefined
const open = async (options?: WorldOptions) => {
  world = await makeWorld(options)
  return world
}
afterEach(async () => {
  await world?.close()
  world = undefined
})

const engine = ExecutionEngine
const execute = (at: World, code: string, more?: Parameters<typeof submission>[1]) => at.run(engine.use((one) => one.executeWithPause(submission(code, more))))
const by = { actor: operator, via: "console" } as const
const resume = (at: World, id: InteractionId, answer: Answer = { action: "accept" }) => at.run(engine.use((one) => one.resume(id, answer, by)))
const paused = (outcome: RunOutcome | null) => {
  if (outcome?._tag !== "Paused") throw new Error(`expected a pause, got ${JSON.stringify(outcome)}`)
  return outcome.interaction
}
const eventsOf = (at: World, runId: RunId) => at.run(engine.use((one) => one.wait(runId, { after: 0, timeoutMs: 0 }))).then((seen) => seen?.events ?? [])

/** All open questions, once there are so many: a busy machine may send one turn of a program in parts. */
const pendingOnce = async (at: World, runId: RunId, count: number) => {
  for (let after = 0; ;) {
    const seen = await at.run(engine.use((one) => one.wait(runId, { after, timeoutMs: 30_000 })))
    after = seen?.cursor ?? after
    const all = await at.run(engine.use((one) => one.listPaused(submission("x").teamId)))
    if (all.length >= count) return all
  }
}

describe("a run", () => {
  it("completes with the program's result, and every event is numbered from 1 without a gap", async () => {
    const at = await open()
    const outcome = await execute(at, `const { a } = args; console.log("hi"); emit({ a }); return { sum: a + await tools.test.echo({ value: 2 }) }`, { args: { a: 1 } })
    expect(outcome).toMatchObject({ _tag: "Over", status: "completed", result: { sum: 3 }, error: null })
    const events = await eventsOf(at, outcome.runId)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(events.map(({ _tag }) => _tag)).toEqual(["ExecutionStarted", "LogWritten", "OutputEmitted", "ToolCallStarted", "ToolCallFinished", "ExecutionFinished"])
  })

  it("that fails at once does not hang, and says the line of the program", async () => {
    const at = await open()
    const outcome = await execute(at, `const a: number = 1\nthrow new TypeError("no " + a)`)
    expect(outcome).toMatchObject({ _tag: "Over", status: "failed", error: { code: "program_error", message: "TypeError: no 1", line: 2 } })
  })

  it("whose tool fails can catch it, with its code", async () => {
    const at = await open()
    const outcome = await execute(at, `try { await tools.test.fail({ value: "teapot" }) } catch (e) { return [e.name, e.code, e.status] }`)
    expect(outcome).toMatchObject({ status: "completed", result: ["ToolError", "teapot", 418] })
  })

  it("cannot call what is unknown or blocked, and nothing goes out", async () => {
    const at = await open()
    const outcome = await execute(at, `const codes = []; for (const name of ["nothing", "blocked"]) try { await tools.test[name]({}) } catch (e) { codes.push(e.code) } return codes`)
    expect(outcome).toMatchObject({ status: "completed", result: ["tool_not_found", "tool_blocked"] })
    expect(at.calls).toEqual([])
  })

  it("that computes for ever ends at its limit, names it, and another run completes meanwhile", async () => {
    const at = await open()
    const spinning = execute(at, `while (true) {}`, { timeoutMs: 1_000 })
    expect(await execute(at, `return await tools.test.echo({ value: 5 })`)).toMatchObject({ status: "completed", result: 5 })
    const outcome = await spinning
    expect(outcome).toMatchObject({ status: "failed", error: { code: "time_limit" } })
    expect(outcome._tag === "Over" ? outcome.error?.message : "").toContain("1000 ms")
  })

  it("that waits for nothing is stalled, not timed out", async () => {
    const at = await open()
    expect(await execute(at, `await new Promise(() => {})`)).toMatchObject({ status: "failed", error: { code: "stalled" } })
  })

  it("closes calls that were never awaited when it ends", async () => {
    const at = await open()
    const outcome = await execute(at, `tools.test.hold({ value: "never" }); return "done"`)
    expect(outcome).toMatchObject({ status: "completed", result: "done" })
    const finished = (await eventsOf(at, outcome.runId)).filter((event) => event._tag === "ToolCallFinished")
    expect(finished.map(({ status }) => status)).toEqual(["cancelled"])
  })
})

describe("a pause", () => {
  it("holds the call back until a person accepts, and the run goes on from there", async () => {
    const at = await open()
    const interaction = paused(await execute(at, `return await tools.test.write({ value: "x" })`))
    expect(interaction).toMatchObject({ kind: "approval", status: "pending", toolPath: "test.write", args: { value: "x" }, line: 1 })
    expect(at.calls).toEqual([])
    expect(await resume(at, interaction.id)).toMatchObject({ status: "completed", result: "x" })
    expect(at.calls.map(({ args, idempotencyKey }) => [args, idempotencyKey])).toEqual([[{ value: "x" }, `${interaction.runId}:call_1`]])
  })

  it("comes again for the second question of a run", async () => {
    const at = await open()
    const first = paused(await execute(at, `const a = await tools.test.write({ value: 1 }); const b = await tools.test.write({ value: 2 }); return a + b`))
    const second = paused(await resume(at, first.id))
    expect(second.id).not.toBe(first.id)
    expect(await resume(at, second.id)).toMatchObject({ status: "completed", result: 3 })
  })

  it("of three calls at once makes three questions, answerable in any order", async () => {
    const at = await open()
    const first = paused(await execute(at, `return await Promise.all([1, 2, 3].map((value) => tools.test.write({ value })))`))
    const all = await pendingOnce(at, first.runId, 3)
    expect(all.map(({ args }) => args)).toEqual([{ value: 1 }, { value: 2 }, { value: 3 }])
    expect(all[0]?.id).toBe(first.id)
    const [, second, third] = all
    if (second === undefined || third === undefined) throw new Error("three expected")
    expect(paused(await resume(at, third.id)).id).toBe(first.id)
    expect(paused(await resume(at, first.id)).id).toBe(second.id)
    expect(await resume(at, second.id)).toMatchObject({ status: "completed", result: [1, 2, 3] })
    expect(at.calls.map(({ args }) => args)).toEqual([{ value: 3 }, { value: 1 }, { value: 2 }])
  })

  it("that is declined reaches the program with who, what and why", async () => {
    const at = await open()
    const interaction = paused(await execute(at, `try { await tools.test.write({ value: 1 }) } catch (e) { return [e.name, e.path, e.action, e.reason, e.by] }`))
    expect(await resume(at, interaction.id, { action: "decline", comment: "too much" })).toMatchObject({
      status: "completed", result: ["ToolDeclinedError", "test.write", "decline", "too much", "Ann Keller"]
    })
    expect(at.calls).toEqual([])
  })

  it("that is declined and not caught fails the run as declined", async () => {
    const at = await open()
    const interaction = paused(await execute(at, `await tools.test.write({ value: 1 })`))
    expect(await resume(at, interaction.id, { action: "decline" })).toMatchObject({ status: "failed", error: { code: "declined", line: 1 } })
  })

  it("asks a person once when a program loops on a declined call", async () => {
    const at = await open()
    const interaction = paused(await execute(at, `let n = 0; for (let i = 0; i < 5; i++) try { await tools.test.write({ b: 1, value: 1 }) } catch { n++ } return n`))
    expect(await resume(at, interaction.id, { action: "decline" })).toMatchObject({ status: "completed", result: 5 })
    const asked = (await eventsOf(at, interaction.runId)).filter((event) => event._tag === "InteractionStarted")
    expect(asked).toHaveLength(1)
  })

  it("by human.ask takes only content that fits, reports every fault, and stays open meanwhile", async () => {
    const at = await open()
    const code = `return await human.ask({ message: "Who?", schema: { type: "object", properties: { name: { type: "string" }, age: { type: "integer", minimum: 1 } }, required: ["name", "age"] } })`
    const interaction = paused(await execute(at, code))
    expect(interaction).toMatchObject({ kind: "form", toolCallId: null })
    const bad = await at.run(engine.use((one) => one.answer(interaction.id, { action: "accept", content: { age: 0 } }, by)).pipe(Effect.flip))
    expect(bad).toMatchObject({ _tag: "InvalidContent" })
    expect(bad._tag === "InvalidContent" ? bad.issues.map(({ path }) => path).sort() : []).toEqual(["age", "name"])
    expect(await at.run(engine.use((one) => one.getPaused(interaction.id)))).toMatchObject({ status: "pending" })
    expect(await resume(at, interaction.id, { action: "accept", content: { name: "Ann", age: 3, extra: true } })).toMatchObject({
      status: "completed", result: { name: "Ann", age: 3 }
    })
  })

  it("by human.approve and human.open gives true", async () => {
    const at = await open()
    const first = paused(await execute(at, `return [await human.approve({ message: "Go?" }), await human.open({ message: "Sign in", url: "https://example.com/x" })]`))
    const second = paused(await resume(at, first.id))
    expect(second).toMatchObject({ kind: "url", url: "https://example.com/x" })
    expect(await resume(at, second.id)).toMatchObject({ status: "completed", result: [true, true] })
  })
})

describe("an answer", () => {
  it("given fifty times at once has one effect, and all get the same outcome", async () => {
    const at = await open()
    const interaction = paused(await execute(at, `return await tools.test.write({ value: 7 })`))
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => resume(at, interaction.id)))
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1)
    expect(outcomes[0]).toMatchObject({ status: "completed", result: 7 })
    expect(at.calls).toHaveLength(1)
  })

  it("given otherwise by a second person changes nothing and says who decided", async () => {
    const at = await open()
    const interaction = paused(await execute(at, `return await tools.test.write({ value: 7 })`))
    await resume(at, interaction.id)
    const second = await at.run(engine.use((one) => one.answer(interaction.id, { action: "decline" }, { actor: { ...operator, id: "user-tom", label: "Tom" }, via: "api" })).pipe(Effect.flip))
    expect(second).toMatchObject({ _tag: "AlreadyDecided", interaction: { status: "accepted", resolvedBy: { label: "Ann Keller" }, resolvedVia: "console" } })
    expect(at.calls).toHaveLength(1)
  })

  it("given again after the end, and after a restart, gives the same outcome", async () => {
    let at = await open()
    const interaction = paused(await execute(at, `return await tools.test.write({ value: 7 })`))
    const first = await resume(at, interaction.id)
    expect(await resume(at, interaction.id)).toEqual(first)
    world = at = await at.restart()
    expect(await resume(at, interaction.id)).toEqual(first)
    expect(at.calls).toHaveLength(1)
  })

  it("to a run that was cancelled is refused", async () => {
    const at = await open()
    const interaction = paused(await execute(at, `return await tools.test.write({ value: 7 })`))
    await at.run(engine.use((one) => one.cancel(interaction.runId, operator, "not needed")))
    const late = await at.run(engine.use((one) => one.answer(interaction.id, { action: "accept" }, by)).pipe(Effect.flip))
    expect(late).toMatchObject({ _tag: "AlreadyDecided", interaction: { status: "cancelled", resolvedVia: "system" } })
    expect(at.calls).toEqual([])
  })
})

describe("cancelling", () => {
  it("a run in a tool call makes no later call, and records one ending", async () => {
    const at = await open()
    const started = await at.run(engine.use((one) => one.start(submission(`await tools.test.hold({ value: "a" }); await tools.test.echo({ value: 1 })`))))
    await at.held("a")
    await at.run(engine.use((one) => one.cancel(started.runId, operator, "")))
    at.release("a")
    expect(at.calls.map(({ path }) => path)).toEqual(["test.hold"])
    const events = await eventsOf(at, started.runId)
    expect(events.filter((event) => event._tag === "ExecutionFinished").map(({ status }) => status)).toEqual(["cancelled"])
  })

  it("a queued run does not wait for a free place", async () => {
    const at = await open({ maxConcurrent: 1 })
    await at.run(engine.use((one) => one.start(submission(`await tools.test.hold({ value: "a" })`))))
    await at.held("a")
    const queued = await at.run(engine.use((one) => one.start(submission(`return await tools.test.echo({ value: 1 })`))))
    await at.run(engine.use((one) => one.cancel(queued.runId, operator, "")))
    expect(await at.run(engine.use((one) => one.until(queued.runId, { timeoutMs: 0 })))).toMatchObject({ _tag: "Over", status: "cancelled" })
    at.release("a")
  })
})

describe("a restart", () => {
  it("leaves a waiting run waiting, and its answer continues it without calling anything twice", async () => {
    let at = await open()
    const interaction = paused(await execute(at, `const a = await tools.test.echo({ value: Math.random() }); const b = await tools.test.write({ value: a }); return a === b`))
    world = at = await at.restart()
    expect(await at.run(engine.use((one) => one.getPaused(interaction.id)))).toMatchObject({ status: "pending" })
    expect(await resume(at, interaction.id)).toMatchObject({ status: "completed", result: true })
    expect(at.calls.map(({ path }) => path)).toEqual(["test.echo", "test.write"])
  })

  it("continues a running run by itself, and asks what became of a call that was in flight", async () => {
    let at = await open()
    const { runId } = await at.run(engine.use((one) => one.start(submission(`const a = await tools.test.echo({ value: 1 }); const b = await tools.test.hold({ value: "b" }); return [a, b]`))))
    await at.held("b")
    world = at = await at.restart()
    const question = paused(await at.run(engine.use((one) => one.until(runId, { timeoutMs: 30_000 }))))
    expect(question).toMatchObject({ kind: "approval", toolPath: "test.hold", options: ["retry", "succeeded", "failed"] })
    const vague = await at.run(engine.use((one) => one.answer(question.id, { action: "accept" }, by)).pipe(Effect.flip))
    expect(vague).toMatchObject({ _tag: "InvalidContent" })
    expect(await resume(at, question.id, { action: "accept", content: { choice: "succeeded", result: "it did" } })).toMatchObject({ status: "completed", result: [1, "it did"] })
    expect(at.calls.map(({ path }) => path)).toEqual(["test.echo", "test.hold"])
  })

  it("sends a call that is safe to repeat again, with the same idempotency key", async () => {
    let at = await open({ repeatable: ["test.hold"] })
    const { runId } = await at.run(engine.use((one) => one.start(submission(`return await tools.test.hold({ value: "b" })`))))
    await at.held("b")
    world = at = await at.restart()
    await at.held("b")
    at.release("b")
    expect(await at.run(engine.use((one) => one.until(runId, { timeoutMs: 30_000 })))).toMatchObject({ status: "completed", result: "b" })
    expect(at.calls.map(({ idempotencyKey }) => idempotencyKey)).toEqual([`${runId}:call_1`, `${runId}:call_1`])
  })
})

describe("running inline", () => {
  it("answers each question by the handler and gives the end", async () => {
    const at = await open()
    const asked: Array<string> = []
    const outcome = await at.run(engine.use((one) => one.execute(submission(`return [await tools.test.write({ value: 1 }), await human.approve({ message: "Sure?" })]`), {
      onElicitation: ({ kind, toolPath }) => Effect.sync(() => {
        asked.push(`${kind} ${toolPath}`)
        return { answer: { action: "accept" }, by }
      })
    })))
    expect(outcome).toMatchObject({ status: "completed", result: [1, true] })
    expect(asked).toEqual(["approval test.write", "approval null"])
  })

  it("ends the run as interrupted when the caller goes away, recorded once, with nothing called after it", async () => {
    const at = await open()
    const asked = Deferred.makeUnsafe<InteractionId>()
    const inline = engine.use((one) => one.execute(submission(`await tools.test.write({ value: 1 }); await tools.test.echo({ value: 2 })`), {
      onElicitation: ({ id }) => Deferred.succeed(asked, id).pipe(Effect.andThen(Effect.never))
    }))
    // The caller goes away once it was asked.
    await at.run(Effect.raceFirst(inline, Deferred.await(asked)))
    const id = await at.run(Deferred.await(asked))
    const interaction = await at.run(RunStore.use((store) => store.interaction(id)))
    if (interaction === null) throw new Error("the question was recorded")
    const { runId } = interaction.interaction
    const events = async () => (await eventsOf(at, runId)).flatMap((event) => (event._tag === "ExecutionFinished" ? [event.status] : []))
    expect(await events()).toEqual(["interrupted"])
    expect(at.calls).toEqual([])
    expect(await at.run(engine.use((one) => one.getPaused(id)))).toBeNull()
  })
})

describe("leaving memory", () => {
  it("does not change what an answer leads to", async () => {
    const at = await open({ engine: { hibernateAfterMs: 0 } })
    const first = paused(await execute(at, `const a = await tools.test.write({ value: 1 }); const t = Date.now(); const b = await tools.test.write({ value: 2 }); return [a, b, Date.now() >= t]`))
    const second = paused(await resume(at, first.id))
    expect(await resume(at, second.id)).toMatchObject({ status: "completed", result: [1, 2, true] })
    expect(at.calls).toHaveLength(2)
  })
})

describe("an idempotency key", () => {
  it("gives the first run again, and is refused with another program", async () => {
    const at = await open()
    const start = (code: string) => engine.use((one) => one.start(submission(code, { idempotencyKey: "k" })))
    const first = await at.run(start(`return 1`))
    expect(await at.run(start(`return 1`))).toEqual({ runId: first.runId, created: false })
    expect(await at.run(start(`return 2`).pipe(Effect.flip))).toMatchObject({ _tag: "IdempotencyConflict", runId: first.runId })
  })
})

describe("an observer", () => {
  const program = `console.log("a"); const value = await tools.test.echo({ value: 1 }); return value`
  for (const [what, handle] of [
    ["fails", () => Effect.fail("broken")],
    ["dies", () => Effect.die(new Error("broken"))],
    ["throws", (): Effect.Effect<void> => { throw new Error("broken") }],
    ["hangs", () => Effect.never]
  ] as const) {
    it(`that ${what} does not touch the run`, async () => {
      const at = await open({ observer: { name: "broken", handle } })
      expect(await execute(at, program)).toMatchObject({ status: "completed", result: 1 })
    })
  }
})
