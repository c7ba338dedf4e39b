import { Clock, Deferred, Effect } from "effect"
import { describe, expect, it } from "vitest"
import { by, eventsOf, execute, openWorld, paused, pendingOnce, restarted, resume } from "../../test/fixtures/engine-story"
import { operator, submission, type World } from "../../test/fixtures/engine-world"
import type { InteractionId } from "../domain/ids"
import type { Answer } from "../domain/interaction"
import { isTerminal } from "../domain/run"
import { ExecutionEngine } from "./execution-engine"
import { RunStore } from "./run-store"

const engine = ExecutionEngine

/** Answers as if the clock stood there; nothing sleeps, so nothing else of the clock is asked for. */
const answerAt = (at: World, ms: number, id: InteractionId, answer: Answer = { action: "accept" }) => {
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: () => ms,
    currentTimeMillis: Effect.succeed(ms),
    currentTimeNanosUnsafe: () => BigInt(ms) * 1_000_000n,
    currentTimeNanos: Effect.succeed(BigInt(ms) * 1_000_000n),
    monotonicTimeNanosUnsafe: () => BigInt(ms) * 1_000_000n,
    monotonicTimeNanos: Effect.succeed(BigInt(ms) * 1_000_000n),
    sleep: () => Effect.never
  }
  return at.run(engine.use((one) => one.answer(id, answer, by)).pipe(Effect.result, Effect.provideService(Clock.Clock, clock)))
}

describe("a deadline, with nobody sweeping", () => {
  const code = `try { return await tools.test.soon({ value: 1 }) } catch (e) { return [e.name, e.action, e.by] }`
  const asked = async (at: World) => {
    const interaction = paused(await execute(at, code))
    if (interaction.expiresAt === null) throw new Error("it has a deadline")
    return { id: interaction.id, runId: interaction.runId, expiresAt: interaction.expiresAt }
  }

  it("lets an answer through that comes one millisecond before it", async () => {
    const at = await openWorld()
    const { id, runId, expiresAt } = await asked(at)
    expect(await answerAt(at, expiresAt - 1, id)).toMatchObject({ _tag: "Success" })
    expect(await at.run(engine.use((one) => one.until(runId, { timeoutMs: 120_000 })))).toMatchObject({ status: "completed", result: 1 })
    expect(at.calls).toHaveLength(1)
  })

  it("refuses one that comes at it or one millisecond late, and the program hears of the deadline", async () => {
    const at = await openWorld()
    for (const late of [0, 1]) {
      const { id, runId, expiresAt } = await asked(at)
      expect(await answerAt(at, expiresAt + late, id)).toMatchObject({
        _tag: "Failure",
        failure: { _tag: "InteractionExpired", interaction: { status: "expired", resolvedVia: "deadline", resolvedBy: { kind: "system" } } }
      })
      expect(await at.run(engine.use((one) => one.until(runId, { timeoutMs: 120_000 })))).toMatchObject({
        status: "completed",
        result: ["ToolDeclinedError", "expire", "Signalbox"]
      })
    }
    expect(at.calls).toEqual([])
  })

  it("refuses it after a restart as well", async () => {
    let at = await openWorld()
    const { id, expiresAt } = await asked(at)
    at = await restarted(at)
    expect(await answerAt(at, expiresAt + 1, id)).toMatchObject({ _tag: "Failure", failure: { _tag: "InteractionExpired" } })
    expect(at.calls).toEqual([])
  })
})

describe("an answer that comes before anybody waits", () => {
  it("is not lost: whoever waits afterwards gets the end", async () => {
    const at = await openWorld()
    const { runId } = await at.run(engine.use((one) => one.start(submission(`return await tools.test.write({ value: 1 })`))))
    const [interaction] = await pendingOnce(at, runId, 1)
    if (interaction === undefined) throw new Error("one expected")
    await at.run(engine.use((one) => one.answer(interaction.id, { action: "accept" }, by)))
    expect(await at.run(engine.use((one) => one.until(runId, { timeoutMs: 120_000 })))).toMatchObject({ _tag: "Over", status: "completed", result: 1 })
  })

  it("is not lost when it is given by the one who hears the question asked, while the run's caller has yet to hear of it", async () => {
    const heard = Deferred.makeUnsafe<InteractionId>()
    const at = await openWorld({
      observer: {
        name: "quick",
        handle: (event) => (event._tag === "InteractionStarted" ? Deferred.succeed(heard, event.interactionId) : Effect.void)
      }
    })
    const waiting = execute(at, `return await tools.test.write({ value: 1 })`)
    const id = await at.run(Deferred.await(heard))
    await at.run(engine.use((one) => one.answer(id, { action: "accept" }, by)))
    const outcome = await waiting
    // Whether the caller still saw the question is a matter of who was faster; that it hears of one of the two is not.
    if (outcome._tag === "Paused") expect(outcome.interaction.id).toBe(id)
    expect(await at.run(engine.use((one) => one.until(outcome.runId, { timeoutMs: 120_000 })))).toMatchObject({ status: "completed", result: 1 })
    expect(at.calls).toHaveLength(1)
  })

  it("to several questions of one turn is not lost, whatever the order", async () => {
    const at = await openWorld()
    const { runId } = await at.run(
      engine.use((one) => one.start(submission(`return await Promise.all([1, 2, 3, 4].map((value) => tools.test.write({ value })))`)))
    )
    const all = await pendingOnce(at, runId, 4)
    await Promise.all([...all].reverse().map(({ id }) => at.run(engine.use((one) => one.answer(id, { action: "accept" }, by)))))
    expect(await at.run(engine.use((one) => one.until(runId, { timeoutMs: 120_000 })))).toMatchObject({ status: "completed", result: [1, 2, 3, 4] })
    expect(at.calls).toHaveLength(4)
  })
})

