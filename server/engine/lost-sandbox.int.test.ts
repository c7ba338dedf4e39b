import { Deferred, Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { execute, openWorld, paused, resume } from "../../test/fixtures/engine-story"
import { operator, submission } from "../../test/fixtures/engine-world"
import { evictable } from "../../test/random/evictable"
import { ExecutionEngine } from "./execution-engine"
import { RunStore } from "./run-store"

const engine = ExecutionEngine

/** The real store, of which the commits after `close` wait for `open`; `reached` when one does. */
const gated = () => {
  let gate: { readonly reached: Deferred.Deferred<void>; readonly go: Deferred.Deferred<void> } | undefined
  const layer = Layer.effect(
    RunStore,
    RunStore.use((store) =>
      Effect.succeed(
        RunStore.of({
          ...store,
          commit: (step) =>
            Effect.suspend(() =>
              gate === undefined
                ? store.commit(step)
                : Deferred.succeed(gate.reached, undefined).pipe(Effect.andThen(Deferred.await(gate.go)), Effect.andThen(store.commit(step)))
            )
        })
      )
    )
  )
  const close = () => {
    const mine = { reached: Deferred.makeUnsafe<void>(), go: Deferred.makeUnsafe<void>() }
    gate = mine
    const open = () => {
      gate = undefined
      return Effect.runPromise(Deferred.succeed(mine.go, undefined))
    }
    return { open, reached: Effect.runPromise(Deferred.await(mine.reached)) }
  }
  return { layer, close }
}

describe("a run that loses its sandbox", () => {
  it("in the moment in which it is cancelled is cancelled, not rebuilt", async () => {
    const sandbox = evictable()
    const store = gated()
    const at = await openWorld({ aroundSandbox: sandbox.layer, aroundStore: store.layer })
    const { runId } = await at.run(
      engine.use((one) => one.start(submission(`await tools.test.hold({ value: "a" }); return await tools.test.hold({ value: "b" })`)))
    )
    await at.held("a")
    const commits = store.close()
    at.release("a")
    await commits.reached
    // The run's loop is busy, so it finds both together afterwards.
    await sandbox.evictNext("worker-lost")
    const cancelling = at.run(engine.use((one) => one.cancel(runId, operator, "not wanted")))
    const isWished = async () => (await at.run(RunStore.use((rows) => rows.state(runId))))?.cancelWish !== null
    while (!(await isWished())) await new Promise(setImmediate)
    await commits.open()
    await cancelling
    expect(await at.run(engine.use((one) => one.until(runId, { timeoutMs: 0 })))).toMatchObject({ _tag: "Over", status: "cancelled" })
    expect(at.calls).toHaveLength(1)
  })

  it("to slow neighbours again and again, while a call of it takes long, is not given up", async () => {
    const sandbox = evictable()
    const at = await openWorld({ aroundSandbox: sandbox.layer, engine: { fruitlessRebuilds: 2 } })
    const done = execute(at, `return await tools.test.hold({ value: "a" })`)
    await at.held("a")
    for (let n = 0; n < 5; n++) await sandbox.evictNext("slow-neighbour")
    at.release("a")
    expect(await done).toMatchObject({ _tag: "Over", status: "completed", result: "a" })
    expect(at.calls).toHaveLength(1)
  })

  it("with its thread each time it is built is given up", async () => {
    const sandbox = evictable()
    const at = await openWorld({ aroundSandbox: sandbox.layer, engine: { fruitlessRebuilds: 2 } })
    const done = execute(at, `return await tools.test.hold({ value: "a" })`)
    await at.held("a")
    for (let n = 0; n < 3; n++) await sandbox.evictNext("worker-lost")
    expect(await done).toMatchObject({ _tag: "Over", status: "interrupted", error: { code: "interrupted" } })
  })
})

describe("a run that goes on when all places are taken", () => {
  it("can be cancelled while it waits for a place", async () => {
    const at = await openWorld({ maxConcurrent: 1 })
    const first = paused(await execute(at, `await tools.test.write({ value: 1 }); return "never"`))
    const other = await at.run(engine.use((one) => one.start(submission(`return await tools.test.hold({ value: "a" })`))))
    await at.held("a")
    await at.run(engine.use((one) => one.answer(first.id, { action: "accept" }, { actor: operator, via: "console" })))
    while ((await at.run(engine.use((one) => one.queuePosition(first.runId)))) === null) await new Promise(setImmediate)
    await at.run(engine.use((one) => one.cancel(first.runId, operator, "not wanted")))
    expect(await at.run(engine.use((one) => one.until(first.runId, { timeoutMs: 0 })))).toMatchObject({ _tag: "Over", status: "cancelled" })
    expect(at.calls.map(({ path }) => path)).toEqual(["test.hold"])
    at.release("a")
    expect(await at.run(engine.use((one) => one.until(other.runId, { timeoutMs: 120_000 })))).toMatchObject({ status: "completed", result: "a" })
    // The place that was given up is whole.
    const next = paused(await execute(at, `return await tools.test.write({ value: 2 })`))
    expect(await resume(at, next.id)).toMatchObject({ status: "completed", result: 2 })
  })
})
