import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { eventsOf, execute, openWorld, paused, resume } from "../../test/fixtures/engine-story"
import type { World } from "../../test/fixtures/engine-world"
import type { RunEvent } from "../domain/run-event"
import { Database } from "../store/database"
import { ExecutionEngine } from "./execution-engine"

const secret = "ghp_0123456789abcdefghijABCDEFGHIJ456789"
const engine = ExecutionEngine

/** Everything but the program itself, which is kept as it was submitted. */
const withoutCode = (event: RunEvent): unknown => (event._tag === "ExecutionStarted" ? { ...event, code: null } : event)

/** All rows that people look at. */
const rowsOf = (at: World) =>
  at.run(
    Database.use(({ session }) =>
      session.transaction(
        [`SELECT * FROM "Run"`, `SELECT "result", "error" FROM "RunDetail"`, `SELECT * FROM "ToolCall"`, `SELECT * FROM "ToolCallPayload"`].map((sql) => ({
          sql,
          parameters: []
        }))
      )
    )
  )

describe("a secret", () => {
  const titles: ReadonlyArray<readonly [string, string, string | undefined]> = [
    ["given as the title", `return 1`, `Deploys with ${secret}`],
    ["in the first comment, which becomes the title", `// Deploys with ${secret}\nreturn 1`, undefined]
  ]
  for (const [where, code, title] of titles) {
    it(`${where} is seen neither in the run nor in what is heard of it`, async () => {
      const heard: Array<unknown> = []
      const at = await openWorld({ observer: { name: "listener", handle: (event) => Effect.sync(() => void heard.push(withoutCode(event))) } })
      const { runId } = await execute(at, code, title === undefined ? {} : { title })
      const events = await eventsOf(at, runId)
      expect(events[0]).toMatchObject({ _tag: "ExecutionStarted", title: "Deploys with [redacted]" })
      expect(JSON.stringify([events.map(withoutCode), heard, await rowsOf(at)])).not.toContain(secret)
    })
  }

  const questions: ReadonlyArray<readonly [string, string]> = [
    ["human.approve", `human.approve({ message: "Use ${secret}?", details: { note: "${secret}" } })`],
    ["human.ask", `human.ask({ message: "Use ${secret}?", schema: { type: "object", properties: { ok: { type: "boolean" } } } })`],
    ["human.open", `human.open({ message: "Use ${secret}?", url: "https://example.com/" })`]
  ]
  for (const [name, call] of questions) {
    it(`in the message of ${name} is seen neither in the question nor in what is heard of it, and the program hears its answer`, async () => {
      const at = await openWorld()
      const interaction = paused(await execute(at, `return typeof await ${call}`))
      expect(interaction.message).toBe("Use [redacted]?")
      expect(JSON.stringify(interaction)).not.toContain(secret)
      const listed = await at.run(engine.use((one) => one.getPaused(interaction.id)))
      expect(JSON.stringify(listed)).not.toContain(secret)
      const content = name === "human.ask" ? { content: { ok: true } } : {}
      expect(await resume(at, interaction.id, { action: "accept", ...content })).toMatchObject({ status: "completed" })
      expect(JSON.stringify((await eventsOf(at, interaction.runId)).map(withoutCode))).not.toContain(secret)
      expect(JSON.stringify(await rowsOf(at))).not.toContain(secret)
    })
  }

  it("in arguments, results, logs, output and errors is seen nowhere, while the tool gets it as it is", async () => {
    const at = await openWorld()
    const code = `console.log("with ${secret}"); emit({ note: "${secret}" }); notify("${secret}")
const back = await tools.test.echo({ value: "${secret}" })
try { await tools.test.fail({ value: "${secret}" }) } catch {}
throw new Error("no " + back)`
    const { runId } = await execute(at, code)
    expect(at.calls[0]?.args).toEqual({ value: secret })
    expect(JSON.stringify([(await eventsOf(at, runId)).map(withoutCode), await rowsOf(at)])).not.toContain(secret)
    expect(JSON.stringify(await at.run(engine.use((one) => one.until(runId, { timeoutMs: 0 }))))).not.toContain(secret)
  })
})
