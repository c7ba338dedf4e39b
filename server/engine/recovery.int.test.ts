import { Deferred, Effect } from "effect"
import { describe, expect, it } from "vitest"
import { by, eventsOf, execute, openWorld, paused, restarted, resume } from "../../test/fixtures/engine-story"
import { submission } from "../../test/fixtures/engine-world"
import { type InteractionId, toolCallIdOf } from "../domain/ids"
import type { Answer } from "../domain/interaction"
import { isTerminal } from "../domain/run"
import type { Verdict } from "./call-gate"
import { ExecutionEngine } from "./execution-engine"
import { RunStore } from "./run-store"

const engine = ExecutionEngine

describe("a restart", () => {
  it("leaves a waiting run waiting, and its answer continues it without calling anything twice", async () => {
    let at = await openWorld()
    const interaction = paused(
      await execute(at, `const a = await tools.test.echo({ value: Math.random() }); const b = await tools.test.write({ value: a }); return a === b`)
    )
    at = await restarted(at)
    expect(await at.run(engine.use((one) => one.getPaused(interaction.id)))).toMatchObject({ status: "pending" })
    expect(await resume(at, interaction.id)).toMatchObject({ status: "completed", result: true })
    expect(at.calls.map(({ path }) => path)).toEqual(["test.echo", "test.write"])
  })

  it("continues a running run by itself, and asks what became of a call that was in flight", async () => {
    let at = await openWorld()
    const { runId } = await at.run(
      engine.use((one) =>
        one.start(submission(`const a = await tools.test.echo({ value: 1 }); const b = await tools.test.hold({ value: "b" }); return [a, b]`))
      )
    )
    await at.held("b")
    at = await restarted(at)
    const question = paused(await at.run(engine.use((one) => one.until(runId, { timeoutMs: 120_000 }))))
    expect(question).toMatchObject({ kind: "approval", toolPath: "test.hold", options: ["retry", "succeeded", "failed"] })
    const vague = await at.run(engine.use((one) => one.answer(question.id, { action: "accept" }, by)).pipe(Effect.flip))
    expect(vague).toMatchObject({ _tag: "InvalidContent" })
    expect(await resume(at, question.id, { action: "accept", content: { choice: "succeeded", result: "it did" } })).toMatchObject({
      status: "completed",
      result: [1, "it did"]
    })
    expect(at.calls.map(({ path }) => path)).toEqual(["test.echo", "test.hold"])
  })

  it("continues a run by itself that was given something it had not acted upon, though a question of it is open", async () => {
    let at = await openWorld()
    const { runId } = await at.run(
      engine.use((one) => one.start(submission(`return await Promise.race([tools.test.write({ value: 1 }), tools.test.hold({ value: "b" })])`)))
    )
    await at.held("b")
    // As if the process had stopped right after the commit of the settlement, before the program heard of it.
    await at.run(
      RunStore.use((store) =>
        Effect.gen(function* () {
          const { journal, run } = yield* store.open(runId, "stops at once", () => {
            throw new Error("it was opened before")
          })
          const call = journal.find((entry) => entry._tag === "Call" && entry.path === "test.hold")
          if (call?._tag !== "Call") throw new Error("it was called")
          const entry = { _tag: "Settle", id: call.id, ok: true, json: `"given"`, at: run.at + 1 } as const
          yield* store.commit({
            runId,
            teamId: run.teamId,
            owner: "stops at once",
            at: run.at + 1,
            spentMs: 1,
            writes: [
              { _tag: "AppendJournal", seq: journal.length, entry },
              { _tag: "SetToolCall", toolCallId: toolCallIdOf(call.id), status: "completed", result: "given" }
            ]
          })
        })
      )
    )
    at = await restarted(at)
    for (let after = 0; ; ) {
      const seen = await at.run(engine.use((one) => one.wait(runId, { after, timeoutMs: 120_000 })))
      if (seen === null || isTerminal(seen.status)) break
      expect(seen.events).not.toEqual([])
      after = seen.cursor
    }
    expect(await at.run(engine.use((one) => one.until(runId, { timeoutMs: 0 })))).toMatchObject({ _tag: "Over", status: "completed", result: "given" })
  })

  it("sends a call that is safe to repeat again, with the same idempotency key", async () => {
    let at = await openWorld({ repeatable: ["test.hold"] })
    const { runId } = await at.run(engine.use((one) => one.start(submission(`return await tools.test.hold({ value: "b" })`))))
    await at.held("b")
    at = await restarted(at)
    await at.held("b")
    at.release("b")
    expect(await at.run(engine.use((one) => one.until(runId, { timeoutMs: 120_000 })))).toMatchObject({ status: "completed", result: "b" })
    expect(at.calls.map(({ idempotencyKey }) => idempotencyKey)).toEqual([`${runId}:call_1`, `${runId}:call_1`])
  })
})

