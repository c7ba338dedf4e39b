import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { Run, RunSummary } from "../../../server/domain/run"
import { type Credentials, call, get, origin, post, read, token } from "../../fixtures/http-world"
import { Answered, asked, asking, ended, failure, submit } from "./shared"

const Page = Schema.Struct({ items: Schema.Array(RunSummary), nextCursor: Schema.NullOr(Schema.String), prevCursor: Schema.NullOr(Schema.String) })

/** Submitting, listing, cancelling. */
export const runsOfTheApi = (name: string, admin: () => Credentials) =>
  describe("runs", () => {
    it("a program is submitted, pauses for a person, and goes on after the answer", async () => {
      const run = await submit(asking, { title: "A ticket" })
      expect(run).toMatchObject({
        status: "waiting_for_interaction",
        title: "A ticket",
        trigger: "api",
        actor: { kind: "service_token", id: "bootstrap" },
        pendingInteractionCount: 1
      })
      const interaction = asked(run)
      expect(interaction).toMatchObject({
        kind: "approval",
        status: "pending",
        toolPath: "demo.tickets.create",
        effect: "write",
        line: 2,
        approvalUrl: `${origin}/approvals/${interaction.id}`
      })
      const { interaction: decided } = await read(
        await post(`/api/v1/interactions/${interaction.id}/answer`, { action: "accept", comment: "go" }, admin()),
        200,
        Answered
      )
      expect(decided).toMatchObject({ status: "accepted", resolvedVia: "api", comment: "go", resolvedBy: { kind: "user" } })
      const after = await ended(run.id)
      expect(after).toMatchObject({
        status: "completed",
        result: "Broken",
        tools: ["demo.tickets.create"],
        toolCallCount: 1,
        failedToolCallCount: 0,
        pendingInteractionCount: 0,
        lastDecision: { action: "accepted" }
      })
      expect(after.toolCalls).toMatchObject([
        { path: "demo.tickets.create", source: "demo", status: "completed", args: { title: "Broken" }, interactionId: interaction.id }
      ])
    })

    it("what a program put out, logged and threw is in the run", async () => {
      const run = await submit('emit({ a: 1 })\nconsole.log("hello")\nnotify("look")\nthrow new Error("no")', { args: { n: 1 } })
      expect(run).toMatchObject({
        status: "failed",
        error: { code: "program_error", line: 4 },
        args: { n: 1 },
        result: null,
        output: [
          { type: "content", content: { a: 1 } },
          { type: "notification", message: "look" }
        ]
      })
      expect(run.logs.map(({ text }) => text)).toContain("hello")
      expect(run.error?.message).toContain("no")
    })

    it("times are ISO 8601 in UTC with milliseconds", async () => {
      const { id } = await submit("return 1")
      const text = await (await get(`/api/v1/runs/${id}`)).text()
      expect(text).toMatch(/"startedAt":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/)
    })

    it("an idempotency key gives the first run again, and refuses another program", async () => {
      const program = { code: "return 7", idempotencyKey: `key-${name}`, waitMs: 30_000 }
      const first = await read(await post("/api/v1/runs", program), 201, Run)
      const again = await read(await post("/api/v1/runs", program), 200, Run)
      expect(again.id).toBe(first.id)
      const refused = await failure(await post("/api/v1/runs", { ...program, code: "return 8" }), 409)
      expect(refused).toMatchObject({ code: "idempotency_conflict", details: { runId: first.id } })
    })

    it("a list is filtered by status and time, and paged in both directions", async () => {
      const runs = [await submit("return 1"), await submit("return 2"), await submit("throw 3"), await submit("return 4")]
      const from = new Date(Math.min(...runs.map(({ startedAt }) => startedAt))).toISOString()
      const all = await read(await get(`/api/v1/runs?from=${from}&limit=200`), 200, Page)
      expect(all.items.map(({ id }) => id).filter((id) => runs.some((run) => run.id === id))).toEqual(runs.map(({ id }) => id).toReversed())
      const first = await read(await get(`/api/v1/runs?from=${from}&status=completed,failed&limit=2`), 200, Page)
      expect(first.items.map(({ id }) => id)).toEqual([runs[3]?.id, runs[2]?.id])
      const second = await read(await get(`/api/v1/runs?from=${from}&status=completed,failed&limit=2&cursor=${first.nextCursor}`), 200, Page)
      expect(second.items.map(({ id }) => id)).toEqual([runs[1]?.id, runs[0]?.id])
      const back = await read(await get(`/api/v1/runs?from=${from}&status=completed,failed&limit=2&cursor=${second.prevCursor}`), 200, Page)
      expect(back.items).toEqual(first.items)
      const failed = await read(await get(`/api/v1/runs?from=${from}&status=failed&trigger=api&actor=bootstrap&kind=code`), 200, Page)
      expect(failed.items.map(({ id }) => id)).toEqual([runs[2]?.id])
      const none = await read(await get(`/api/v1/runs?to=2001-01-01T00:00:00.000Z`), 200, Page)
      expect(none).toEqual({ items: [], nextCursor: null, prevCursor: null })
    })

    it.each([
      ["colour=red", "colour", "Allowed: status"],
      ["status=completed,bogus", "status.1", "waiting_for_interaction"],
      ["status=", "status.0", "waiting_for_interaction"],
      ["limit=0", "limit", "1 and 200"],
      ["limit=many", "limit", "1 to 200"],
      ["limit=1&limit=2", "limit", "more than once"],
      ["from=yesterday", "from", "ISO 8601"],
      ["sort=title", "sort", "startedAt.desc"],
      ["cursor=nonsense", "cursor", "not one of this list"]
    ])("the parameter %s is refused by name", async (query, path, says) => {
      const error = await failure(await get(`/api/v1/runs?${query}`), 400)
      expect(error.issues?.[0]?.path).toBe(path)
      expect(`${error.message} ${error.issues?.[0]?.message}`).toContain(says)
    })

    it("a run is cancelled once", async () => {
      const run = await submit(asking)
      const cancelled = await read(await post(`/api/v1/runs/${run.id}/cancel`, { reason: "not needed" }), 200, Run)
      expect(cancelled).toMatchObject({ status: "cancelled", pendingInteractionCount: 0 })
      expect(asked(cancelled).status).toBe("cancelled")
      const again = await failure(await post(`/api/v1/runs/${run.id}/cancel`, {}), 409)
      expect(again).toMatchObject({ code: "run_is_over", details: { status: "cancelled" } })
      const withoutBody = await call(new Request(`${origin}/api/v1/runs/${run.id}/cancel`, { method: "POST", headers: token }))
      expect(withoutBody.status).toBe(409)
    })

    it("a run is run again as it was, or edited, and the new one names the first", async () => {
      const run = await submit("// Doubles\nreturn args.n * 2", { args: { n: 1, password: "the real value" } })
      const again = await read(await post(`/api/v1/runs/${run.id}/rerun`, {}), 201, Run)
      expect(again).toMatchObject({ rerunOf: run.id, trigger: "rerun", title: "Doubles", code: run.code, args: run.args })
      expect(await ended(again.id)).toMatchObject({ status: "completed", result: 2 })
      const edited = await read(await post(`/api/v1/runs/${run.id}/rerun`, { code: "return args + 1", args: 41 }, admin()), 201, Run)
      expect(await ended(edited.id)).toMatchObject({ result: 42, rerunOf: run.id, actor: { kind: "user" } })
      const withoutBody = await call(new Request(`${origin}/api/v1/runs/${run.id}/rerun`, { method: "POST", headers: token }))
      expect(withoutBody.status).toBe(201)
      const once = { code: "return 7", args: null, idempotencyKey: `again ${run.id}` }
      const kept = await read(await post(`/api/v1/runs/${run.id}/rerun`, once), 201, Run)
      expect(await read(await post(`/api/v1/runs/${run.id}/rerun`, once), 200, Run)).toMatchObject({ id: kept.id })
      expect(await read(await get(`/api/v1/runs/${run.id}`), 200, Run)).toEqual(run)
    })

    it.each([
      [{ code: "" }, "code", "empty"],
      [{ title: "no" }, "title", "Allowed: code, args"]
    ])("running again with %j is refused by name", async (body, path, says) => {
      const run = await submit("return 1")
      const error = await failure(await post(`/api/v1/runs/${run.id}/rerun`, body), 400)
      expect(error.issues?.[0]?.path).toBe(path)
      expect(`${error.message} ${error.issues?.[0]?.message}`).toContain(says)
    })

    it("a run below another one ends with it", async () => {
      const parent = await submit(asking)
      const child = await submit(asking, { parentRunId: parent.id })
      expect(child).toMatchObject({ parentRunId: parent.id, status: "waiting_for_interaction" })
      await read(await post(`/api/v1/runs/${parent.id}/cancel`, {}), 200, Run)
      expect(await ended(child.id)).toMatchObject({ status: "cancelled", pendingInteractionCount: 0 })
      const late = await failure(await post("/api/v1/runs", { code: "return 1", parentRunId: parent.id }), 409)
      expect(late).toMatchObject({ code: "parent_is_over", issues: [{ path: "parentRunId" }] })
    })

    it("a token cannot cancel what another actor submitted", async () => {
      const run = await read(await post("/api/v1/runs", { code: asking, waitMs: 30_000 }, admin()), 201, Run)
      expect((await failure(await post(`/api/v1/runs/${run.id}/cancel`, {}), 403)).code).toBe("forbidden")
      await read(await post(`/api/v1/runs/${run.id}/cancel`, {}, admin()), 200, Run)
    })
  })
