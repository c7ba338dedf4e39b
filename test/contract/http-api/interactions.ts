import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { Interaction } from "../../../server/domain/interaction"
import { canariesIn, canaryArgs } from "../../fixtures/canary"
import { type Credentials, get, post, read } from "../../fixtures/http-world"
import { Answered, asked, asking, ended, failure, submit } from "./shared"

const withForm =
  'const { count } = await human.ask({ message: "How many?", schema: { type: "object", properties: { count: { type: "integer", minimum: 1 } }, required: ["count"] } })\nreturn count'

const Inbox = Schema.Struct({ items: Schema.Array(Interaction), nextCursor: Schema.NullOr(Schema.String), pendingCount: Schema.Int })

/** Questions and their answers. */
export const interactionsOfTheApi = (_name: string, admin: () => Credentials) =>
  describe("interactions", () => {
    it("a service token's answer is always 403, and changes nothing", async () => {
      const run = await submit(asking)
      const { id } = asked(run)
      for (const action of ["accept", "decline", "cancel"])
        expect((await failure(await post(`/api/v1/interactions/${id}/answer`, { action }), 403)).code).toBe("forbidden")
      expect((await failure(await post("/api/v1/interactions/nothing/answer", { action: "accept" }), 403)).code).toBe("forbidden")
      expect((await read(await get(`/api/v1/interactions/${id}`), 200, Interaction)).status).toBe("pending")
    })

    it("the same answer again gives the recorded decision, another one is told who decided what, when", async () => {
      const run = await submit(asking)
      const { id } = asked(run)
      const { interaction } = await read(await post(`/api/v1/interactions/${id}/answer`, { action: "decline", comment: "no" }, admin()), 200, Answered)
      const again = await read(await post(`/api/v1/interactions/${id}/answer`, { action: "decline" }, admin()), 200, Answered)
      expect(again.interaction).toMatchObject({ status: "declined", comment: "no", resolvedAt: interaction.resolvedAt })
      const other = await failure(await post(`/api/v1/interactions/${id}/answer`, { action: "accept" }, admin()), 409)
      expect(other).toMatchObject({
        code: "already_decided",
        details: { action: "decline", decidedBy: { kind: "user" }, decidedAt: new Date(interaction.resolvedAt ?? 0).toISOString() }
      })
      expect(await ended(run.id)).toMatchObject({ status: "failed", error: { code: "declined" } })
    })

    it("what a form says in words holds no secret, wherever it is read, and its answers are what the program gets", async () => {
      const { token } = canaryArgs("")
      const field = { type: "string", title: `Not ${token}`, description: `Bearer ${token}`, default: token, enum: ["a", token] }
      const program = 'const given = await human.ask({ message: "Which?", schema: args.schema })\nreturn given.which === args.schema.properties.which.enum[1]'
      const args = { schema: { type: "object", properties: { which: { ...field, enum: ["a", "b"], default: "b" }, note: { ...field, enum: undefined } } } }
      const run = await submit(program, { args })
      const { id, requestedSchema } = asked(run)
      expect(requestedSchema).toMatchObject({ properties: { which: { title: "Not [redacted]", enum: ["a", "b"], default: "b" } } })
      const places = await Promise.all(
        [`runs/${run.id}`, `interactions/${id}`, "interactions"].map(async (path) => [path, await (await get(`/api/v1/${path}`)).text()] as const)
      )
      expect(canariesIn(places)).toEqual([])
      await read(await post(`/api/v1/interactions/${id}/answer`, { action: "accept", content: { which: "b" } }, admin()), 200, Answered)
      expect(await ended(run.id)).toMatchObject({ status: "completed", result: true })
    })

    it("content that does not fit the form is 422 with every fault, and the question stays open", async () => {
      const run = await submit(withForm)
      const { id, kind } = asked(run)
      expect(kind).toBe("form")
      const refused = await failure(await post(`/api/v1/interactions/${id}/answer`, { action: "accept", content: { count: 0 } }, admin()), 422)
      expect(refused.issues?.map(({ path }) => path)).toEqual(["count"])
      expect((await read(await get(`/api/v1/interactions/${id}`), 200, Interaction)).status).toBe("pending")
      await read(await post(`/api/v1/interactions/${id}/answer`, { action: "accept", content: { count: 3, more: true } }, admin()), 200, Answered)
      expect(await ended(run.id)).toMatchObject({ status: "completed", result: 3 })
    })

    it("fifty answers at once are one decision and one effect", async () => {
      const run = await submit(asking)
      const { id } = asked(run)
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, n) => post(`/api/v1/interactions/${id}/answer`, { action: n % 2 === 0 ? "accept" : "decline" }, admin()))
      )
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(25)
      expect(statuses.filter((status) => status === 409)).toHaveLength(25)
      const after = await ended(run.id)
      expect(after.toolCalls.filter(({ status }) => status !== "failed")).toHaveLength(asked(after).status === "accepted" ? 1 : 0)
      expect(after.toolCalls).toHaveLength(1)
    })

    it("the inbox lists what is pending, of a run and of the team, and what was decided", async () => {
      const run = await submit("await Promise.all([1, 2, 3].map((n) => tools.demo.tickets.create({ title: String(n) })))")
      const inbox = await read(await get(`/api/v1/interactions?runId=${run.id}`), 200, Inbox)
      expect(inbox).toMatchObject({ nextCursor: null, pendingCount: 3 })
      const whole = await read(await get("/api/v1/interactions?status=pending&limit=200"), 200, Inbox)
      expect(whole.pendingCount).toBe(whole.items.length)
      const first = await read(await get(`/api/v1/interactions?runId=${run.id}&limit=2`), 200, Inbox)
      const second = await read(await get(`/api/v1/interactions?runId=${run.id}&limit=2&cursor=${first.nextCursor}`), 200, Inbox)
      expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(inbox.items.map(({ id }) => id))
      for (const { id } of inbox.items) await read(await post(`/api/v1/interactions/${id}/answer`, { action: "accept" }, admin()), 200, Answered)
      await ended(run.id)
      expect(await read(await get(`/api/v1/interactions?runId=${run.id}`), 200, Inbox)).toMatchObject({ items: [], pendingCount: 0 })
      expect((await read(await get(`/api/v1/interactions?runId=${run.id}&status=accepted`), 200, Inbox)).items).toHaveLength(3)
      expect((await failure(await get("/api/v1/interactions?status=open"), 400)).issues?.[0]?.path).toBe("status")
    })
  })
