import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { eventsOf, execute, openWorld, paused, restarted, resume } from "../../test/fixtures/engine-story"
import { agent, operator, submission, type World } from "../../test/fixtures/engine-world"
import { RunId, TeamId } from "../domain/ids"
import { ExecutionEngine } from "./execution-engine"
import { RunStore } from "./run-store"

const engine = ExecutionEngine

const start = async (at: World, code: string, more: Parameters<typeof submission>[1] = {}): Promise<RunId> =>
  (await at.run(engine.use((one) => one.start(submission(code, more))))).runId
const end = (at: World, runId: RunId) => at.run(engine.use((one) => one.until(runId, { timeoutMs: 120_000 })))

describe("running again", () => {
  it("runs the same program with the same real arguments, as a run of its own that names the first", async () => {
    const at = await openWorld()
    const args = { password: "the real value", n: 1 }
    const first = await start(at, "return await tools.test.echo({ value: args.password })", { args, title: "Given", timeoutMs: 9_000 })
    await end(at, first)
    const { runId } = await at.run(engine.use((one) => one.rerun(first, { actor: operator })))
    expect(runId).not.toBe(first)
    expect(await end(at, runId)).toMatchObject({ status: "completed" })
    expect(at.calls.map((call) => call.args)).toEqual([{ value: "the real value" }, { value: "the real value" }])
    const again = await at.run(RunStore.use((store) => store.program(runId)))
    expect(again?.run).toMatchObject({ rerunOf: first, trigger: "rerun", actor: operator, title: "Given", timeoutMs: 9_000, args })
    expect((await eventsOf(at, first)).at(-1)).toMatchObject({ _tag: "ExecutionFinished" })
  })

  it("runs an edited program, or other arguments, and finds the title of an edited program anew", async () => {
    const at = await openWorld()
    const first = await start(at, "// Adds one\nreturn args + 1", { args: 1 })
    const edited = await at.run(engine.use((one) => one.rerun(first, { actor: agent, code: "// Adds two\nreturn args + 2" })))
    const other = await at.run(engine.use((one) => one.rerun(first, { actor: agent, args: 41 })))
    const programs = await at.run(RunStore.use((store) => Effect.all([store.program(edited.runId), store.program(other.runId)])))
    expect(programs.map((one) => one?.run.title)).toEqual(["Adds two", "Adds one"])
    expect(await end(at, edited.runId)).toMatchObject({ result: 3 })
    expect(await end(at, other.runId)).toMatchObject({ result: 42 })
  })

  it("asks again for what was allowed before: a decision belongs to its run", async () => {
    const at = await openWorld()
    const first = paused(await execute(at, "return await tools.test.write({ value: 1 })"))
    await resume(at, first.id)
    const { runId } = await at.run(engine.use((one) => one.rerun(first.runId, { actor: operator })))
    expect(paused(await end(at, runId))).toMatchObject({ toolPath: "test.write", status: "pending" })
    expect(at.calls).toHaveLength(1)
  })

  it("is refused for a run that does not exist", async () => {
    const at = await openWorld()
    const unknown = RunId.make("run_00000000-0000-7000-8000-000000000000")
    expect(await at.run(Effect.flip(engine.use((one) => one.rerun(unknown, { actor: operator }))))).toMatchObject({ _tag: "RunNotFound" })
  })
})

describe("a run below another one", () => {
  const holding = (value: string) => `await tools.test.hold({ value: "${value}" }); await tools.test.echo({ value: "too late" })`

  it("ends as interrupted when its parent has ended, with everything below it, and calls nothing any more", async () => {
    const at = await openWorld()
    const parent = await start(at, `await tools.test.hold({ value: "parent" }); return 1`)
    const child = await start(at, holding("child"), { parentRunId: parent })
    const asking = await start(at, `await tools.test.write({ value: 2 })`, { parentRunId: child })
    await at.held("parent")
    await at.held("child")
    const question = paused(await end(at, asking))
    at.release("parent")
    expect(await end(at, parent)).toMatchObject({ status: "completed" })
    const ends = await Promise.all([child, asking].map((below) => terminal(at, below)))
    expect(ends).toMatchObject([{ status: "interrupted" }, { status: "interrupted" }])
    at.release("child")
    expect(at.calls.map(({ path }) => path).sort()).toEqual(["test.hold", "test.hold"])
    expect(await at.run(engine.use((one) => one.getPaused(question.id)))).toBeNull()
  })

  it("is cancelled with its parent", async () => {
    const at = await openWorld()
    const parent = await start(at, holding("p"))
    const child = await start(at, `await human.approve({ message: "Go on?" })`, { parentRunId: parent })
    await at.held("p")
    paused(await end(at, child))
    await at.run(engine.use((one) => one.cancel(parent, operator, "enough")))
    expect(await terminal(at, child)).toMatchObject({ status: "cancelled", error: { message: "the run that it belongs to is cancelled" } })
  })

  it("is refused when the parent is over, or of another team, or none, and leaves nothing", async () => {
    const at = await openWorld()
    const over = await start(at, "return 1")
    await end(at, over)
    const going = await start(at, holding("other"))
    const cases = [
      { parentRunId: over },
      { parentRunId: RunId.make("run_00000000-0000-7000-8000-000000000000") },
      { parentRunId: going, teamId: TeamId.make("another-team") }
    ]
    for (const more of cases) {
      const refused = await at.run(Effect.flip(engine.use((one) => one.start(submission("return 2", more)))))
      expect(refused).toMatchObject({ _tag: "ParentIsOver", parentRunId: more.parentRunId })
    }
    expect(await at.run(RunStore.use((store) => store.openChildren(going)))).toEqual([])
  })

  it("that was left behind by a stopped process ends at the next start", async () => {
    let at = await openWorld()
    const parent = await start(at, `return await human.approve({ message: "Done?" })`)
    const asked = paused(await end(at, parent))
    const child = await start(at, `return await human.approve({ message: "Child?" })`, { parentRunId: parent })
    paused(await end(at, child))
    // The parent's end is recorded by a process that stops before it gets to the children.
    await at.run(
      RunStore.use((store) =>
        Effect.gen(function* () {
          const { run } = yield* store.open(parent, "gone.1", () => expect.fail("its journal has begun"))
          const head = { runId: parent, teamId: run.teamId, at: run.at }
          const event = { _tag: "ExecutionFinished", ...head, status: "completed" } as const
          yield* store.commit({
            runId: parent,
            teamId: run.teamId,
            owner: "gone.1",
            at: run.at,
            spentMs: 0,
            writes: [{ _tag: "EndRun", status: "completed", event }]
          })
        })
      )
    )
    at = await restarted(at)
    expect(await terminal(at, child)).toMatchObject({ status: "interrupted", error: { message: "the run that it belongs to is over" } })
    expect(await at.run(engine.use((one) => one.getPaused(asked.id)))).toBeNull()
  })
})

