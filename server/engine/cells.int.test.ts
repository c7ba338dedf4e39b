import { Effect, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import { by, openWorld, pendingOnce, restarted } from "../../test/fixtures/engine-story"
import { agent, submission, type World } from "../../test/fixtures/engine-world"
import { RunId } from "../domain/ids"
import { type CellObservation, type CellStatus, cellStatusOf } from "./cells"
import { ExecutionEngine } from "./execution-engine"

const engine = ExecutionEngine
const patiently = 120_000

const start = (at: World, code: string, yieldAfterMs = patiently): Promise<CellObservation> =>
  at.run(engine.use((one) => one.startCell(submission(code), { yieldAfterMs })))
const wait = async (at: World, cellId: RunId, after: number, timeoutMs = patiently): Promise<CellObservation> =>
  (await at.run(engine.use((one) => one.waitCell(cellId, { after, timeoutMs })))) ?? expect.fail("there is no such cell")
const terminate = async (at: World, cellId: RunId): Promise<CellObservation> =>
  (await at.run(engine.use((one) => one.terminateCell(cellId, agent)))) ?? expect.fail("there is no such cell")
/** Observes to the end, however many observations it takes. */
const toTheEnd = async (at: World, first: CellObservation): Promise<ReadonlyArray<CellObservation>> => {
  const seen = [first]
  for (let last = first; last.status === "running"; seen.push(last)) last = await wait(at, last.cellId, last.cursor)
  return seen
}
const whole = (seen: ReadonlyArray<CellObservation>) => seen.flatMap(({ events }) => events)

describe("a cell", () => {
  it("gives its output in order with ids from 1, and its result at the end", async () => {
    const at = await openWorld()
    const seen = await toTheEnd(at, await start(at, `emit(1); await tools.test.echo({ value: 2 }); notify("three"); return { four: 4 }`))
    expect(whole(seen)).toEqual([
      { id: 1, type: "output", item: { type: "content", content: 1 } },
      { id: 2, type: "output", item: { type: "notification", message: "three" } },
      { id: 3, type: "completed" }
    ])
    expect(seen.at(-1)).toMatchObject({ status: "completed", cursor: 3, result: { four: 4 } })
  })

  it("waits at yieldControl until an observation with the yield has been given out, and not for the next one", async () => {
    const at = await openWorld()
    const program = `emit("before"); await yieldControl(); await tools.test.echo({ value: "after the yield" }); await yieldControl(); return "end"`
    const first = await start(at, program)
    expect(first).toMatchObject({
      status: "running",
      cursor: 2,
      events: [
        { id: 1, type: "output" },
        { id: 2, type: "yielded" }
      ]
    })
    const second = await wait(at, first.cellId, first.cursor)
    expect(second).toMatchObject({ status: "running", cursor: 3, events: [{ id: 3, type: "yielded" }] })
    expect(at.calls.map(({ args }) => args)).toEqual([{ value: "after the yield" }])
    expect(await wait(at, first.cellId, second.cursor)).toMatchObject({ status: "completed", events: [{ id: 4, type: "completed" }], result: "end" })
  })

  it("does nothing after a yield that nobody has read, also when it is looked at without it, or rebuilt", async () => {
    let at = await openWorld()
    const { cellId } = await start(at, `await tools.test.hold({ value: "a" }); await yieldControl(); await tools.test.echo({ value: 1 }); return 1`, 0)
    await at.held("a")
    at.release("a")
    // The run says itself when it has yielded; reading a run's events is not observing the cell.
    await at.run(
      engine.use((one) =>
        Effect.gen(function* () {
          for (let after = 0; ; ) {
            const seen = yield* one.wait(cellId, { after, timeoutMs: patiently })
            if (seen?.events.some(({ _tag }) => _tag === "ControlYielded")) return
            after = seen?.cursor ?? after
          }
        })
      )
    )
    at = await restarted(at)
    expect(await at.run(engine.use((one) => one.until(cellId, { timeoutMs: 0 })))).toMatchObject({ _tag: "Running" })
    expect(at.calls.map(({ path }) => path)).toEqual(["test.hold"])
    const seen = await toTheEnd(at, await wait(at, cellId, 0))
    expect(whole(seen)).toEqual([
      { id: 1, type: "yielded" },
      { id: 2, type: "completed" }
    ])
    expect(at.calls.map(({ path }) => path)).toEqual(["test.hold", "test.echo"])
  })

  it("lets go of every yield up to the cursor, however many were open at once", async () => {
    const at = await openWorld()
    const seen = await toTheEnd(at, await start(at, `return (await Promise.all(Array.from({ length: 60 }, () => yieldControl()))).length`))
    expect(whole(seen).filter(({ type }) => type === "yielded")).toHaveLength(60)
    expect(seen.at(-1)).toMatchObject({ status: "completed", result: 60 })
  })

  it("is terminated while it computes, and nothing comes after that", async () => {
    const at = await openWorld()
    const { cellId } = await start(at, `emit(1); await tools.test.hold({ value: "t" }); emit(2)`, 0)
    await at.held("t")
    const ended = await terminate(at, cellId)
    expect(ended).toMatchObject({ status: "terminated", events: [{ id: 2, type: "terminated" }], cursor: 2, error: { code: "cancelled" } })
    at.release("t")
    expect(await wait(at, cellId, 0)).toMatchObject({ status: "terminated", cursor: 2 })
    expect(await terminate(at, cellId)).toEqual(ended)
  })

  it("is terminated while it waits at a yield", async () => {
    const at = await openWorld()
    const first = await start(at, `await tools.test.hold({ value: "y" }); try { await yieldControl() } finally { emit("never") }`, 0)
    await at.held("y")
    at.release("y")
    const waiting = await at.run(
      engine.use((one) =>
        Effect.gen(function* () {
          const watching = yield* Effect.forkChild(one.waitCell(first.cellId, { after: 5, timeoutMs: patiently }))
          yield* one.terminateCell(first.cellId, agent)
          return yield* Fiber.join(watching)
        })
      )
    )
    expect(waiting?.status).toBe("terminated")
    expect(whole([await wait(at, first.cellId, 0)]).filter(({ type }) => type === "output")).toEqual([])
  })

  it("that ended by itself is not terminated any more", async () => {
    const at = await openWorld()
    const seen = await toTheEnd(at, await start(at, `throw new Error("no")`))
    expect(seen.at(-1)).toMatchObject({ status: "failed", events: [{ id: 1, type: "failed" }], error: { code: "program_error" } })
    expect(await terminate(at, seen[0]?.cellId ?? expect.fail("it started"))).toMatchObject({ status: "failed", events: [{ id: 1, type: "failed" }] })
  })

  it("asks its questions in the inbox, and says running meanwhile", async () => {
    const at = await openWorld()
    const first = await start(at, `return await tools.test.write({ value: 1 })`, 0)
    const [question] = await pendingOnce(at, first.cellId, 1)
    expect(await wait(at, first.cellId, 0, 0)).toMatchObject({ status: "running", events: [] })
    await at.run(engine.use((one) => one.answer(question?.id ?? expect.fail("it asks"), { action: "accept" }, by)))
    expect((await toTheEnd(at, await wait(at, first.cellId, 0))).at(-1)).toMatchObject({ status: "completed", result: 1 })
  })

  it("that nobody started is not there", async () => {
    const at = await openWorld()
    const { runId } = await at.run(engine.use((one) => one.start(submission("return 1"))))
    const other = RunId.make(`${runId.slice(0, -1)}${runId.endsWith("0") ? "1" : "0"}`)
    const unknown = await at.run(engine.use((one) => Effect.all([one.waitCell(other), one.terminateCell(other, agent)])))
    expect(unknown).toEqual([null, null])
  })

  it("in an ordinary run, yieldControl gives way and goes on by itself", async () => {
    const at = await openWorld()
    const outcome = await at.run(engine.use((one) => one.executeWithPause(submission("await yieldControl(); return 1"))))
    expect(outcome).toMatchObject({ status: "completed", result: 1 })
  })

  it.each<[Parameters<typeof cellStatusOf>[0], CellStatus]>([
    ["queued", "running"],
    ["running", "running"],
    ["waiting_for_interaction", "running"],
    ["completed", "completed"],
    ["failed", "failed"],
    ["interrupted", "failed"],
    ["cancelled", "terminated"]
  ])("of a run that is %s is %s", (status, expected) => expect(cellStatusOf(status)).toBe(expected))
})