describe("a run that leaves memory at once", () => {
  it("loses no answer, at whatever moment it comes", async () => {
    const at = await openWorld({ engine: { hibernateAfterMs: 0 } })
    const code = `const never = tools.test.write({ value: "never" }); never.catch(() => {})
await Promise.race([never, tools.test.echo({ value: 1 })])
const first = await human.approve({ message: "Once?" })
return [first, await Promise.race([never, tools.test.echo({ value: 2 })]), await human.approve({ message: "Again?" })]`
    const one = async () => {
      const { runId } = await at.run(engine.use((use) => use.start(submission(code))))
      for (let after = 0; ; ) {
        const seen = await at.run(engine.use((use) => use.wait(runId, { after, timeoutMs: 120_000 })))
        if (seen === null || isTerminal(seen.status)) break
        expect(seen.events).not.toEqual([])
        after = seen.cursor
        for (const event of seen.events) {
          if (event._tag !== "InteractionStarted" || event.toolCallId !== null) continue
          await at.run(engine.use((use) => use.answer(event.interactionId, { action: "accept" }, by)))
        }
      }
      return at.run(engine.use((use) => use.until(runId, { timeoutMs: 0 })))
    }
    const outcomes = await Promise.all(Array.from({ length: 25 }, one))
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: "completed", result: [true, 2, true] })
    expect(at.calls).toHaveLength(50)
  })
})

describe("the same answer again", () => {
  it("while the call it let go is under way waits for the same outcome, and calls nothing", async () => {
    const at = await openWorld()
    const interaction = paused(await execute(at, `await tools.test.write({ value: 1 }); return await tools.test.hold({ value: "a" })`))
    const first = resume(at, interaction.id)
    await at.held("a")
    const again = [resume(at, interaction.id), resume(at, interaction.id)]
    at.release("a")
    expect(new Set((await Promise.all([first, ...again])).map((outcome) => JSON.stringify(outcome))).size).toBe(1)
    expect(at.calls.map(({ path }) => path)).toEqual(["test.write", "test.hold"])
  })

  it("after an end that was a failure replays the failure, after a restart too", async () => {
    let at = await openWorld()
    const interaction = paused(await execute(at, `await tools.test.write({ value: 1 }); throw new RangeError("afterwards")`))
    const first = await resume(at, interaction.id)
    expect(first).toMatchObject({ _tag: "Over", status: "failed", error: { message: "RangeError: afterwards" } })
    expect(await resume(at, interaction.id)).toEqual(first)
    at = await restarted(at)
    expect(await resume(at, interaction.id)).toEqual(first)
    expect(at.calls).toHaveLength(1)
  })

  it("but otherwise is told who decided, when and through what, after a restart too", async () => {
    let at = await openWorld()
    const interaction = paused(await execute(at, `try { await tools.test.write({ value: 7 }) } catch {}`))
    await resume(at, interaction.id, { action: "decline", comment: "not today" })
    at = await restarted(at)
    const tom = { actor: { ...operator, id: "user-tom", label: "Tom" }, via: "api" } as const
    const second = await at.run(engine.use((one) => one.answer(interaction.id, { action: "accept" }, tom)).pipe(Effect.flip))
    expect(second).toMatchObject({
      _tag: "AlreadyDecided",
      interaction: { status: "declined", resolvedBy: { label: "Ann Keller" }, resolvedVia: "console", comment: "not today", resolvedAt: expect.any(Number) }
    })
    expect(at.calls).toEqual([])
    const recorded = await at.run(RunStore.use((store) => store.interaction(interaction.id)))
    expect(recorded?.interaction.resolvedBy?.label).toBe("Ann Keller")
    const resolved = (await eventsOf(at, interaction.runId)).filter((event) => event._tag === "InteractionResolved")
    expect(resolved).toHaveLength(1)
  })
})
