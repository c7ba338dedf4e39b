// What a script and a person's script do with curl alone, on a server of their own.
import { readEvents } from "./event-stream"
import { admin, adminEnvironment, anonymous, type Call, signedIn, withToken } from "./http-client"
import { asksWhoTakesIt, countsTickets, createsATicket } from "./programs"
import { type Signalbox, startSignalbox } from "./signalbox-process"
import { bareTest, expect } from "./test"

interface Callers {
  readonly server: Signalbox
  readonly script: Call
  readonly person: Call
}

const test = bareTest.extend<object, { readonly callers: Callers }>({
  callers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const server = await startSignalbox({ env: adminEnvironment })
      await use({ server, script: withToken(server), person: await signedIn(server) })
      await server.dispose()
    },
    { scope: "worker", timeout: 300_000 }
  ]
})

test("a script submits, a person answers, and the second answer is told who decided", async ({ callers: { script, person } }) => {
  const submitted = await script("POST", "/api/v1/runs", { code: createsATicket("Answered over HTTP"), waitMs: 30_000 })
  expect(submitted.status).toBe(201)
  expect(submitted.body).toMatchObject({
    status: "waiting_for_interaction",
    title: "Answered over HTTP",
    trigger: "api",
    actor: { kind: "service_token", id: "bootstrap" },
    pendingInteractionCount: 1
  })
  const { id } = submitted.body
  const [interaction] = submitted.body.interactions
  expect(interaction).toMatchObject({ kind: "approval", status: "pending", toolPath: "demo.tickets.create", args: { title: "Answered over HTTP" } })

  const inbox = await script("GET", `/api/v1/interactions?status=pending&runId=${id}`)
  expect(inbox.body.items).toHaveLength(1)

  const refused = await script("POST", `/api/v1/interactions/${interaction.id}/answer`, { action: "accept" })
  expect(refused.status).toBe(403)
  expect(refused.body.error).toMatchObject({ code: expect.stringMatching(/^[a-z_]+$/), requestId: expect.any(String) })

  const answered = await person("POST", `/api/v1/interactions/${interaction.id}/answer`, { action: "accept", comment: "seen" })
  expect(answered.status).toBe(200)
  expect(answered.body.interaction).toMatchObject({ status: "accepted", resolvedVia: "api", comment: "seen", resolvedBy: { kind: "user" } })

  const again = await person("POST", `/api/v1/interactions/${interaction.id}/answer`, { action: "accept", comment: "seen" })
  expect(again.status).toBe(200)
  expect(again.body.interaction.resolvedAt).toBe(answered.body.interaction.resolvedAt)

  const otherwise = await person("POST", `/api/v1/interactions/${interaction.id}/answer`, { action: "decline" })
  expect(otherwise.status).toBe(409)
  expect(otherwise.body.error.details).toMatchObject({ action: "accept", decidedAt: answered.body.interaction.resolvedAt })
  expect(JSON.stringify(otherwise.body.error.details.decidedBy)).toContain(answered.body.interaction.resolvedBy.label)

  await expect.poll(async () => (await script("GET", `/api/v1/runs/${id}`)).body.status).toBe("completed")
  const run = await script("GET", `/api/v1/runs/${id}`)
  expect(run.body).toMatchObject({ result: { created: "Answered over HTTP" }, error: null, pendingInteractionCount: 0 })
  expect(run.body.toolCalls.map(({ path, status }: { path: string; status: string }) => [path, status])).toEqual([
    ["demo.tickets.list", "completed"],
    ["demo.tickets.create", "completed"]
  ])
})

test("fifty answers at once have one effect", async ({ callers: { script, person } }) => {
  const title = "Answered fifty times"
  const submitted = await script("POST", "/api/v1/runs", { code: createsATicket(title), waitMs: 30_000 })
  const [interaction] = submitted.body.interactions
  const answers = await Promise.all(Array.from({ length: 50 }, () => person("POST", `/api/v1/interactions/${interaction.id}/answer`, { action: "accept" })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => body.interaction.resolvedAt)).size).toBe(1)
  await expect.poll(async () => (await script("GET", `/api/v1/runs/${submitted.body.id}`)).body.status).toBe("completed")

  const count = await script("POST", "/api/v1/runs", {
    code: `return (await tools.demo.tickets.list({ limit: 200 })).filter((ticket) => ticket.title === ${JSON.stringify(title)}).length`,
    waitMs: 30_000
  })
  expect(count.body.result).toBe(1)
})

test("a form's content is checked on the server and stays open until it fits", async ({ callers: { script, person } }) => {
  const submitted = await script("POST", "/api/v1/runs", { code: asksWhoTakesIt("A form over HTTP"), waitMs: 30_000 })
  const [interaction] = submitted.body.interactions
  const answer = (content: unknown) => person("POST", `/api/v1/interactions/${interaction.id}/answer`, { action: "accept", content })

  const wrong = await answer({ owner: "Nobody", days: 99 })
  expect(wrong.status).toBe(422)
  expect(wrong.body.error.issues.length).toBeGreaterThanOrEqual(2)
  expect((await script("GET", `/api/v1/interactions/${interaction.id}`)).body.status).toBe("pending")

  expect((await answer({ owner: "Tom", days: 3 })).status).toBe(200)
  await expect.poll(async () => (await script("GET", `/api/v1/runs/${submitted.body.id}`)).body.result).toEqual({ owner: "Tom", days: 3 })
})

