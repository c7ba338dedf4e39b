import { Effect, Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { Auth } from "../../server/auth/auth"
import { idle } from "../../server/domain/action-state"
import { Interaction } from "../../server/domain/interaction"
import { Run } from "../../server/domain/run"
import { authorizePage } from "../../server/http/authorize-page"
import { authorizeAction, disconnectClientAction } from "../../server/http/client-actions"
import { appRuntime } from "../../server/runtime/runtime"
import { addMember } from "../fixtures/access-world"
import { type Credentials, call, get, openServer, origin, post, read, signInAdmin } from "../fixtures/http-world"
import { generations, type Kept } from "../fixtures/oauth-clients"

// Server actions and the page are reached as Next reaches them, but for its request scope.
const sent = vi.hoisted(() => ({ headers: new Headers() }))
vi.mock("next/headers", () => ({ headers: () => Promise.resolve(sent.headers), cookies: () => Promise.resolve({ set: () => undefined }) }))
vi.mock("next/cache", () => ({ refresh: () => undefined }))
vi.mock("next/navigation", () => ({
  redirect: () => {
    throw new Error("NEXT_REDIRECT")
  }
}))

const url = `${origin}/api/mcp`
const fetchHere = (to: string | URL, init?: RequestInit) => call(new Request(to, init))
const asking = '// Opens a ticket\nconst ticket = await tools.demo.tickets.create({ title: "Broken" })\nreturn ticket.title'
const Paused = Schema.Struct({ executionId: Schema.String, runId: Schema.String, status: Schema.Literal("waiting_for_interaction") })
const Listed = Schema.Struct({
  result: Schema.Struct({ data: Schema.Struct({ json: Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.String })) }) })
})

/** What the person sees and presses on the page that the client sent them to. */
const decide = async (page: URL, person: Credentials, decision: "allow" | "deny", changes: Record<string, string> = {}) => {
  sent.headers = new Headers(person)
  const query = page.search.slice(1)
  const shown = await authorizePage(query)
  if (shown.kind !== "ask") throw new Error(`the page shows: ${JSON.stringify(shown)}`)
  const form = new FormData()
  for (const [name, value] of Object.entries({
    query,
    person: shown.person.id,
    team: shown.team.id,
    scopes: shown.scopes.join(" "),
    decision,
    ...changes
  }))
    form.set(name, value)
  const state = await authorizeAction(idle, form)
  return { shown, state }
}
const backFrom = async (page: URL, person: Credentials, decision: "allow" | "deny" = "allow"): Promise<URLSearchParams> => {
  const { state } = await decide(page, person, decision)
  if (state.status !== "done") throw new Error(JSON.stringify(state))
  expect(state.value.address.startsWith("http://127.0.0.1:4711/callback?")).toBe(true)
  return new URL(state.value.address).searchParams
}

