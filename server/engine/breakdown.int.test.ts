import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { execute, openWorld, paused, resume } from "../../test/fixtures/engine-story"
import { submission } from "../../test/fixtures/engine-world"
import { ExecutionEngine } from "./execution-engine"
import { RunStore } from "./run-store"
import { ToolInvoker } from "./tool-invoker"

const engine = ExecutionEngine

describe("a fault of ours", () => {
  it("that also keeps the run from being ended is outlasted: the run ends as soon as that is possible", async () => {
    let refused = 0
    const failing = Layer.effect(
      RunStore,
      RunStore.use((store) =>
        Effect.succeed(
          RunStore.of({
            ...store,
            open: (runId, owner, first) =>
              owner.endsWith(".broken") && refused < 3
                ? Effect.suspend(() => {
                    refused++
                    return Effect.die(new Error("the store fails"))
                  })
                : store.open(runId, owner, first)
          })
        )
      )
    )
    const at = await openWorld({ aroundStore: failing, engine: { endAgainAfterMs: 1 } })
    expect(await execute(at, `await tools.test.defect({})`)).toMatchObject({ _tag: "Over", status: "interrupted" })
    expect(refused).toBe(3)
  })

  it("of a moment, as that of a store that is just coming back, ends no run: what could not be looked up is looked up again", async () => {
    let faults = 1
    const looked: Array<string> = []
    const tools = Layer.succeed(
      ToolInvoker,
      ToolInvoker.of({
        sources: () => Effect.succeed([]),
        prepare: ({ path }) =>
          Effect.suspend(() => {
            looked.push(path)
            if (faults-- > 0) return Effect.die(new Error("the sources cannot be read"))
            return Effect.succeed({ path, source: "test", connection: null, description: "", effect: "read", repeatable: true, schemaHash: "1" } as const)
          }),
        invoke: ({ path }) => Effect.succeed(path)
      })
    )
    const at = await openWorld({ tools })
    expect(await execute(at, `return [await tools.test.one({}), await tools.test.two({})]`)).toMatchObject({
      status: "completed",
      result: ["test.one", "test.two"]
    })
    expect(looked).toEqual(["test.one", "test.one", "test.two"])
  })

  it("ends the run it met as interrupted, with an id and nothing of its cause, and leaves its neighbours alone", async () => {
    const at = await openWorld()
    const neighbour = paused(await execute(at, `return await tools.test.write({ value: 1 })`))
    const outcome = await execute(at, `human.approve({ message: "Never answered" }).catch(() => {}); await tools.test.defect({})`)
    expect(outcome).toMatchObject({ _tag: "Over", status: "interrupted", error: { code: "interrupted" } })
    const message = outcome._tag === "Over" ? outcome.error?.message : ""
    expect(message).toMatch(/Internal error \[[\w.-]+\]/)
    expect(message).not.toContain("/a/path")
    expect(await at.run(engine.use((one) => one.listPaused(submission("x").teamId)))).toMatchObject([{ id: neighbour.id }])
    expect(await resume(at, neighbour.id)).toMatchObject({ status: "completed", result: 1 })
  })
})
