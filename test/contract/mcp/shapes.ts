import type { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { earlierClient, modernClient } from "../../fixtures/mcp-clients"
import { rawCall } from "./raw"
import { asking, type McpWorld, paused, withClient } from "./world"

const canary = "sk-canary-3f9a7c5e1b8d2f6a4c0e9b7d"

/** What varies from run to run, by its name. */
const steady = (value: Schema.Json | undefined): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null)
      .replace(/(run|int)_[0-9a-f-]{36}/g, "$1_…")
      .replace(/req_[\w-]{12}/g, "req_…")
      // How far a run has got when its call is answered at once.
      .replace(/"cursor":\d+|(?<=after: )\d+/g, (found) => (found.startsWith('"') ? '"cursor":"…"' : "…"))
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "…Z")
  )

/** Names and shapes that agents rely on: they may be added to, never renamed. */
export const shapesOfMcp = (world: McpWorld) =>
  describe("what agents rely on", () => {
    it("the tools are the same seven in the same order, for both generations", async () => {
      const [earlier, modern] = [await earlierClient(world.connection()), await modernClient(world.connection())]
      const listed = await earlier.listTools()
      // What differs from team to team is left out.
      const [execute, ...rest] = listed
      const text = String(execute?.["description"])
      expect([{ ...execute, description: text.replace(/^- tools\.\w+ \(.*\n/gm, "") }, ...rest]).toMatchSnapshot()
      expect(text).toMatch(/^- tools\.demo \(builtin, 7 tools\): /m)
      expect((await modern.listTools()).map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))).toEqual(
        listed.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
      )
      await Promise.all([earlier.close(), modern.close()])
    })

    it("each kind of result keeps its names", () =>
      withClient(
        () => modernClient(world.connection()),
        async (client) => {
          const kinds: Record<string, unknown> = {}
          const keep = async (kind: string, name: string, args: Record<string, unknown>) => {
            const { text, structured, isError } = await client.call(name, args)
            kinds[kind] = steady({ text, structured, isError })
            return { text, structured, isError }
          }
          await keep("completed", "execute", { code: 'console.log("a line")\nemit({ n: 1 })\nnotify("half")\nreturn { answer: 42 }' })
          await keep("error", "execute", { code: 'const a = 1\nthrow new Error("no luck")' })
          await keep("error: a tool", "execute", { code: 'await tools.demo.fail({ code: "upstream_down", message: "the desk is closed" })' })
          const asked = await keep("waiting_for_interaction", "execute", { code: asking })
          const { executionId, runId } = paused(asked)
          await keep("waiting_for_interaction, again", "wait", { executionId, timeoutMs: 0, after: 0 })
          await keep("user_approval_required", "resume", { executionId, action: "accept" })
          await world.answerAs(executionId, "decline", "not today")
          await client.call("wait", { runId })
          await keep("execution_already_settled", "resume", { executionId, action: "cancel" })
          await keep("execution_not_found", "resume", { executionId: "int_nothing", action: "accept" })
          await keep("running", "execute", { code: "await tools.demo.slow({ ms: 30000 })", waitMs: 0, idempotencyKey: "shapes" })
          await keep("idempotency_conflict", "execute", { code: "return 2", idempotencyKey: "shapes" })
          const { runId: slow } = (await client.call("execute", { code: "await tools.demo.slow({ ms: 30000 })", waitMs: 0, idempotencyKey: "shapes" }))
            .structured
          await keep("cancelled", "cancel", { runId: slow, reason: "enough" })
          await keep("run_not_found", "wait", { runId: "run_nothing" })
          await keep("search", "search", { query: "create a ticket", source: "demo", limit: 1 })
          await keep("describe", "describe", { path: "demo.tickets.get" })
          await keep("tool_not_found", "describe", { path: "demo.ticket.get" })
          await keep("skills", "skills", {})
          expect(kinds).toMatchSnapshot()
        }
      ))

    it("every guide is there, and an unknown one is told what there is", () =>
      withClient(
        () => earlierClient(world.connection()),
        async (client) => {
          const { structured } = await client.call("skills", {})
          const names = (structured["skills"] as ReadonlyArray<{ readonly name: string }>).map(({ name }) => name)
          expect(names).toEqual(["programs", "approvals", "retries", "errors"])
          for (const name of names) expect((await client.call("skills", { name })).text).toMatch(/^# /)
          expect(await client.call("skills", { name: "magic" })).toMatchObject({
            isError: true,
            structured: { error: { message: expect.stringContaining("programs, approvals") } }
          })
        }
      ))

    it("an empty search finds nothing, a source alone lists exactly that source", async () => {
      const items = { result: { structuredContent: { total: 0, items: [] } } }
      expect((await rawCall(world, { name: "search", arguments: {} })).body).toMatchObject(items)
      expect((await rawCall(world, { name: "search", arguments: { source: "demo" } })).body).toMatchObject({
        result: { structuredContent: { total: 7, hasMore: false } }
      })
    })

    it("no answer holds a secret that a program had to do with", async () => {
      const code = `console.log(args.password)\nemit({ apiKey: args.password })\nawait tools.demo.tickets.create({ title: "x", body: "token=" + args.password })\nreturn { password: args.password }`
      const first = await rawCall(world, { name: "execute", arguments: { code, args: { password: canary } } }, { meta: {} })
      expect(first.text).toContain("waiting_for_interaction")
      const found = /int_[0-9a-f-]{36}/.exec(first.text)?.[0] ?? expect.fail("no question")
      const seen = [first.text, (await rawCall(world, { name: "wait", arguments: { executionId: found, timeoutMs: 0, after: 0 } })).text]
      await world.answerAs(found, "accept")
      seen.push((await rawCall(world, { name: "wait", arguments: { executionId: found, after: 0 } })).text)
      expect(seen.at(-1)).toContain('"status":"completed"')
      for (const text of seen) {
        expect(text).not.toContain(canary)
        expect(text).not.toContain(Buffer.from(canary).toString("base64").slice(0, 20))
      }
    })
  })