describe("a call that is safe to repeat and was in flight is checked like a first one before it is sent again", () => {
  const held = `return await tools.test.hold({ value: "b" })`
  const asking = (id: string): Verdict => ({ _tag: "Ask", message: "May it?", rule: { id, pattern: "test.hold" }, votesNeeded: 1, expiresAfterMs: null })
  const inDoubt = { status: "pending", options: ["retry", "succeeded", "failed"] }

  const stopsInFlight = async (before: Verdict | undefined, after: Verdict | undefined) => {
    const verdicts = new Map<string, Verdict>(before === undefined ? [] : [["test.hold", before]])
    let at = await openWorld({ repeatable: ["test.hold"], verdicts })
    const { runId } = await at.run(engine.use((one) => one.start(submission(held))))
    if (before !== undefined) {
      const question = paused(await at.run(engine.use((one) => one.until(runId, { timeoutMs: 120_000 }))))
      await at.run(engine.use((one) => one.answer(question.id, { action: "accept" }, by)))
    }
    await at.held("b")
    if (after === undefined) verdicts.delete("test.hold")
    else verdicts.set("test.hold", after)
    at = await restarted(at)
    return { at, runId }
  }
  const isAsked = async ({ at, runId }: Awaited<ReturnType<typeof stopsInFlight>>) => {
    const question = paused(await at.run(engine.use((one) => one.until(runId, { timeoutMs: 120_000 }))))
    expect(at.calls).toHaveLength(1)
    return question
  }

  it("a rule blocks it by now: a person says what became of it", async () => {
    const question = await isAsked(await stopsInFlight(undefined, { _tag: "Block", message: "test.hold is blocked by a rule" }))
    expect(question).toMatchObject({ ...inDoubt, message: expect.stringContaining("test.hold is blocked by a rule") })
  })

  it("a rule asks about it by now: the same", async () => {
    expect(await isAsked(await stopsInFlight(undefined, asking("rule-9")))).toMatchObject({
      ...inDoubt,
      message: expect.stringContaining("a rule asks for approval")
    })
  })

  it("it was approved under another rule than the one that asks now: the same", async () => {
    expect(await isAsked(await stopsInFlight(asking("rule-1"), asking("rule-2")))).toMatchObject({
      ...inDoubt,
      message: expect.stringContaining("another rule asks")
    })
  })

  it("it was approved and nothing changed: it is sent again, with the bytes that were approved", async () => {
    const { at, runId } = await stopsInFlight(asking("rule-1"), asking("rule-1"))
    await at.held("b")
    at.release("b")
    expect(await at.run(engine.use((one) => one.until(runId, { timeoutMs: 120_000 })))).toMatchObject({ status: "completed", result: "b" })
    expect(at.calls.map(({ idempotencyKey, args }) => [idempotencyKey, args])).toEqual([
      [`${runId}:call_1`, { value: "b" }],
      [`${runId}:call_1`, { value: "b" }]
    ])
  })
})