test("a run's events resume from Last-Event-ID without gap or repeat", async ({ callers: { server, script, person } }) => {
  const submitted = await script("POST", "/api/v1/runs", { code: createsATicket("Followed as a stream"), waitMs: 30_000 })
  const { id } = submitted.body
  const url = `${server.url}/api/v1/runs/${id}/events`
  const authorization = "Bearer bootstrap-token-for-tests"

  // Read up to the question and let go in the middle of the run.
  const before = await readEvents(url, { headers: { authorization }, enough: (events) => events.some(({ data }) => data.type === "interaction_started") })
  const last = before.events.at(-1)
  expect(last?.id).not.toBe("")

  await person("POST", `/api/v1/interactions/${submitted.body.interactions[0].id}/answer`, { action: "accept" })
  const after = await readEvents(url, { headers: { authorization, "last-event-id": last?.id ?? "" } })
  expect(after.ended).toBe(true)

  const seqs = [...before.events, ...after.events].map(({ data }) => data.seq)
  expect(seqs).toEqual(seqs.map((_, index) => index + 1))
  expect(after.events.at(-1)?.data.type).toBe("execution_finished")

  const whole = await readEvents(url, { headers: { authorization } })
  expect(whole.events.map(({ data }) => data)).toEqual([...before.events, ...after.events].map(({ data }) => data))
})

test("an idempotency key gives the same run, and a conflict with other code", async ({ callers: { script } }) => {
  const body = { code: countsTickets("Submitted twice"), idempotencyKey: "nightly-1" }
  const first = await script("POST", "/api/v1/runs", body)
  const second = await script("POST", "/api/v1/runs", body)
  expect([first.status, second.status]).toEqual([201, 200])
  expect(second.body.id).toBe(first.body.id)
  const other = await script("POST", "/api/v1/runs", { ...body, code: countsTickets("Something else") })
  expect(other.status).toBe(409)
})

test("the list is filtered and paged, and refuses what it does not know", async ({ callers: { script } }) => {
  for (const number of [1, 2, 3]) await script("POST", "/api/v1/runs", { code: countsTickets(`Page ${number}`), waitMs: 30_000 })
  const first = await script("GET", "/api/v1/runs?status=completed&limit=2")
  expect(first.body.items).toHaveLength(2)
  expect(first.body.nextCursor).toEqual(expect.any(String))
  const second = await script("GET", `/api/v1/runs?status=completed&limit=2&cursor=${encodeURIComponent(first.body.nextCursor)}`)
  const ids = [...first.body.items, ...second.body.items].map(({ id }: { id: string }) => id)
  expect(new Set(ids).size).toBe(ids.length)

  const unknown = await script("GET", "/api/v1/runs?status=sleeping")
  expect(unknown.status).toBe(400)
  expect(unknown.body.error.message).not.toBe("")
})

test("a cancelled run says so, and cannot be cancelled twice", async ({ callers: { script } }) => {
  const submitted = await script("POST", "/api/v1/runs", { code: createsATicket("Cancelled over HTTP"), waitMs: 30_000 })
  const path = `/api/v1/runs/${submitted.body.id}/cancel`
  const cancelled = await script("POST", path, { reason: "not needed" })
  expect(cancelled.status).toBe(200)
  expect(cancelled.body).toMatchObject({ status: "cancelled", pendingInteractionCount: 0 })
  expect(cancelled.body.interactions[0].status).toBe("cancelled")
  expect((await script("POST", path, {})).status).toBe(409)
})

test("nobody gets in without saying who they are", async ({ callers: { server } }) => {
  const stranger = anonymous(server)
  for (const path of ["/api/v1/runs", "/api/v1/interactions", "/api/v1/tools", "/api/v1/events"]) expect((await stranger("GET", path)).status, path).toBe(401)
  expect((await stranger("POST", "/api/v1/runs", { code: "return 1" })).status).toBe(401)
  expect((await withToken(server, "wrong-token")("GET", "/api/v1/runs")).status).toBe(401)
  expect((await stranger("GET", "/api/health")).body).toMatchObject({ status: "ok", store: "sqlite" })
})

test("a request that another site makes with a person's cookie is refused", async ({ callers: { server, person } }) => {
  const elsewhere = await person("POST", "/api/v1/runs", { code: "return 1" }, { origin: "https://evil.example" })
  expect(elsewhere.status).toBe(403)
  const crossSite = await person("POST", "/api/v1/runs", { code: "return 1" }, { "sec-fetch-site": "cross-site" })
  expect(crossSite.status).toBe(403)
  const signIn = await anonymous(server)("POST", "/api/auth/sign-in/email", admin, { origin: "https://evil.example" })
  expect(signIn.status).toBe(403)
})
