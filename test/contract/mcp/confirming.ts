import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { Interaction } from "../../../server/domain/interaction"
import { Run } from "../../../server/domain/run"
import { get, read } from "../../fixtures/http-world"
import { earlierClient, modernClient } from "../../fixtures/mcp-clients"
import { type McpWorld, paused, withClient } from "./world"

const deleting = (id: string) => `// Removes ${id}\nreturn await tools.demo.tickets.delete({ id: "${id}" })`
const Rule = Schema.Struct({ id: Schema.String })

/** Where a rule leaves a call to whoever submitted the run. */
export const requesterMayConfirm = (world: McpWorld) =>
  describe("a rule that lets the requester confirm", () => {
    const underTheRule = async (body: () => Promise<void>) => {
      const made = await world.asAdmin("POST", "/api/v1/rules", { pattern: "demo.tickets.delete", effect: "require_approval", requesterMayConfirm: true })
      const { id } = await read(made, 201, Rule)
      try {
        await body()
      } finally {
        await world.asAdmin("DELETE", `/api/v1/rules/${id}`)
      }
    }

    it("lets the agent that submitted the run, and no other, accept the call; it is recorded as the agent's doing", () =>
      underTheRule(async () => {
        const other = await world.makeToken("not the requester", ["runs:read", "runs:submit"])
        await withClient(
          () => earlierClient(world.connection()),
          async (mine) => {
            const { executionId, runId } = paused(await mine.call("execute", { code: deleting("T-1") }))
            await withClient(
              () => earlierClient(world.connection(other)),
              async (theirs) =>
                expect((await theirs.call("resume", { executionId, action: "accept" })).structured).toMatchObject({ status: "user_approval_required" })
            )
            expect((await mine.call("resume", { executionId, action: "accept", comment: "the user said so" })).structured).toMatchObject({
              status: "completed",
              result: { deleted: true },
              runId
            })
            expect(await read(await get(`/api/v1/interactions/${executionId}`), 200, Interaction)).toMatchObject({
              status: "accepted",
              resolvedVia: "mcp",
              resolvedBy: { kind: "agent", id: "bootstrap", label: "bootstrap" },
              comment: "the user said so"
            })
          }
        )
      }))

    it("does not let it answer what the program itself asks a person", () =>
      underTheRule(() =>
        withClient(
          () => earlierClient(world.connection()),
          async (client) => {
            for (const code of [
              'await human.approve({ message: "Really?" })',
              'await human.ask({ message: "Who?", schema: { type: "object", properties: { who: { type: "string" } } } })'
            ]) {
              const { executionId, runId } = paused(await client.call("execute", { code }))
              const refused = await client.call("resume", { executionId, action: "accept", content: '{"who":"me"}' })
              expect(refused.structured).toMatchObject({ status: "user_approval_required" })
              await client.call("cancel", { runId })
            }
          }
        )
      ))

    it("is asked as a form by a client that has them, and the yes of its user counts", () =>
      underTheRule(async () => {
        const asked: Array<Readonly<Record<string, unknown>>> = []
        const onElicit = (params: Readonly<Record<string, unknown>>) => {
          asked.push(params)
          return "accept" as const
        }
        await withClient(
          () => modernClient(world.connection(), { elicitation: { form: {}, url: {} }, onElicit }),
          async (client) => {
            const { structured } = await client.call("execute", { code: deleting("T-2") })
            expect(structured).toMatchObject({ status: "completed", result: { deleted: true } })
            expect(asked).toMatchObject([{ requestedSchema: { type: "object", properties: {} }, message: expect.stringContaining('{"id":"T-2"}') }])
            const run = await read(await get(`/api/v1/runs/${structured["runId"]}`), 200, Run)
            expect(run.interactions).toMatchObject([{ status: "accepted", resolvedVia: "mcp", resolvedBy: { kind: "agent" } }])
          }
        )
      }))

    it("takes the no of its user for a no", () =>
      underTheRule(() =>
        withClient(
          () => modernClient(world.connection(), { elicitation: {}, onElicit: () => "decline" }),
          async (client) => {
            const { structured } = await client.call("execute", { code: deleting("T-3") })
            expect(structured).toMatchObject({ status: "error", error: { code: "declined" } })
          }
        )
      ))
  })
