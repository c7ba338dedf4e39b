import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { by, eventsOf, execute, openWorld, paused, pendingOnce, resume } from "../../test/fixtures/engine-story"
import { ExecutionEngine } from "./execution-engine"

const engine = ExecutionEngine

describe("a run", () => {
  it("completes with the program's result, and every event is numbered from 1 without a gap", async () => {
    const at = await openWorld()
    const outcome = await execute(at, `const { a } = args; console.log("hi"); emit({ a }); return { sum: a + await tools.test.echo({ value: 2 }) }`, {
      args: { a: 1 }
    })
    expect(outcome).toMatchObject({ _tag: "Over", status: "completed", result: { sum: 3 }, error: null })
    const events = await eventsOf(at, outcome.runId)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(events.map(({ _tag }) => _tag)).toEqual([
      "ExecutionStarted",
      "LogWritten",
      "OutputEmitted",
      "ToolCallStarted",
      "ToolCallFinished",
      "ExecutionFinished"
    ])
  })

  it("that fails at once does not hang, and says the line of the program", async () => {
    const at = await openWorld()
    const outcome = await execute(at, `const a: number = 1\nthrow new TypeError("no " + a)`)
    expect(outcome).toMatchObject({ _tag: "Over", status: "failed", error: { code: "program_error", message: "TypeError: no 1", line: 2 } })
  })

  it("whose tool fails can catch it, with its code", async () => {
    const at = await openWorld()
    const outcome = await execute(at, `try { await tools.test.fail({ value: "teapot" }) } catch (e) { return [e.name, e.code, e.status] }`)
    expect(outcome).toMatchObject({ status: "completed", result: ["ToolError", "teapot", 418] })
  })

  it("cannot call what is unknown or blocked, and nothing goes out", async () => {
    const at = await openWorld()
    const outcome = await execute(
      at,
      `const codes = []; for (const name of ["nothing", "blocked"]) try { await tools.test[name]({}) } catch (e) { codes.push(e.code) } return codes`
    )
    expect(outcome).toMatchObject({ status: "completed", result: ["tool_not_found", "tool_blocked"] })
    expect(at.calls).toEqual([])
  })

  it("that computes for ever ends at its limit, names it, and another run completes meanwhile", async () => {
    const at = await openWorld()
    const spinning = execute(at, `while (true) {}`, { timeoutMs: 1_000 })
    expect(await execute(at, `return await tools.test.echo({ value: 5 })`)).toMatchObject({ status: "completed", result: 5 })
    const outcome = await spinning
    expect(outcome).toMatchObject({ status: "failed", error: { code: "time_limit" } })
    expect(outcome._tag === "Over" ? outcome.error?.message : "").toContain("1000 ms")
  })

  it("that waits for nothing is stalled, not timed out", async () => {
    const at = await openWorld()
    expect(await execute(at, `await new Promise(() => {})`)).toMatchObject({ status: "failed", error: { code: "stalled" } })
  })

  it("closes calls that were never awaited when it ends", async () => {
    const at = await openWorld()
    const outcome = await execute(at, `tools.test.hold({ value: "never" }); return "done"`)
    expect(outcome).toMatchObject({ status: "completed", result: "done" })
    const finished = (await eventsOf(at, outcome.runId)).filter((event) => event._tag === "ToolCallFinished")
    expect(finished.map(({ status }) => status)).toEqual(["cancelled"])
  })
})

describe("a pause", () => {
  it("holds the call back until a person accepts, and the run goes on from there", async () => {
    const at = await openWorld()
    const interaction = paused(await execute(at, `return await tools.test.write({ value: "x" })`))
    expect(interaction).toMatchObject({ kind: "approval", status: "pending", toolPath: "test.write", args: { value: "x" }, line: 1 })
    expect(at.calls).toEqual([])
    expect(await resume(at, interaction.id)).toMatchObject({ status: "completed", result: "x" })
    expect(at.calls.map(({ args, idempotencyKey }) => [args, idempotencyKey])).toEqual([[{ value: "x" }, `${interaction.runId}:call_1`]])
  })

  it("comes again for the second question of a run", async () => {
    const at = await openWorld()
    const first = paused(await execute(at, `const a = await tools.test.write({ value: 1 }); const b = await tools.test.write({ value: 2 }); return a + b`))
    const second = paused(await resume(at, first.id))
    expect(second.id).not.toBe(first.id)
    expect(await resume(at, second.id)).toMatchObject({ status: "completed", result: 3 })
  })

  it("of three calls at once makes three questions, answerable in any order", async () => {
    const at = await openWorld()
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
    const at = await openWorld()
    const interaction = paused(
      await execute(at, `try { await tools.test.write({ value: 1 }) } catch (e) { return [e.name, e.path, e.action, e.reason, e.by] }`)
    )
    expect(await resume(at, interaction.id, { action: "decline", comment: "too much" })).toMatchObject({
      status: "completed",
      result: ["ToolDeclinedError", "test.write", "decline", "too much", "Ann Keller"]
    })
    expect(at.calls).toEqual([])
  })

  it("that is declined and not caught fails the run as declined", async () => {
    const at = await openWorld()
    const interaction = paused(await execute(at, `await tools.test.write({ value: 1 })`))
    expect(await resume(at, interaction.id, { action: "decline" })).toMatchObject({ status: "failed", error: { code: "declined", line: 1 } })
  })

  it("asks a person once when a program loops on a declined call", async () => {
    const at = await openWorld()
    const interaction = paused(
      await execute(at, `let n = 0; for (let i = 0; i < 5; i++) try { await tools.test.write({ b: 1, value: 1 }) } catch { n++ } return n`)
    )
    expect(await resume(at, interaction.id, { action: "decline" })).toMatchObject({ status: "completed", result: 5 })
    const asked = (await eventsOf(at, interaction.runId)).filter((event) => event._tag === "InteractionStarted")
    expect(asked).toHaveLength(1)
  })

  it("by human.ask takes only content that fits, reports every fault, and stays open meanwhile", async () => {
    const at = await openWorld()
    const code = `return await human.ask({ message: "Who?", schema: { type: "object", properties: { name: { type: "string" }, age: { type: "integer", minimum: 1 } }, required: ["name", "age"] } })`
    const interaction = paused(await execute(at, code))
    expect(interaction).toMatchObject({ kind: "form", toolCallId: null })
    const bad = await at.run(engine.use((one) => one.answer(interaction.id, { action: "accept", content: { age: 0 } }, by)).pipe(Effect.flip))
    expect(bad).toMatchObject({ _tag: "InvalidContent" })
    expect(bad._tag === "InvalidContent" ? bad.issues.map(({ path }) => path).sort() : []).toEqual(["age", "name"])
    expect(await at.run(engine.use((one) => one.getPaused(interaction.id)))).toMatchObject({ status: "pending" })
    expect(await resume(at, interaction.id, { action: "accept", content: { name: "Ann", age: 3, extra: true } })).toMatchObject({
      status: "completed",
      result: { name: "Ann", age: 3 }
    })
  })

  it("by human.approve and human.open gives true", async () => {
    const at = await openWorld()
    const first = paused(
      await execute(at, `return [await human.approve({ message: "Go?" }), await human.open({ message: "Sign in", url: "https://example.com/x" })]`)
    )
    const second = paused(await resume(at, first.id))
    expect(second).toMatchObject({ kind: "url", url: "https://example.com/x" })
    expect(await resume(at, second.id)).toMatchObject({ status: "completed", result: [true, true] })
  })
})
