import { createTRPCClient, httpBatchLink, TRPCClientError } from "@trpc/client"
import { Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { plainJson } from "../../app/hooks/plain-json"
import { Run } from "../../server/domain/run"
import { LiveFeed } from "../../server/live/feed"
import { Shutdown } from "../../server/live/shutdown-signal"
import { appRuntime } from "../../server/runtime/runtime"
import type { AppRouter, LiveMessage } from "../../server/trpc/router"
import { type Credentials, call, get, openServer, origin, post, read, signInAdmin, token } from "../fixtures/http-world"
import { insertRuns, otherTeam, runIdOf } from "../fixtures/run-rows"
import { readSse } from "../fixtures/sse"

/** What the console does, through the route, on the real server. */

const asking = '// Opens a ticket\nreturn (await tools.demo.tickets.create({ title: "Broken" })).title'

let close: () => Promise<void> = async () => undefined
let admin: Credentials = {}
beforeAll(async () => {
  close = await openServer()
  admin = await signInAdmin()
})
afterAll(() => close())

const clientOf = (headers: () => Credentials) =>
  createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: `${origin}/api/trpc`,
        transformer: plainJson,
        headers,
        fetch: (url, init) =>
          call(
            new Request(String(url), {
              method: init?.method ?? "GET",
              headers: new Headers(init?.headers),
              ...(typeof init?.body === "string" ? { body: init.body } : {})
            })
          )
      })
    ]
  })
const inConsole = clientOf(() => admin)
const asToken = clientOf(() => token)
const asNobody = clientOf(() => ({}))

const Data = Schema.Struct({
  code: Schema.String,
  httpStatus: Schema.Int,
  failure: Schema.Struct({
    code: Schema.String,
    message: Schema.String,
    requestId: Schema.String,
    details: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)),
    issues: Schema.optionalKey(Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.String })))
  })
})
const failed = async (promise: Promise<unknown>): Promise<typeof Data.Type> => {
  const error = await promise.then(
    () => expect.fail("it succeeded"),
    (cause: unknown) => cause
  )
  return Schema.decodeUnknownSync(Data, { onExcessProperty: "ignore" })(error instanceof TRPCClientError ? error.data : null)
}

/** Submits over HTTP, which can wait for the pause. */
const pausedRun = async (code = asking): Promise<Run> => read(await post("/api/v1/runs", { code, waitMs: 45_000 }, admin), 201, Run)
const askedBy = (run: Run) => run.interactions[0] ?? expect.fail("the run asks nothing")

/** The live feed as the browser's link asks for it. */
const follow = async (input: {
  readonly lastEventId?: string
  readonly runs?: ReadonlyArray<string>
  readonly viewer?: { readonly userId: string; readonly teamId: string }
}) => {
  const stream = readSse(await get(`/api/trpc/live.feed?input=${encodeURIComponent(JSON.stringify({ json: input }))}`, admin))
  return {
    next: async (): Promise<{ readonly id: string; readonly message: LiveMessage }> => {
      const { id, data } = await stream.next()
      const { json } = data as { readonly json: LiveMessage }
      return { id, message: json }
    },
    close: stream.close
  }
}