describe("running an uncertain call again", () => {
  const doubted = async (verdicts: Map<string, Verdict>) => {
    let at = await openWorld({ verdicts })
    const code = `try { return await tools.test.hold({ value: "b" }) } catch (error) { return error.code }`
    const { runId } = await at.run(engine.use((one) => one.start(submission(code))))
    await at.held("b")
    at = await restarted(at)
    return { at, question: paused(await at.run(engine.use((one) => one.until(runId, { timeoutMs: 120_000 })))) }
  }
  const retry: Answer = { action: "accept", content: { choice: "retry" } }

  it("is not done when the rules block it by now", async () => {
    const verdicts = new Map<string, Verdict>()
    const { at, question } = await doubted(verdicts)
    verdicts.set("test.hold", { _tag: "Block", message: "test.hold is blocked by a rule" })
    expect(await resume(at, question.id, retry)).toMatchObject({ status: "completed", result: "tool_blocked" })
    expect(at.calls).toHaveLength(1)
  })

  it("needs a full approval where the rules ask for more than one person", async () => {
    const verdicts = new Map<string, Verdict>()
    const { at, question } = await doubted(verdicts)
    verdicts.set("test.hold", { _tag: "Ask", message: "Both of you?", rule: { id: "rule-2", pattern: "test.hold" }, votesNeeded: 2, expiresAfterMs: null })
    const second = paused(await resume(at, question.id, retry))
    expect(second).toMatchObject({ replaces: question.id, votesNeeded: 2, options: null, status: "pending" })
    expect(at.calls).toHaveLength(1)
  })
})

describe("running inline", () => {
  it("answers each question by the handler and gives the end", async () => {
    const at = await openWorld()
    const asked: Array<string> = []
    const outcome = await at.run(
      engine.use((one) =>
        one.execute(submission(`return [await tools.test.write({ value: 1 }), await human.approve({ message: "Sure?" })]`), {
          onElicitation: ({ kind, toolPath }) =>
            Effect.sync(() => {
              asked.push(`${kind} ${toolPath}`)
              return { answer: { action: "accept" }, by }
            })
        })
      )
    )
    expect(outcome).toMatchObject({ status: "completed", result: [1, true] })
    expect(asked).toEqual(["approval test.write", "approval null"])
  })

  it("ends the run as interrupted when the caller goes away, recorded once, with nothing called after it", async () => {
    const at = await openWorld()
    const asked = Deferred.makeUnsafe<InteractionId>()
    const inline = engine.use((one) =>
      one.execute(submission(`await tools.test.write({ value: 1 }); await tools.test.echo({ value: 2 })`), {
        onElicitation: ({ id }) => Deferred.succeed(asked, id).pipe(Effect.andThen(Effect.never))
      })
    )
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
    const at = await openWorld({ engine: { hibernateAfterMs: 0 } })
    const first = paused(
      await execute(
        at,
        `const a = await tools.test.write({ value: 1 }); const t = Date.now(); const b = await tools.test.write({ value: 2 }); return [a, b, Date.now() >= t]`
      )
    )
    const second = paused(await resume(at, first.id))
    expect(await resume(at, second.id)).toMatchObject({ status: "completed", result: [1, 2, true] })
    expect(at.calls).toHaveLength(2)
  })
})

describe("an observer", () => {
  const program = `console.log("a"); const value = await tools.test.echo({ value: 1 }); return value`
  for (const [what, handle] of [
    ["fails", () => Effect.fail("broken")],
    ["dies", () => Effect.die(new Error("broken"))],
    [
      "throws",
      (): Effect.Effect<void> => {
        throw new Error("broken")
      }
    ],
    ["interrupts itself", () => Effect.interrupt],
    ["hangs", () => Effect.never]
  ] as const) {
    it(`that ${what} does not touch the run`, async () => {
      const at = await openWorld({ observer: { name: "broken", handle } })
      expect(await execute(at, program)).toMatchObject({ status: "completed", result: 1 })
    })
  }
})
