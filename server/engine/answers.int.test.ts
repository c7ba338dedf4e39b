import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { by, eventsOf, execute, openWorld, paused, restarted, resume } from "../../test/fixtures/engine-story"
import { operator, submission } from "../../test/fixtures/engine-world"
import { ExecutionEngine } from "./execution-engine"

const engine = ExecutionEngine

describe("an answer", () => {
  it("given fifty times at once has one effect, and all get the same outcome", async () => {
    const at = await openWorld()
    const interaction = paused(await execute(at, `return await tools.test.write({ value: 7 })`))
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => resume(at, interaction.id)))
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1)
    expect(outcomes[0]).toMatchObject({ status: "completed", result: 7 })
    expect(at.calls).toHaveLength(1)
  })

  it("given otherwise by a second person changes nothing and says who decided", async () => {
    const at = await openWorld()
    const interaction = paused(await execute(at, `return await tools.test.write({ value: 7 })`))
    await resume(at, interaction.id)
    const second = await at.run(
      engine
        .use((one) => one.answer(interaction.id, { action: "decline" }, { actor: { ...operator, id: "user-tom", label: "Tom" }, via: "api" }))
        .pipe(Effect.flip)
    )
    expect(second).toMatchObject({ _tag: "AlreadyDecided", interaction: { status: "accepted", resolvedBy: { label: "Ann Keller" }, resolvedVia: "console" } })
    expect(at.calls).toHaveLength(1)
  })

  it("given again after the end, and after a restart, gives the same outcome", async () => {
    let at = await openWorld()
    const interaction = paused(await execute(at, `return await tools.test.write({ value: 7 })`))
    const first = await resume(at, interaction.id)
    expect(await resume(at, interaction.id)).toEqual(first)
    at = await restarted(at)
    expect(await resume(at, interaction.id)).toEqual(first)
    expect(at.calls).toHaveLength(1)
  })

  it("to a run that was cancelled is refused", async () => {
    const at = await openWorld()
    const interaction = paused(await execute(at, `return await tools.test.write({ value: 7 })`))
    await at.run(engine.use((one) => one.cancel(interaction.runId, operator, "not needed")))
    const late = await at.run(engine.use((one) => one.answer(interaction.id, { action: "accept" }, by)).pipe(Effect.flip))
    expect(late).toMatchObject({ _tag: "AlreadyDecided", interaction: { status: "cancelled", resolvedVia: "system" } })
    expect(at.calls).toEqual([])
  })
})

describe("what a program itself asks", () => {
  it.each([`await human.approve({ message: "Really?" })`, `await human.open({ message: "Sign", url: "https://example.com" })`])(
    "waits a day in an agent's run, and without a limit in a person's: %s",
    async (code) => {
      const at = await openWorld()
      const { createdAt, expiresAt } = paused(await execute(at, code))
      // To the minute: the clock is read once for the question and once for its deadline.
      expect(Math.round(((expiresAt ?? 0) - createdAt) / 60_000)).toBe(24 * 60)
      expect(paused(await execute(at, code, { actor: operator }))).toMatchObject({ expiresAt: null })
    }
  )
})

describe("cancelling", () => {
  it("a run in a tool call makes no later call, and records one ending", async () => {
    const at = await openWorld()
    const started = await at.run(engine.use((one) => one.start(submission(`await tools.test.hold({ value: "a" }); await tools.test.echo({ value: 1 })`))))
    await at.held("a")
    await at.run(engine.use((one) => one.cancel(started.runId, operator, "")))
    at.release("a")
    expect(at.calls.map(({ path }) => path)).toEqual(["test.hold"])
    const events = await eventsOf(at, started.runId)
    expect(events.filter((event) => event._tag === "ExecutionFinished").map(({ status }) => status)).toEqual(["cancelled"])
  })

  it("a queued run does not wait for a free place", async () => {
    const at = await openWorld({ maxConcurrent: 1 })
    await at.run(engine.use((one) => one.start(submission(`await tools.test.hold({ value: "a" })`))))
    await at.held("a")
    const queued = await at.run(engine.use((one) => one.start(submission(`return await tools.test.echo({ value: 1 })`))))
    await at.run(engine.use((one) => one.cancel(queued.runId, operator, "")))
    expect(await at.run(engine.use((one) => one.until(queued.runId, { timeoutMs: 0 })))).toMatchObject({ _tag: "Over", status: "cancelled" })
    at.release("a")
  })
})

describe("an idempotency key", () => {
  it("gives the first run again, and is refused with another program", async () => {
    const at = await openWorld()
    const start = (code: string) => engine.use((one) => one.start(submission(code, { idempotencyKey: "k" })))
    const first = await at.run(start(`return 1`))
    expect(await at.run(start(`return 1`))).toEqual({ runId: first.runId, created: false })
    expect(await at.run(start(`return 2`).pipe(Effect.flip))).toMatchObject({ _tag: "IdempotencyConflict", runId: first.runId })
  })
})
