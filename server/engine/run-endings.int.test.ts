import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { eventsOf, execute, openWorld, paused, pendingOnce } from "../../test/fixtures/engine-story"
import { operator, submission, type World } from "../../test/fixtures/engine-world"
import type { RunId } from "../domain/ids"
import { isTerminal } from "../domain/run"
import { ExecutionEngine } from "./execution-engine"
import { RunStore } from "./run-store"

const engine = ExecutionEngine

const endings = async (at: World, runId: RunId) => (await eventsOf(at, runId)).flatMap((event) => (event._tag === "ExecutionFinished" ? [event.status] : []))
const finishedCalls = async (at: World, runId: RunId) =>
  (await eventsOf(at, runId)).flatMap((event) =>
    event._tag === "ToolCallFinished" ? [{ path: event.path, status: event.status, error: event.error?.code }] : []
  )
const openOf = (at: World, runId: RunId) => at.run(RunStore.use((store) => store.pending({ runId })))
/** `until` would stop at the questions. */
const ended = async (at: World, runId: RunId) => {
  for (let after = 0; ; ) {
    const seen = await at.run(engine.use((one) => one.wait(runId, { after, timeoutMs: 120_000 })))
    if (seen === null || isTerminal(seen.status)) return
    after = seen.cursor
  }
}
const held = async (at: World, code: string) => {
  const { runId } = await at.run(engine.use((one) => one.start(submission(code))))
  await at.held("a")
  return runId
}

describe("a caller that goes away during a tool call", () => {
  it("ends an inline run as interrupted, recorded once, and no later call is made", async () => {
    const at = await openWorld()
    const inline = engine.use((one) =>
      one.execute(submission(`await tools.test.hold({ value: "a" }); await tools.test.echo({ value: 2 })`), { onElicitation: () => Effect.never })
    )
    await at.run(
      Effect.raceFirst(
        inline,
        Effect.promise(() => at.held("a"))
      )
    )
    at.release("a")
    const runId = at.calls[0]?.runId
    if (runId === undefined) throw new Error("a call was under way")
    expect(await endings(at, runId)).toEqual(["interrupted"])
    expect(await finishedCalls(at, runId)).toEqual([{ path: "test.hold", status: "cancelled", error: "uncertain" }])
    expect(await at.run(engine.use((one) => one.until(runId, { timeoutMs: 0 })))).toMatchObject({ _tag: "Over", status: "interrupted" })
    expect(at.calls.map(({ path }) => path)).toEqual(["test.hold"])
  })

  it("leaves a detached run going", async () => {
    const at = await openWorld()
    const detached = engine.use((one) => one.executeWithPause(submission(`return await tools.test.hold({ value: "a" })`)))
    await at.run(
      Effect.raceFirst(
        detached,
        Effect.promise(() => at.held("a"))
      )
    )
    at.release("a")
    const runId = at.calls[0]?.runId
    if (runId === undefined) throw new Error("a call was under way")
    expect(await at.run(engine.use((one) => one.until(runId, { timeoutMs: 120_000 })))).toMatchObject({ status: "completed", result: "a" })
  })
})

describe("a call that was under way when its run ended", () => {
  const ways: ReadonlyArray<readonly [string, (at: World) => Promise<RunId>]> = [
    [
      "by the program, which did not wait for it",
      async (at) => {
        const runId = await held(at, `tools.test.hold({ value: "a" }); await tools.test.hold({ value: "b" })`)
        await at.held("b")
        at.release("b")
        return runId
      }
    ],
    [
      "by a person who cancelled it",
      async (at) => {
        const runId = await held(at, `await tools.test.hold({ value: "a" })`)
        await at.run(engine.use((one) => one.cancel(runId, operator, "enough")))
        return runId
      }
    ],
    [
      "by an error of the program",
      async (at) => {
        const runId = await held(at, `tools.test.hold({ value: "a" }); await tools.test.hold({ value: "b" }); throw new Error("no")`)
        await at.held("b")
        at.release("b")
        return runId
      }
    ]
  ]
  for (const [how, end] of ways) {
    it(`${how}, is cancelled and says that it may have happened`, async () => {
      const at = await openWorld()
      const runId = await end(at)
      await at.run(engine.use((one) => one.until(runId, { timeoutMs: 120_000 })))
      expect(await finishedCalls(at, runId)).toContainEqual({ path: "test.hold", status: "cancelled", error: "uncertain" })
      const opened = (await eventsOf(at, runId)).find((event) => event._tag === "ToolCallFinished" && event.status === "cancelled")
      expect(opened).toMatchObject({ error: { message: expect.stringContaining("whether it happened is not known") } })
    })
  }

  it("and one that still waited for a person is cancelled without that doubt", async () => {
    const at = await openWorld()
    const interaction = paused(await execute(at, `await tools.test.write({ value: 1 })`))
    await at.run(engine.use((one) => one.cancel(interaction.runId, operator, "")))
    expect(await finishedCalls(at, interaction.runId)).toEqual([{ path: "test.write", status: "cancelled", error: undefined }])
  })
})

describe("a run that ends while questions are open", () => {
  it("closes all of them with its reason, in the store and in its events", async () => {
    const at = await openWorld()
    const { runId } = await at.run(
      engine.use((one) =>
        one.start(
          submission(`
for (const ask of [tools.test.write({ value: 1 }), tools.test.write({ value: 2 }), human.approve({ message: "Go?" })]) ask.catch(() => {})
await tools.test.hold({ value: "a" })
return "done"`)
        )
      )
    )
    const asked = await pendingOnce(at, runId, 3)
    await at.held("a")
    at.release("a")
    await ended(at, runId)
    expect(await at.run(engine.use((one) => one.until(runId, { timeoutMs: 0 })))).toMatchObject({ _tag: "Over", status: "completed", result: "done" })
    expect(await openOf(at, runId)).toEqual([])
    for (const { id } of asked) {
      const stored = await at.run(RunStore.use((store) => store.interaction(id)))
      expect(stored?.interaction).toMatchObject({ status: "cancelled", resolvedVia: "system", comment: "the program ended without waiting for this" })
    }
    const resolved = (await eventsOf(at, runId)).flatMap((event) => (event._tag === "InteractionResolved" ? [[event.interactionId, event.status]] : []))
    expect(resolved.sort()).toEqual(asked.map(({ id }) => [id, "cancelled"]).sort())
    expect(at.calls.map(({ path }) => path)).toEqual(["test.hold"])
  })
})
