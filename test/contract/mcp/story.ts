import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { Interaction } from "../../../server/domain/interaction"
import { Run } from "../../../server/domain/run"
import { get, read } from "../../fixtures/http-world"
import { earlierClient, modernClient } from "../../fixtures/mcp-clients"
import { asking, type McpWorld, paused, withClient } from "./world"

const Listed = Schema.Struct({ items: Schema.Array(Schema.Struct({ id: Schema.String })) })

/** What every agent does, told with both generations of clients. */
export const agentsStory = (world: McpWorld) =>
  describe.each([
    ["a client of the 1.x SDK", () => earlierClient(world.connection())],
    ["a client of the 2.x SDK", () => modernClient(world.connection())]
  ])("%s", (name, make) => {
    it("executes, is paused, waits while a person answers, and gets the result", () =>
      withClient(make, async (client) => {
        const first = await client.call("execute", { code: asking, idempotencyKey: `story ${name}` })
        expect(first).toMatchObject({
          isError: false,
          structured: { status: "waiting_for_interaction", interaction: { kind: "approval", address: "demo.tickets.create" } }
        })
        const { executionId, runId, approvalUrl } = paused(first)
        expect(first.text).toContain(approvalUrl)

        const refused = await client.call("resume", { executionId, action: "accept" })
        expect(refused.structured).toMatchObject({ status: "user_approval_required", approvalUrl, executionId, runId })
        expect((await read(await get(`/api/v1/interactions/${executionId}`), 200, Interaction)).status).toBe("pending")

        const waiting = client.call("wait", { executionId })
        expect((await world.answerAs(executionId, "accept")).status).toBe(200)
        expect(await waiting).toMatchObject({ isError: false, structured: { status: "completed", result: "Broken", runId } })
        const run = await read(await get(`/api/v1/runs/${runId}`), 200, Run)
        expect(run).toMatchObject({ trigger: "mcp", actor: { kind: "agent", id: "bootstrap", label: "bootstrap" } })
        expect(run.interactions[0]).toMatchObject({ resolvedVia: "api", resolvedBy: { kind: "user" } })
      }))

    it("gives up in the middle, calls again with its key, and finds the same run", () =>
      withClient(make, async (client) => {
        const program = { code: '// Slow\nawait tools.demo.slow({ ms: 1500 })\nreturn "done once"', idempotencyKey: `slow ${name}` }
        await expect(client.call("execute", program, { timeoutMs: 300 })).rejects.toThrow()
        const again = await client.call("execute", program)
        expect(again.structured).toMatchObject({ status: "completed", result: "done once" })
        const { items } = await read(await get("/api/v1/runs?trigger=mcp&limit=200"), 200, Listed)
        expect(items.filter(({ id }) => id === again.structured["runId"])).toHaveLength(1)
        expect(again.structured["runId"]).toBe((await client.call("execute", program)).structured["runId"])
      }))

    it("takes back its own question, and the program is told by whom", () =>
      withClient(make, async (client) => {
        const { executionId } = paused(await client.call("execute", { code: asking }))
        const ended = await client.call("resume", { executionId, action: "decline", comment: "not needed any more" })
        expect(ended).toMatchObject({ isError: true, structured: { status: "error", error: { code: "declined" } } })
        expect(await read(await get(`/api/v1/interactions/${executionId}`), 200, Interaction)).toMatchObject({
          status: "declined",
          comment: "not needed any more",
          resolvedVia: "mcp",
          resolvedBy: { kind: "agent", id: "bootstrap" }
        })
        // The same again is the record, another one is told who was first.
        expect((await client.call("resume", { executionId, action: "decline" })).structured).toMatchObject({ status: "error", error: { code: "declined" } })
        expect(await client.call("resume", { executionId, action: "accept" })).toMatchObject({
          isError: true,
          structured: { status: "execution_already_settled", action: "decline", by: "bootstrap", via: "mcp" }
        })
      }))

    it("is answered in time while a run goes on, and told where to continue", () =>
      withClient(make, async (client) => {
        const running = await client.call("execute", { code: 'notify("begun")\nawait tools.demo.slow({ ms: 4000 })\nreturn 1', waitMs: 0 })
        expect(running).toMatchObject({ isError: false, structured: { status: "running" } })
        const { runId } = running.structured
        const later = await client.call("wait", { runId, after: 0 })
        expect(later.structured).toMatchObject({ status: "completed", result: 1 })
        expect(later.structured["events"]).toMatchObject([{ seq: 1, type: "execution_started" }, {}, {}, {}, {}])
        expect(JSON.stringify(later.structured["events"])).not.toContain("demo.slow({")
        // What the client says of itself is kept, as what it is: a text.
        expect(later.structured["events"]).toMatchObject([{ data: { client: expect.stringMatching(/./) } }, {}, {}, {}, {}])
      }))

    it("stops a run of its own", () =>
      withClient(make, async (client) => {
        const { runId } = (await client.call("execute", { code: "await tools.demo.slow({ ms: 60000 })", waitMs: 0 })).structured
        const stopped = await client.call("cancel", { runId, reason: "wrong one" })
        expect(stopped).toMatchObject({ isError: false, structured: { status: "error", error: { code: "cancelled" }, runId } })
        expect((await client.call("cancel", { runId })).structured).toEqual(stopped.structured)
      }))

    it("hears of progress only when it asks, in rising numbers", () =>
      withClient(make, async (client) => {
        const heard: Array<number> = []
        const code = "for (let i = 0; i < 4; i++) await tools.demo.slow({ ms: 400 })\nreturn 1"
        await client.call("execute", { code }, { onProgress: ({ progress }) => heard.push(progress) })
        expect(heard.length).toBeGreaterThan(1)
        expect(heard).toEqual([...new Set(heard)].toSorted((a, b) => a - b))
      }))
  })