describe("tRPC", () => {
  it("tells who is signed in", async () => {
    expect(await inConsole.me.get.query()).toMatchObject({ user: { email: "admin@example.com" }, role: "admin", team: { name: expect.any(String) } })
  })

  it("submits, lists, counts and gets runs with decoded times", async () => {
    const { id } = await inConsole.runs.submit.mutate({ code: "return 1", title: "By hand" })
    const page = await inConsole.runs.list.query({ limit: 5 })
    expect(page.items[0]).toMatchObject({ id, title: "By hand", trigger: "console", actor: { kind: "user" } })
    expect(typeof page.items[0]?.startedAt).toBe("number")
    expect(page.asOf).toMatch(/^\d+$/)
    expect((await inConsole.runs.count.query({ trigger: ["console"] })).total).toBe(1)
    const { run, asOf } = await inConsole.runs.get.query({ id })
    expect(run).toMatchObject({ id, code: "return 1" })
    expect(asOf).toMatch(/^\d+$/)
  })

  it("refuses JSON that nests too deep wherever it comes in, and nothing of it is stored", async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`
    const before = await inConsole.runs.count.query({})
    const post = (path: string, body: string) =>
      call(new Request(`${origin}${path}`, { method: "POST", headers: { "content-type": "application/json", ...admin }, body }))
    const answers = [
      await post("/api/trpc/runs.submit", `{"json":{"code":"return 1","args":${deep}}}`),
      await post("/api/trpc/interactions.answer", `{"json":{"id":"int_1","action":"accept","content":${deep}}}`),
      await post("/api/v1/runs", `{"code":"return 1","args":${deep}}`),
      await get(`/api/trpc/runs.list?input=${encodeURIComponent(`{"json":${deep.slice(99_000, 101_000)}}`)}`, admin)
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(400)
      expect(await answer.text()).toContain("nested deeper than 500 levels")
    }
    expect(await inConsole.runs.count.query({})).toEqual(before)
  })

  it("answers an interaction once; the second one is told who was first", async () => {
    const run = await pausedRun()
    const { id } = askedBy(run)
    const inbox = await inConsole.interactions.list.query({ status: "pending", runId: run.id })
    expect(inbox).toMatchObject({ items: [{ id }], pendingCount: 1, nextCursor: null })
    expect((await inConsole.interactions.get.query({ id })).run.id).toBe(run.id)
    const answered = await inConsole.interactions.answer.mutate({ id, action: "accept", comment: "fine" })
    expect(answered).toMatchObject({ interaction: { status: "accepted", resolvedVia: "console", comment: "fine" }, run: { id: run.id } })
    const late = await failed(inConsole.interactions.answer.mutate({ id, action: "decline" }))
    expect(late).toMatchObject({
      code: "CONFLICT",
      httpStatus: 409,
      failure: { code: "already_decided", details: { action: "accept", decidedBy: { kind: "user" } } }
    })
    expect((await inConsole.interactions.list.query({ status: "decided", runId: run.id })).items).toMatchObject([{ id }])
  })

  it("somebody who wished to always allow, and was late, is told that no rule was added; there is none", async () => {
    const run = await pausedRun()
    const { id, toolPath } = askedBy(run)
    const rule = { pattern: toolPath ?? "", effect: "allow" } as const
    const before = (await inConsole.rules.list.query()).items
    await inConsole.interactions.answer.mutate({ id, action: "decline", comment: "no" })
    const late = await failed(inConsole.interactions.answer.mutate({ id, action: "accept", revision: 0, rule }))
    expect(late).toMatchObject({ httpStatus: 409, failure: { code: "already_decided", message: expect.stringContaining("No rule was added") } })
    expect((await inConsole.rules.list.query()).items).toEqual(before)
  })

  it("content that does not fit the form comes back with its faults", async () => {
    const run = await pausedRun(
      'return await human.ask({ message: "How many?", schema: { type: "object", properties: { count: { type: "integer" } }, required: ["count"] } })'
    )
    const refused = await failed(inConsole.interactions.answer.mutate({ id: askedBy(run).id, action: "accept", content: {} }))
    expect(refused).toMatchObject({ code: "UNPROCESSABLE_CONTENT", failure: { code: "invalid_content", issues: [{ path: "count" }] } })
    await inConsole.runs.cancel.mutate({ id: run.id, reason: "enough" })
    expect((await inConsole.runs.get.query({ id: run.id })).run).toMatchObject({ status: "cancelled" })
  })

  it("what is malformed, unknown or another team's has the failure of the HTTP API", async () => {
    const runtime = await appRuntime()
    await runtime.runPromise(insertRuns([{ id: runIdOf(1), startedAt: 1, teamId: otherTeam }]))
    expect(await failed(inConsole.runs.get.query({ id: runIdOf(1) }))).toMatchObject({ code: "NOT_FOUND", failure: { code: "run_not_found" } })
    expect(await failed(inConsole.runs.get.query({ id: "run_1" }))).toMatchObject({
      code: "BAD_REQUEST",
      failure: { code: "malformed_request", issues: [{ path: "id" }] }
    })
    expect(await failed(inConsole.runs.list.query({ cursor: "x" }))).toMatchObject({ code: "BAD_REQUEST", failure: { code: "malformed_request" } })
    expect((await failed(inConsole.runs.submit.mutate({ code: "  " }))).failure.issues?.[0]?.path).toBe("code")
    const withOwner = { code: "return 1", teamId: "another" }
    expect((await failed(inConsole.runs.submit.mutate(withOwner))).failure.issues?.[0]?.path).toBe("teamId")
  })

  it("arguments keep the names that every object has, on their way to the program and back", async () => {
    const odd = '{"__proto__":{"a":1},"constructor":2,"prototype":3}'
    const { id } = await inConsole.runs.submit.mutate({ code: "return args", args: JSON.parse(odd) })
    expect(JSON.stringify((await inConsole.runs.get.query({ id })).run.args)).toBe(odd)
  })

  it("a credential reads and submits, and never decides; nobody does nothing", async () => {
    const run = await pausedRun()
    expect((await asToken.runs.list.query({})).items.length).toBeGreaterThan(0)
    expect(await failed(asToken.interactions.answer.mutate({ id: askedBy(run).id, action: "accept" }))).toMatchObject({
      code: "FORBIDDEN",
      failure: { code: "forbidden" }
    })
    expect(await failed(asToken.runs.cancel.mutate({ id: run.id }))).toMatchObject({ code: "FORBIDDEN" })
    expect(await failed(asToken.me.get.query())).toMatchObject({ code: "FORBIDDEN" })
    expect(await failed(asNobody.runs.list.query({}))).toMatchObject({ code: "UNAUTHORIZED", failure: { code: "unauthenticated" } })
    await inConsole.runs.cancel.mutate({ id: run.id })
  })

  it("a request of another site is refused before it is read, and so is a body over 4 MB", async () => {
    const { cookie = "" } = admin
    const crossSite = await post("/api/trpc/runs.submit", { json: { code: "return 1" } }, { cookie, origin: "https://evil.example" })
    expect(crossSite.status).toBe(403)
    const large = await post("/api/trpc/runs.submit", { json: { code: "x".repeat((4 << 20) + 1) } }, admin)
    expect(large.status).toBe(413)
  })

  it("the live feed goes on from asOf: nothing that came after the answer is lost, nothing before it is repeated", async () => {
    const { asOf } = await inConsole.runs.list.query({})
    const run = await pausedRun()
    const feed = await follow({ lastEventId: asOf, runs: [run.id] })
    const seqs: Array<number> = []
    let last = asOf
    for (;;) {
      const { id, message } = await feed.next()
      if (message.type !== "run" || message.run.id !== run.id) continue
      expect(Number(id)).toBeGreaterThan(Number(last))
      last = id
      if (message.event !== undefined) seqs.push(message.event.seq)
      if (message.interaction !== undefined) break
    }
    expect(seqs).toEqual([1, 2, 3])
    await feed.close()
    await inConsole.interactions.answer.mutate({ id: askedBy(run).id, action: "decline", comment: "no" })
    const again = await follow({ lastEventId: last, runs: [run.id] })
    for (;;) {
      const { message } = await again.next()
      if (message.type !== "run" || message.run.id !== run.id) continue
      if (message.event !== undefined) seqs.push(message.event.seq)
      if (message.event?._tag === "InteractionResolved") expect(message.interaction).toMatchObject({ status: "declined", comment: "no" })
      if (message.event?._tag === "ExecutionFinished") break
    }
    expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, n) => n + 1))
    await again.close()
  })

  it("a page made for one account is not fed once another one has signed in", async () => {
    const { user, team } = await inConsole.me.get.query()
    const ask = (viewer: { readonly userId: string; readonly teamId: string }) => follow({ viewer })
    const own = await ask({ userId: user.id, teamId: team.id })
    expect((await own.next()).message).toEqual({ type: "caught-up" })
    await own.close()
    for (const viewer of [
      { userId: "somebody-else", teamId: team.id },
      { userId: user.id, teamId: "another-team" }
    ]) {
      const answer = await get(`/api/trpc/live.feed?input=${encodeURIComponent(JSON.stringify({ json: { viewer } }))}`, admin)
      const text = await answer.text()
      expect(text).toContain("unauthenticated")
      expect(text).not.toContain("caught-up")
    }
  })

  it("closing the page lets go of the feed", async () => {
    const runtime = await appRuntime()
    const count = () => runtime.runPromise(LiveFeed.use((feed) => feed.followerCount))
    const feed = await follow({})
    const run = await pausedRun("return 1")
    for (let message = (await feed.next()).message; message.type !== "run" || message.run.id !== run.id; message = (await feed.next()).message);
    // Those of the tests before have gone by now, or are about to.
    await expect.poll(count).toBe(1)
    await feed.close()
    await expect.poll(count).toBe(0)
  })

  it("when the server ends, streams are cut off rather than finished, so that clients come back; whoever waits for a run gets it as it is; health says so", async () => {
    const runtime = await appRuntime()
    const answer = await get(`/api/trpc/live.feed?input=${encodeURIComponent(JSON.stringify({ json: {} }))}`, admin)
    const text = answer.text()
    const waiting = post("/api/v1/runs", { code: "await tools.demo.slow({ ms: 40_000 })", waitMs: 45_000 })
    await expect.poll(() => runtime.runPromise(LiveFeed.use((feed) => feed.followerCount))).toBe(1)
    await runtime.runPromise(Shutdown.use(({ begin }) => begin))
    expect(await text).toContain("event: connected")
    expect(await text).not.toContain("event: return")
    expect((await get("/api/health", {})).status).toBe(503)
    expect(await read(await waiting, 201, Run)).toMatchObject({ status: expect.stringMatching(/queued|running/) })
  })
})
