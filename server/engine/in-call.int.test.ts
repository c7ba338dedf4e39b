import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { by, eventsOf, execute, openWorld, paused, pendingOnce, restarted, resume } from "../../test/fixtures/engine-story"
import { submission, type World } from "../../test/fixtures/engine-world"
import type { RunId } from "../domain/ids"
import { ExecutionEngine } from "./execution-engine"

const engine = ExecutionEngine
const accept = { action: "accept", content: { name: "Ann" } } as const

describe("a tool that asks in the middle of its call", () => {
  it("is given the person's answer, and its result is the program's", async () => {
    const at = await openWorld()
    const question = paused(await execute(at, `return await tools.test.ask({ value: "Who?" })`))
    expect(question).toMatchObject({ kind: "form", message: "Who?", toolPath: "test.ask", toolCallId: "call_1", options: null })
    expect(await resume(at, question.id, accept)).toMatchObject({ status: "completed", result: { action: "accept", content: { name: "Ann" } } })
    expect(at.calls).toHaveLength(1)
    const events = await eventsOf(at, question.runId)
    expect(events.map(({ _tag }) => _tag)).toEqual([
      "ExecutionStarted",
      "ToolCallStarted",
      "InteractionStarted",
      "InteractionResolved",
      "InteractionChanged",
      "ToolCallFinished",
      "ExecutionFinished"
    ])
  })

  it.each(["decline", "cancel"] as const)("hears a %s, and the program goes on", async (action) => {
    const at = await openWorld()
    const question = paused(await execute(at, `return (await tools.test.open({ value: "https://example.com/" })).action`))
    expect(question).toMatchObject({ kind: "url", url: "https://example.com/" })
    expect(await resume(at, question.id, { action })).toMatchObject({ status: "completed", result: action })
  })

  it("gets no values that do not fit what it asked for", async () => {
    const at = await openWorld()
    const question = paused(await execute(at, `return await tools.test.ask({ value: "Who?" })`))
    const wrong = await at.run(engine.use((one) => one.answer(question.id, { action: "accept", content: { name: 7 } }, by)).pipe(Effect.flip))
    expect(wrong).toMatchObject({ _tag: "InvalidContent" })
    expect(await resume(at, question.id, accept)).toMatchObject({ status: "completed" })
  })

  it("uses no time of its run, and no place among the active ones, while it waits", async () => {
    const at = await openWorld({ maxConcurrent: 1 })
    const question = paused(await execute(at, `return (await tools.test.ask({ value: "Who?" })).action`, { timeoutMs: 60_000 }))
    expect(await execute(at, `return await tools.test.echo({ value: 2 })`)).toMatchObject({ _tag: "Over", status: "completed", result: 2 })
    expect(await resume(at, question.id, accept)).toMatchObject({ status: "completed", result: "accept" })
  })

  it("stays in memory with its connection, whatever else leaves", async () => {
    const at = await openWorld({ engine: { hibernateAfterMs: 0, mostResident: 1 } })
    const question = paused(await execute(at, `return (await tools.test.ask({ value: "Who?" })).content`))
    const other = paused(await execute(at, `return await tools.test.write({ value: 1 })`))
    expect(await resume(at, other.id)).toMatchObject({ status: "completed", result: 1 })
    expect(await resume(at, question.id, accept)).toMatchObject({ status: "completed", result: { name: "Ann" } })
    expect(at.calls.filter(({ path }) => path === "test.ask")).toHaveLength(1)
  })

  it("asks with others at once, and each gets its own answer", async () => {
    const at = await openWorld()
    const { runId } = await at.run(
      engine.use((one) =>
        one.start(
          submission(`const all = await Promise.all(["a", "b", "c"].map((value) => tools.test.ask({ value }))); return all.map(({ content }) => content.name)`)
        )
      )
    )
    const all = await pendingOnce(at, runId, 3)
    for (const { id, message } of [...all].reverse())
      await at.run(engine.use((one) => one.answer(id, { action: "accept", content: { name: message.toUpperCase() } }, by)))
    expect(await at.run(engine.use((one) => one.until(runId, { timeoutMs: 120_000 })))).toMatchObject({ status: "completed", result: ["A", "B", "C"] })
  })

  it("has its question closed with the run", async () => {
    const at = await openWorld()
    const question = paused(await execute(at, `return await tools.test.ask({ value: "Who?" })`))
    await at.run(engine.use((one) => one.cancel(question.runId, by.actor, "enough")))
    const late = await at.run(engine.use((one) => one.answer(question.id, accept, by)).pipe(Effect.flip))
    expect(late).toMatchObject({ _tag: "AlreadyDecided", interaction: { status: "cancelled" } })
  })

  it("has its question withdrawn when the program ends without it", async () => {
    const at = await openWorld()
    const { runId } = await at.run(
      engine.use((one) => one.start(submission(`tools.test.ask({ value: "Who?" }); await tools.test.hold({ value: "x" }); return 1`)))
    )
    await at.held("x")
    const [question] = await pendingOnce(at, runId, 1)
    at.release("x")
    for (let after = 0, status = "running"; status !== "completed"; ) {
      const seen = await at.run(engine.use((one) => one.wait(runId, { after, timeoutMs: 120_000 })))
      after = seen?.cursor ?? after
      status = seen?.status ?? "completed"
    }
    const late = await at.run(engine.use((one) => one.answer(question?.id ?? neverAsked(), accept, by)).pipe(Effect.flip))
    expect(late).toMatchObject({ _tag: "AlreadyDecided", interaction: { status: "cancelled" } })
  })
})

