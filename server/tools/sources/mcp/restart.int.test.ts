import { Effect, Layer } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { execute, openWorld, paused, restarted, resume } from "../../../../test/fixtures/engine-story"
import type { World } from "../../../../test/fixtures/engine-world"
import { driver, opened } from "../../../../test/fixtures/mcp-source"
import { earlierUpstream, type McpUpstream } from "../../../../test/fixtures/mcp-upstream"
import type { Interaction } from "../../../domain/interaction"
import { ExecutionEngine } from "../../../engine/execution-engine"
import { toolInvokerLayer } from "../../invoker"
import { ToolSources } from "../../tool-sources"

let server: McpUpstream | undefined
afterEach(() => server?.close())

/** The engine with the tools of a real MCP server, which lives on when the engine is started again. */
const worldWith = async (trustsHints: boolean): Promise<World> => {
  const notesServer = await earlierUpstream("streamable")
  server = notesServer
  const notes = Effect.gen(function* () {
    const { tools } = yield* Effect.orDie(opened(yield* driver(), { url: notesServer.url }, { trustsHints }))
    return toolInvokerLayer.pipe(Layer.provide(ToolSources.layerOf([tools])))
  })
  return openWorld({ tools: Layer.unwrap(notes), verdicts: new Map([["notes.ask_name", { _tag: "Allow" }]]) })
}

const code = `return await tools.notes.ask_name({})`
const ask = async (at: World): Promise<Interaction> => {
  const question = paused(await execute(at, code))
  expect(question).toMatchObject({ kind: "form", message: "What is your name?", toolPath: "notes.ask_name" })
  return question
}
const accept = { action: "accept", content: { name: "Ann", times: 1 } } as const
/** What is asked once the question of before is closed. */
const next = async (at: World, { id, runId }: Interaction): Promise<Interaction> => {
  for (let after = 0; ; ) {
    const seen = await at.run(ExecutionEngine.use((engine) => engine.wait(runId, { after, timeoutMs: 120_000 })))
    after = seen?.cursor ?? after
    if (seen?.events.some(({ _tag }) => _tag === "InteractionResolved") === true) break
  }
  const question = paused(await at.run(ExecutionEngine.use((engine) => engine.until(runId, { timeoutMs: 120_000 }))))
  expect(question.id).not.toBe(id)
  return question
}

describe("a restart while an MCP server waits for a person's answer", () => {
  it("closes the question, and a person says what became of a call that must not be repeated", async () => {
    let at = await worldWith(false)
    const question = await ask(at)
    at = await restarted(at)
    const doubt = await next(at, question)
    expect(doubt).toMatchObject({ kind: "approval", options: ["retry", "succeeded", "failed"] })
    // Asked to retry, the server asks again, over a connection of its own.
    const again = paused(await resume(at, doubt.id, { action: "accept", content: { choice: "retry" } }))
    expect(again).toMatchObject({ kind: "form", message: "What is your name?" })
    expect(await resume(at, again.id, accept)).toMatchObject({ status: "completed", result: "Hello, Ann!" })
  })

  it("has a call that may be repeated made again, and asked anew", async () => {
    let at = await worldWith(true)
    const question = await ask(at)
    at = await restarted(at)
    const again = await next(at, question)
    expect(again).toMatchObject({ kind: "form", message: "What is your name?" })
    expect(await resume(at, again.id, accept)).toMatchObject({ status: "completed", result: "Hello, Ann!" })
  })
})