describe("signing in to the MCP endpoint", () => {
  let close: () => Promise<void> = async () => undefined
  let admin: Credentials = {}
  beforeAll(async () => {
    close = await openServer()
    admin = await signInAdmin()
    const runtime = await appRuntime()
    await runtime.runPromise(Auth.use(({ client }) => Effect.promise(() => addMember(client, "second@example.com", "admin"))))
  })
  afterAll(() => close())

  it("is described where clients look, and only with what is open", async () => {
    for (const path of ["/.well-known/oauth-authorization-server/api/auth", "/.well-known/oauth-authorization-server"]) {
      const described = await read(await get(path, {}), 200, Schema.Record(Schema.String, Schema.Unknown))
      expect(described).toMatchObject({
        issuer: `${origin}/api/auth`,
        authorization_endpoint: `${origin}/authorize`,
        code_challenge_methods_supported: ["S256"]
      })
      for (const [name, address] of Object.entries(described)) {
        if (!/_(endpoint|uri)$/.test(name) || name === "authorization_endpoint") continue
        expect((await call(new Request(String(address), { method: "POST" }))).status, name).not.toBe(404)
      }
    }
    expect((await get("/.well-known/oauth-authorization-server/elsewhere", {})).status).toBe(404)
  })

  describe.each(generations)("$name", ({ connect, answered }) => {
    const begin = async () => {
      const kept: Kept = {}
      const signingIn = { url, kept, fetch: fetchHere }
      await expect(connect(signingIn)).rejects.toThrow()
      if (kept.sentTo === undefined) throw new Error("the client sent nobody anywhere")
      return { kept, signingIn, page: kept.sentTo }
    }

    it("needs the address alone: it registers, its person allows it, and its programs run in that person's name", async () => {
      const { kept, signingIn, page } = await begin()
      expect(page.pathname).toBe("/authorize")
      sent.headers = new Headers()
      expect(await authorizePage(page.search.slice(1))).toEqual({ kind: "sign in" })
      await answered(signingIn, await backFrom(page, admin))
      const client = await connect(signingIn)
      try {
        expect(await client.listTools()).toEqual(expect.arrayContaining(["execute", "resume", "wait"]))
        const { executionId, runId } = Schema.decodeUnknownSync(Paused)((await client.call("execute", { code: asking }))["structuredContent"])
        expect((await client.call("resume", { executionId, action: "accept" }))["structuredContent"]).toMatchObject({ status: "user_approval_required" })
        expect(
          (await post(`/api/v1/interactions/${executionId}/answer`, { action: "accept" }, { authorization: `Bearer ${kept.tokens?.access_token}` })).status
        ).toBe(401)
        expect((await post(`/api/v1/interactions/${executionId}/answer`, { action: "accept" }, admin)).status).toBe(200)
        expect((await client.call("resume", { executionId, action: "accept" }))["structuredContent"]).toMatchObject({ status: "completed", result: "Broken" })
        const run = await read(await get(`/api/v1/runs/${runId}`), 200, Run)
        expect(run).toMatchObject({ trigger: "mcp", actor: { kind: "agent", label: expect.stringMatching(/editor for Admin|editor for admin/i) } })
        expect(run.actor.id.startsWith(`${kept.client?.client_id}:`)).toBe(true)
      } finally {
        await client.close()
      }
    })

    it("is told no when its person says no, and is not let in", async () => {
      const { kept, signingIn, page } = await begin()
      const back = await backFrom(page, admin, "deny")
      expect(Object.fromEntries(back)).toMatchObject({ error: "access_denied", state: "the state" })
      await expect(answered(signingIn, back)).rejects.toThrow()
      expect(kept.tokens).toBeUndefined()
    })

    it("renews its access by itself, and asks its person again once it was disconnected", async () => {
      const { kept, signingIn, page } = await begin()
      await answered(signingIn, await backFrom(page, admin))
      const first = kept.tokens
      if (first === undefined) throw new Error("no tokens")
      kept.tokens = { ...first, access_token: "signalbox_at_lost" }
      const client = await connect(signingIn)
      expect(await client.listTools()).toContain("execute")
      expect(kept.tokens.refresh_token).not.toBe(first.refresh_token)
      const { result } = await read(await get("/api/trpc/clients.mine", admin), 200, Listed)
      sent.headers = new Headers(admin)
      for (const { id } of result.data.json) {
        const form = new FormData()
        form.set("id", id)
        await expect(disconnectClientAction(idle, form)).rejects.toThrow("NEXT_REDIRECT")
      }
      kept.sentTo = undefined
      await expect(client.listTools()).rejects.toThrow()
      expect(kept.sentTo).toBeDefined()
      await client.close()
    })
  })

  it("makes the person the requester: where a rule forbids it, they cannot approve what their client asked for", async () => {
    const [{ connect, answered }] = generations
    const kept: Kept = {}
    const signingIn = { url, kept, fetch: fetchHere }
    await expect(connect(signingIn)).rejects.toThrow()
    await answered(signingIn, await backFrom(kept.sentTo ?? new URL(origin), admin))
    const made = await post("/api/v1/rules", { pattern: "demo.tickets.create", effect: "require_approval", selfApproval: false }, admin)
    expect(made.status).toBe(201)
    const client = await connect(signingIn)
    const { executionId } = Schema.decodeUnknownSync(Paused)((await client.call("execute", { code: asking }))["structuredContent"])
    expect((await post(`/api/v1/interactions/${executionId}/answer`, { action: "accept" }, admin)).status).toBe(403)
    const second = { origin, cookie: await cookieOfSecond() }
    expect((await post(`/api/v1/interactions/${executionId}/answer`, { action: "accept" }, second)).status).toBe(200)
    expect(await read(await get(`/api/v1/interactions/${executionId}`), 200, Interaction)).toMatchObject({ status: "accepted" })
    await client.close()
  })

  it("is answered for whom the page asked and for what it said, and for nobody who signed in meanwhile", async () => {
    const kept: Kept = {}
    await expect(generations[0].connect({ url, kept, fetch: fetchHere })).rejects.toThrow()
    const page = kept.sentTo ?? new URL(origin)
    for (const changes of [{ person: "somebody else" }, { team: "another" }, { scopes: "runs:read" }]) {
      expect((await decide(page, admin, "allow", changes)).state).toMatchObject({ status: "failed", failure: { code: "authorization_refused" } })
    }
    for (const changes of [{ redirect_uri: "https://evil.example/" }, { code_challenge_method: "plain" }]) {
      const query = new URLSearchParams(page.search)
      for (const [name, value] of Object.entries(changes)) query.set(name, value)
      expect((await decide(page, admin, "allow", { query: query.toString() })).state).toMatchObject({ failure: { code: "authorization_refused" } })
      sent.headers = new Headers(admin)
      expect(await authorizePage(query.toString())).toMatchObject({ kind: "refused" })
    }
    // A page of another site cannot press the button, whatever cookie comes along.
    sent.headers = new Headers({ ...admin, origin: "https://evil.example" })
    const form = new FormData()
    form.set("query", page.search.slice(1))
    expect(await authorizeAction(idle, form)).toMatchObject({ failure: { code: "cross_site_request" } })
  })
})

const cookieOfSecond = async (): Promise<string> => {
  const answer = await post("/api/auth/sign-in/email", { email: "second@example.com", password: "correct horse battery" }, { origin })
  expect(answer.status).toBe(200)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ")
}