describe("a restart while a tool waits for an answer", () => {
  it("closes the question, and asks what became of the call", async () => {
    let at = await openWorld()
    const question = paused(await execute(at, `return await tools.test.ask({ value: "Who?" })`))
    at = await restarted(at)
    await resolved(at, question.runId)
    const doubt = paused(await at.run(engine.use((one) => one.until(question.runId, { timeoutMs: 120_000 }))))
    expect(doubt).toMatchObject({ kind: "approval", toolPath: "test.ask", options: ["retry", "succeeded", "failed"] })
    const late = await at.run(engine.use((one) => one.answer(question.id, accept, by)).pipe(Effect.flip))
    expect(late).toMatchObject({
      _tag: "AlreadyDecided",
      interaction: { status: "cancelled", comment: "the server stopped while the tool was waiting for this answer" }
    })
    expect(await resume(at, doubt.id, { action: "accept", content: { choice: "succeeded", result: "fine" } })).toMatchObject({
      status: "completed",
      result: "fine"
    })
    expect(at.calls).toHaveLength(1)
  })

  it("makes a call that may be repeated ask again", async () => {
    let at = await openWorld({ repeatable: ["test.ask"] })
    const question = paused(await execute(at, `return (await tools.test.ask({ value: "Who?" })).content`))
    at = await restarted(at)
    await resolved(at, question.runId)
    const [again] = await pendingOnce(at, question.runId, 1)
    expect(again).toMatchObject({ kind: "form", message: "Who?", toolCallId: "call_1" })
    expect(again?.id).not.toBe(question.id)
    expect(await resume(at, again?.id ?? question.id, accept)).toMatchObject({ status: "completed", result: { name: "Ann" } })
    expect(at.calls.map(({ idempotencyKey }) => idempotencyKey)).toEqual([`${question.runId}:call_1`, `${question.runId}:call_1`])
  })
})

describe("what a call puts out", () => {
  it("is put out once, and nothing of the program's is lost or repeated when the run is rebuilt", async () => {
    let at = await openWorld()
    const question = paused(
      await execute(at, `emit("first"); await tools.test.show({ value: "of the call" }); emit("second"); await tools.test.write({ value: 1 }); emit("third")`)
    )
    at = await restarted(at)
    expect(await resume(at, question.id)).toMatchObject({ status: "completed" })
    const put = (await eventsOf(at, question.runId)).flatMap((event) => (event._tag === "OutputEmitted" ? [[event.toolCallId, event.item]] : []))
    expect(put).toEqual([
      [undefined, { type: "content", content: "first" }],
      ["call_1", { type: "content", content: "of the call" }],
      [undefined, { type: "content", content: "second" }],
      [undefined, { type: "content", content: "third" }]
    ])
  })
})

/** Returns when a question of the run has come to its end. */
const resolved = async (at: World, runId: RunId): Promise<void> => {
  for (let after = 0; ; ) {
    const seen = await at.run(engine.use((one) => one.wait(runId, { after, timeoutMs: 120_000 })))
    if (seen === null || seen.events.some(({ _tag }) => _tag === "InteractionResolved")) return
    after = seen.cursor
  }
}

const neverAsked = () => {
  throw new Error("nothing was asked")
}
