import { Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { RunId } from "../../server/domain/ids"
import { Interaction } from "../../server/domain/interaction"
import { Run, RunSummary } from "../../server/domain/run"
import { appRuntime } from "../../server/runtime/runtime"
import { bootstrapToken, call, type Credentials, Failed, get, openServer, origin, post, read, signInAdmin, token } from "../fixtures/http-world"
import { readSse } from "../fixtures/sse"
import { insertRuns, otherTeam, runIdOf } from "../fixtures/run-rows"

const asking = "// Opens a ticket\nconst ticket = await tools.demo.tickets.create({ title: \"Broken\" })\nreturn ticket.title"
const withForm = "const { count } = await human.ask({ message: \"How many?\", schema: { type: \"object\", properties: { count: { type: \"integer\", minimum: 1 } }, required: [\"count\"] } })\nreturn count"

const Page = Schema.Struct({ items: Schema.Array(RunSummary), nextCursor: Schema.NullOr(Schema.String), prevCursor: Schema.NullOr(Schema.String) })
const Inbox = Schema.Struct({ items: Schema.Array(Interaction), nextCursor: Schema.NullOr(Schema.String), pendingCount: Schema.Int })
const Answered = Schema.Struct({ interaction: Interaction, run: Run })

const submit = async (code: string, more: object = {}): Promise<Run> => read(await post("/api/v1/runs", { code, waitMs: 30_000, ...more }), 201, Run)
const failure = async (answer: Response, status: number) => (await read(answer, status, Failed)).error
const asked = (run: Run): Interaction => run.interactions[0] ?? expect.fail("the run asks nothing")
/** Until the run is over, by its own stream. */
const ended = async (id: RunId): Promise<Run> => {
  await readSse(await get(`/api/v1/runs/${id}/events`)).rest()
  return read(await get(`/api/v1/runs/${id}`), 200, Run)
}

/** The contract of the HTTP API, through the routes, on the real server. */
export const httpApiContract = (name: string, database: () => Promise<string | undefined>) => describe(`HTTP API on ${name}`, () => {
  let close: () => Promise<void> = async () => undefined
  let admin: Credentials = {}
  beforeAll(async () => {
    close = await openServer(await database())
    admin = await signInAdmin()
  })
  afterAll(() => close())

  describe("runs", () => {
    it("a program is submitted, pauses for a person, and goes on after the answer", async () => {
      const run = await submit(asking, { title: "A ticket" })
      expect(run).toMatchObject({ status: "waiting_for_interaction", title: "A ticket", trigger: "api", actor: { kind: "service_token", id: "bootstrap" }, pendingInteractionCount: 1 })
      const interaction = asked(run)
      expect(interaction).toMatchObject({ kind: "approval", status: "pending", toolPath: "demo.tickets.create", line: 2, approvalUrl: `${origin}/approvals/${interaction.id}` })
      const { interaction: decided } = await read(await post(`/api/v1/interactions/${interaction.id}/answer`, { action: "accept", comment: "go" }, admin), 200, Answered)
      expect(decided).toMatchObject({ status: "accepted", resolvedVia: "api", comment: "go", resolvedBy: { kind: "user" } })
      const after = await ended(run.id)
      expect(after).toMatchObject({ status: "completed", result: "Broken", tools: ["demo.tickets.create"], toolCallCount: 1, failedToolCallCount: 0, pendingInteractionCount: 0, lastDecision: { action: "accepted" } })
      expect(after.toolCalls).toMatchObject([{ path: "demo.tickets.create", source: "demo", status: "completed", args: { title: "Broken" }, interactionId: interaction.id }])
    })

    it("what a program put out, logged and threw is in the run", async () => {
      const run = await submit("emit({ a: 1 })\nconsole.log(\"hello\")\nnotify(\"look\")\nthrow new Error(\"no\")", { args: { n: 1 } })
      expect(run).toMatchObject({
        status: "failed", error: { code: "program_error", line: 4 }, args: { n: 1 }, result: null,
        output: [{ type: "content", content: { a: 1 } }, { type: "notification", message: "look" }]
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

    it("a token cannot cancel what another actor submitted", async () => {
      const run = await read(await post("/api/v1/runs", { code: asking, waitMs: 30_000 }, admin), 201, Run)
      expect((await failure(await post(`/api/v1/runs/${run.id}/cancel`, {}), 403)).code).toBe("forbidden")
      await read(await post(`/api/v1/runs/${run.id}/cancel`, {}, admin), 200, Run)
    })
  })

  describe("interactions", () => {
    it("a service token's answer is always 403, and changes nothing", async () => {
      const run = await submit(asking)
      const { id } = asked(run)
      for (const action of ["accept", "decline", "cancel"]) expect((await failure(await post(`/api/v1/interactions/${id}/answer`, { action }), 403)).code).toBe("forbidden")
      expect((await failure(await post("/api/v1/interactions/nothing/answer", { action: "accept" }), 403)).code).toBe("forbidden")
      expect((await read(await get(`/api/v1/interactions/${id}`), 200, Interaction)).status).toBe("pending")
    })

    it("the same answer again gives the recorded decision, another one is told who decided what, when", async () => {
      const run = await submit(asking)
      const { id } = asked(run)
      const { interaction } = await read(await post(`/api/v1/interactions/${id}/answer`, { action: "decline", comment: "no" }, admin), 200, Answered)
      const again = await read(await post(`/api/v1/interactions/${id}/answer`, { action: "decline" }, admin), 200, Answered)
      expect(again.interaction).toMatchObject({ status: "declined", comment: "no", resolvedAt: interaction.resolvedAt })
      const other = await failure(await post(`/api/v1/interactions/${id}/answer`, { action: "accept" }, admin), 409)
      expect(other).toMatchObject({ code: "already_decided", details: { action: "decline", decidedBy: { kind: "user" }, decidedAt: new Date(interaction.resolvedAt ?? 0).toISOString() } })
      expect(await ended(run.id)).toMatchObject({ status: "failed", error: { code: "declined" } })
    })

    it("content that does not fit the form is 422 with every fault, and the question stays open", async () => {
      const run = await submit(withForm)
      const { id, kind } = asked(run)
      expect(kind).toBe("form")
      const refused = await failure(await post(`/api/v1/interactions/${id}/answer`, { action: "accept", content: { count: 0 } }, admin), 422)
      expect(refused.issues?.map(({ path }) => path)).toEqual(["count"])
      expect((await read(await get(`/api/v1/interactions/${id}`), 200, Interaction)).status).toBe("pending")
      await read(await post(`/api/v1/interactions/${id}/answer`, { action: "accept", content: { count: 3, more: true } }, admin), 200, Answered)
      expect(await ended(run.id)).toMatchObject({ status: "completed", result: 3 })
    })

    it("fifty answers at once are one decision and one effect", async () => {
      const run = await submit(asking)
      const { id } = asked(run)
      const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => post(`/api/v1/interactions/${id}/answer`, { action: n % 2 === 0 ? "accept" : "decline" }, admin)))
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
      for (const { id } of inbox.items) await read(await post(`/api/v1/interactions/${id}/answer`, { action: "accept" }, admin), 200, Answered)
      await ended(run.id)
      expect(await read(await get(`/api/v1/interactions?runId=${run.id}`), 200, Inbox)).toMatchObject({ items: [], pendingCount: 0 })
      expect((await read(await get(`/api/v1/interactions?runId=${run.id}&status=accepted`), 200, Inbox)).items).toHaveLength(3)
      expect((await failure(await get("/api/v1/interactions?status=open"), 400)).issues?.[0]?.path).toBe("status")
    })
  })

  describe("streams", () => {
    it("a run's events come as they happen, with headers that keep proxies from holding them back, and end with the terminal one", async () => {
      const run = await submit(asking)
      const answer = await get(`/api/v1/runs/${run.id}/events`)
      expect(answer.headers.get("content-type")).toMatch(/^text\/event-stream/)
      expect(answer.headers.get("x-accel-buffering")).toBe("no")
      expect(answer.headers.get("cache-control")).toContain("no-transform")
      const stream = readSse(answer)
      const before = [await stream.next(), await stream.next(), await stream.next()]
      expect(before.map(({ data }) => data)).toMatchObject([{ seq: 1, type: "execution_started" }, { seq: 2, type: "tool_call_started" }, { seq: 3, type: "interaction_started" }])
      await post(`/api/v1/interactions/${asked(run).id}/answer`, { action: "accept" }, admin)
      const after = await stream.rest()
      expect([...before, ...after].map(({ id }) => Number(id))).toEqual(Array.from({ length: before.length + after.length }, (_, n) => n + 1))
      expect(after.at(-1)?.data).toMatchObject({ type: "execution_finished", data: { status: "completed" } })
    })

    it("a stream that was cut off resumes after Last-Event-ID without gap or repeat", async () => {
      const run = await submit("for (let n = 0; n < 20; n++) { console.log(String(n)); await tools.demo.echo({ value: n }) }")
      const whole = await readSse(await get(`/api/v1/runs/${run.id}/events`)).rest()
      for (const cut of [1, 7, whole.length - 1, whole.length]) {
        const rest = await readSse(await get(`/api/v1/runs/${run.id}/events`, { ...token, "last-event-id": String(cut) })).rest()
        expect(rest).toEqual(whole.slice(cut))
        expect(await readSse(await get(`/api/v1/runs/${run.id}/events?after=${cut}`)).rest()).toEqual(rest)
      }
      expect((await failure(await get(`/api/v1/runs/${run.id}/events`, { ...token, "last-event-id": "x" }), 400)).issues?.[0]?.path).toBe("Last-Event-ID")
    })

    it("the team's stream tells of every change, resumes, and narrows by filter", async () => {
      const stream = readSse(await get("/api/v1/events"))
      const { id: start } = await stream.next()
      const run = await submit("return 1")
      let last = await stream.next()
      while (!isAbout(last.data, run.id, "completed")) last = await stream.next()
      await stream.close()
      const again = readSse(await get("/api/v1/events?status=completed", { ...token, "last-event-id": start }))
      expect((await again.next()).id).toBe(start)
      let found = await again.next()
      while (found.data === undefined) found = await again.next()
      expect(found.data).toMatchObject({ type: "run_changed", runId: run.id, run: { status: "completed" } })
      await again.close()
    })
  })

  describe("at the door", () => {
    it("without credentials it is 401, with the way to sign in", async () => {
      const answer = await get("/api/v1/runs", {})
      expect(answer.headers.get("www-authenticate")).toContain("Bearer")
      expect((await failure(answer, 401)).code).toBe("unauthenticated")
      expect((await get("/api/v1/runs", { authorization: "Bearer wrong" })).status).toBe(401)
    })

    it("a cookie without our own origin is refused where something would change, not where nothing does", async () => {
      const { cookie = "" } = admin
      for (const headers of [{ cookie }, { cookie, origin: "https://evil.example" }, { cookie, origin, "sec-fetch-site": "cross-site" }]) {
        expect((await failure(await post("/api/v1/runs", { code: "return 1" }, headers), 403)).code).toBe("cross_site_request")
      }
      expect((await get("/api/v1/runs", { cookie })).status).toBe(200)
    })

    it.each([
      ["no JSON", "{\"code\": ", "application/json", 400],
      ["another type", "code=1", "application/x-www-form-urlencoded", 415],
      ["no program", "{}", "application/json", 400],
      ["an empty program", "{\"code\": \" \"}", "application/json", 400],
      ["a field nobody knows", "{\"code\": \"return 1\", \"teamId\": \"x\"}", "application/json", 400],
      ["waiting for too long", "{\"code\": \"return 1\", \"waitMs\": 45001}", "application/json", 400],
      ["a body over 4 MB", JSON.stringify({ code: "x".repeat((4 << 20) + 1) }), "application/json", 413]
    ])("a submission with %s is refused", async (_what, body, type, status) => {
      const answer = await call(new Request(`${origin}/api/v1/runs`, { method: "POST", headers: { ...token, "content-type": type }, body }))
      const error = await failure(answer, status)
      expect(error.requestId).toBe(answer.headers.get("x-request-id"))
    })

    it("what another team owns, and what cannot be an id, is not found", async () => {
      const runtime = await appRuntime()
      await runtime.runPromise(insertRuns([{ id: runIdOf(1), startedAt: 1, teamId: otherTeam }]))
      const own = await failure(await get(`/api/v1/runs/${runIdOf(2)}`), 404)
      for (const path of [`/api/v1/runs/${runIdOf(1)}`, `/api/v1/runs/${runIdOf(1)}/events`, "/api/v1/runs/1", "/api/v1/runs/..%2f"]) {
        const error = await failure(await get(path), 404)
        expect({ code: error.code, message: error.message }).toEqual({ code: own.code, message: own.message })
      }
      expect((await failure(await post(`/api/v1/runs/${runIdOf(1)}/cancel`, {}, admin), 404)).code).toBe("run_not_found")
      expect((await failure(await get("/api/v1/interactions/int_1"), 404)).code).toBe("interaction_not_found")
      expect((await failure(await get("/api/v1/nothing"), 404)).code).toBe("not_found")
    })
  })

  it("the tools are listed with what the rules say of them", async () => {
    const Tools = Schema.Struct({ items: Schema.Array(Schema.Struct({ path: Schema.String, source: Schema.String, policy: Schema.String, inputSchema: Schema.Json, description: Schema.String })) })
    const { items } = await read(await get("/api/v1/tools?source=demo"), 200, Tools)
    expect(items.map(({ path }) => path).toSorted()).toEqual(["demo.echo", "demo.fail", "demo.slow", "demo.tickets.create", "demo.tickets.delete", "demo.tickets.get", "demo.tickets.list"])
    expect(items.find(({ path }) => path === "demo.tickets.list")?.policy).toBe("allow")
    expect(items.find(({ path }) => path === "demo.tickets.delete")?.policy).toBe("require_approval")
    expect((await read(await get("/api/v1/tools?q=create%20ticket"), 200, Tools)).items[0]?.path).toBe("demo.tickets.create")
  })

  it("health needs no login and names the store", async () => {
    const answer = await get("/api/health", {})
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ status: "ok", store: name === "SQLite" ? "sqlite" : "postgresql" })
  })

  it("no answer holds a secret of the installation", async () => {
    const run = await submit("return 1")
    expect(await (await get(`/api/v1/runs/${run.id}`)).text()).not.toContain(bootstrapToken)
    expect(await (await get("/api/health", {})).text()).not.toContain(bootstrapToken)
  })
})

const isAbout = (data: unknown, runId: string, status: string): boolean =>
  Schema.is(Schema.Struct({ runId: Schema.Literal(runId), run: Schema.Struct({ status: Schema.Literal(status) }) }))(data)