/** How it ended, once it has. */
const terminal = (at: World, runId: RunId) =>
  at.run(
    Effect.gen(function* () {
      const one = yield* engine
      for (let after = 0; ; ) {
        const seen = yield* one.wait(runId, { after, timeoutMs: 120_000 })
        const ended = yield* RunStore.use((store) => store.ending(runId))
        if (ended !== null) return ended
        after = seen?.cursor ?? after
      }
    })
  )

describe("memory", () => {
  it("holds no more waiting runs than its limit; those that have waited longest leave, and each answer still arrives", async () => {
    const at = await openWorld({ engine: { hibernateAfterMs: 3_600_000, mostResident: 2 } })
    const questions = []
    for (let n = 0; n < 6; n++) questions.push(paused(await execute(at, `return [${n}, await tools.test.write({ value: ${n} })]`)))
    for (const [n, { id }] of questions.entries()) expect(await resume(at, id)).toMatchObject({ status: "completed", result: [n, n] })
    expect(at.calls).toHaveLength(6)
  })

  it("says of a run that was rebuilt after a restart that it was, once for each, and of one that only left memory nothing", async () => {
    let at = await openWorld({ engine: { hibernateAfterMs: 0 } })
    const first = paused(await execute(at, `const a = await tools.test.write({ value: 1 }); const b = await tools.test.write({ value: 2 }); return a + b`))
    const rebuilt = async () => (await eventsOf(at, first.runId)).filter(({ _tag }) => _tag === "RunRebuilt")
    const second = paused(await resume(at, first.id))
    expect(await rebuilt()).toEqual([])
    at = await restarted(at)
    expect(await rebuilt()).toEqual([])
    expect(await resume(at, second.id)).toMatchObject({ status: "completed", result: 3 })
    expect(await rebuilt()).toMatchObject([{ calls: 2 }])
    expect((await eventsOf(at, first.runId)).map(({ seq }) => seq)).toEqual((await eventsOf(at, first.runId)).map((_, index) => index + 1))
  })
})

describe("a run that waits for people", () => {
  it("is cancelled at once while all places are taken by others", async () => {
    const at = await openWorld({ maxConcurrent: 1 })
    const waiting = paused(await execute(at, `return await human.approve({ message: "Go on?" })`))
    const busy = await start(at, `await tools.test.hold({ value: "busy" })`)
    await at.held("busy")
    await at.run(engine.use((one) => one.cancel(waiting.runId, operator, "not needed")))
    expect(await terminal(at, waiting.runId)).toMatchObject({ status: "cancelled" })
    at.release("busy")
    expect(await end(at, busy)).toMatchObject({ status: "completed" })
  })
})

describe("a queued run", () => {
  it("has a position that becomes less, and none once it runs", async () => {
    const at = await openWorld({ maxConcurrent: 1 })
    const running = await start(at, `await tools.test.hold({ value: "first" })`)
    await at.held("first")
    const second = await start(at, `await tools.test.hold({ value: "second" })`)
    const third = await start(at, "return 3")
    const positions = () => at.run(engine.use((one) => Effect.all([running, second, third].map(one.queuePosition))))
    expect(await positions()).toEqual([null, 1, 2])
    at.release("first")
    await at.held("second")
    expect(await positions()).toEqual([null, null, 1])
    at.release("second")
    expect(await end(at, third)).toMatchObject({ result: 3 })
    expect(await positions()).toEqual([null, null, null])
  })
})
