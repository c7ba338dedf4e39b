import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { Auth } from "../../server/auth/auth"
import { type Action, may } from "../../server/auth/permissions"
import { principalOf } from "../../server/auth/principal-of"
import { randomId } from "../../server/auth/random-id"
import { createServiceToken } from "../../server/auth/service-tokens"
import { interactionIdAt, runIdAt, TeamId } from "../../server/domain/ids"
import type { Principal, Role, Scope } from "../../server/domain/principal"
import { endpoints } from "../../server/http/v1/endpoints"
import { type AppRuntime, type AppServices, appRuntime } from "../../server/runtime/runtime"
import { handleTrpc } from "../../server/trpc/handler"
import { appRouter } from "../../server/trpc/router"
import { ada, addMember, signedIn, withAdmin } from "../fixtures/access-world"

const publicUrl = "http://localhost:3000"
const nobody = new Headers()

/** Everybody who can knock: name, headers and who they are. */
const callers = new Map<string, { readonly headers: Headers; readonly principal: Principal }>()
const dataDir = mkdtempSync(join(tmpdir(), "signalbox-permissions-"))
let runtime: AppRuntime
const run = <A, E>(effect: Effect.Effect<A, E, AppServices>): Promise<A> => runtime.runPromise(effect)

const bearer = (token: string) => new Headers({ authorization: `Bearer ${token}` })
const knows = async (name: string, headers: Headers) => callers.set(name, { headers, principal: await run(principalOf(headers)) })
const caller = (name: string) => {
  const found = callers.get(name)
  if (found === undefined) throw new Error(`nobody is called ${name}`)
  return found
}

beforeAll(async () => {
  vi.stubEnv("SIGNALBOX_DATA_DIR", dataDir)
  vi.stubEnv("SIGNALBOX_BOOTSTRAP_TOKEN", "a-bootstrap-token")
  for (const name of ["DATABASE_URL", "PUBLIC_URL", "PORT"]) vi.stubEnv(name, "")
  runtime = await appRuntime()
  const client = await run(Auth.use((auth) => Effect.succeed(auth.client)))
  await run(withAdmin)
  await knows("admin", await run(signedIn()))
  for (const role of ["operator", "viewer"] satisfies ReadonlyArray<Role>) {
    await addMember(client, `${role}@example.com`, role)
    await knows(role, await run(signedIn({ ...ada, email: `${role}@example.com` })))
  }
  await knows("bootstrap token", bearer("a-bootstrap-token"))
  for (const scope of ["runs:submit", "runs:read", "metrics:read"] satisfies ReadonlyArray<Scope>) {
    const { token } = await run(createServiceToken(caller("admin").principal, { name: scope, scopes: [scope] }))
    await knows(`token with ${scope}`, bearer(token))
  }
  // Another team, whose admin must find nothing of the first one's.
  const { id } = await client.organization.create({ data: { id: randomId(), name: "Other", slug: "other", createdAt: new Date() } })
  await addMember(client, "stranger@example.com", "admin")
  await client.member.updateMany({ where: { user: { email: "stranger@example.com" } }, data: { organizationId: id } })
  await knows("another team's admin", await run(signedIn({ ...ada, email: "stranger@example.com" })))
})

afterAll(async () => {
  await runtime.dispose()
  rmSync(dataDir, { recursive: true, force: true })
  vi.unstubAllEnvs()
})

const requestTo = (path: string, headers: Headers, method = "GET", body?: unknown) => {
  const sent = new Headers(headers)
  if (!sent.has("origin")) sent.set("origin", publicUrl)
  if (body !== undefined) sent.set("content-type", "application/json")
  return new Request(`${publicUrl}${path}`, { method, headers: sent, ...(body !== undefined && { body: JSON.stringify(body) }) })
}

/** Sends a call of the HTTP API through its real handler. */
const call = async (operationId: string, headers: Headers, { id = "", body }: { readonly id?: string; readonly body?: unknown } = {}) => {
  const found = endpoints.find(({ doc }) => doc.operationId === operationId)
  if (found === undefined) throw new Error(`there is no call ${operationId}`)
  const request = requestTo(found.doc.path.replace("{id}", id), headers, found.doc.method, found.doc.method === "GET" ? undefined : (body ?? {}))
  const response = await found.handle(request, { params: Promise.resolve({ id }) })
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false
  const answer = isJson ? await response.json() : null
  await response.body?.cancel().catch(() => undefined)
  return { status: response.status, answer }
}

const unknownIds: Readonly<Record<string, string>> = { interactions: interactionIdAt(0, []), runs: runIdAt(0, []) }
const unknownIdFor = (path: string) => unknownIds[path.split("/")[3] ?? ""] ?? "unknown"

describe("the HTTP API", () => {
  it("lets exactly those through whom the permission table allows the call", async () => {
    for (const { doc } of endpoints) {
      const { permission } = doc
      if (permission === "the thing decides") continue
      for (const [name, { headers, principal }] of callers) {
        const { status } = await call(doc.operationId, headers, { id: unknownIdFor(doc.path) })
        const isRefused = status === 401 || status === 403
        expect(isRefused, `${name}: ${doc.method} ${doc.path} answered ${status}`).toBe(!may(principal, permission))
      }
    }
  })

  it("answers nobody but for its description", async () => {
    for (const { doc } of endpoints) {
      const { status } = await call(doc.operationId, nobody, { id: unknownIdFor(doc.path) })
      expect(status, `${doc.method} ${doc.path}`).toBe(401)
    }
  })

  it("refuses whatever another site sends with a person's cookie", async () => {
    const evil = new Headers(caller("admin").headers)
    evil.set("origin", "https://evil.example")
    for (const { doc } of endpoints.filter((endpoint) => endpoint.doc.method !== "GET")) {
      const { status, answer } = await call(doc.operationId, evil, { id: unknownIdFor(doc.path), body: { code: "1" } })
      expect(status, `${doc.method} ${doc.path}`).toBe(403)
      expect(answer).toMatchObject({ error: { code: "cross_site_request" } })
    }
    expect((await call("listRuns", caller("admin").headers)).answer).toMatchObject({ items: [] })
  })
})

/** Which action each procedure of the console asks for; null: its own code does, or it is for whoever is signed in. */
const procedures: Readonly<Record<string, Action | null>> = {
  "me.get": null,
  "me.changePassword": null,
  "runs.list": "runs:read",
  "runs.count": "runs:read",
  "runs.get": "runs:read",
  "runs.submit": "runs:submit",
  "runs.rerun": "runs:rerun",
  "runs.queuePosition": "runs:read",
  "runs.children": "runs:read",
  "runs.cancel": null,
  "interactions.list": "interactions:read",
  "interactions.get": "interactions:read",
  "interactions.answer": "interactions:decide",
  "interactions.extend": "interactions:decide",
  "rules.list": "rules:read",
  "rules.add": "rules:manage",
  "rules.change": "rules:manage",
  "rules.remove": "rules:manage",
  "rules.arrange": "rules:manage",
  "tools.list": "tools:read",
  "sources.list": "sources:read",
  "sources.add": "sources:manage",
  "sources.refresh": "sources:manage",
  "sources.remove": "sources:manage",
  "members.list": "members:read",
  "members.changeRole": "members:manage",
  "members.remove": "members:manage",
  "members.invitations": "members:manage",
  "members.invite": "members:manage",
  "members.revokeInvitation": "members:manage",
  "installation.get": "installation:read",
  "tokens.list": "tokens:manage",
  "tokens.create": "tokens:manage",
  "tokens.revoke": "tokens:manage",
  "live.feed": "runs:read"
}

/** The status of a procedure over HTTP; inputs are empty, so what may pass ends as a malformed request at the latest. */
const statusOf = async (path: string, headers: Headers) => {
  const isMutation = Reflect.get(appRouter._def.procedures, path)._def.type === "mutation"
  const response = await handleTrpc(requestTo(`/api/trpc/${path}`, headers, isMutation ? "POST" : "GET", isMutation ? {} : undefined))
  const first = response.headers.get("content-type")?.startsWith("text/event-stream") ? await firstEventOf(response) : null
  await response.body?.cancel().catch(() => undefined)
  return first ?? response.status
}

/** A subscription answers 200 and says in its first event that it was refused. */
const firstEventOf = async (response: Response): Promise<number> => {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ""
  while (reader !== undefined && !text.includes("\n\n", text.indexOf("event: connected") + 16)) {
    const { done, value } = await reader.read()
    if (done) break
    text += decoder.decode(value)
    if (/"httpStatus":(\d+)/.test(text)) break
  }
  await reader?.cancel()
  return Number(/"httpStatus":(\d+)/.exec(text)?.[1] ?? response.status)
}

describe("the console's procedures", () => {
  it("are all in the list of this test", () => {
    expect(Object.keys(appRouter._def.procedures).sort()).toEqual(Object.keys(procedures).sort())
  })

  it.each(Object.entries(procedures).filter(([path]) => path !== "live.feed"))(
    "%s lets exactly those through whom the permission table allows it",
    async (path, action) => {
      expect(await statusOf(path, nobody)).toBe(401)
      for (const [name, { headers, principal }] of callers) {
        const status = await statusOf(path, headers)
        if (action !== null) expect(status === 401 || status === 403, `${name}: ${path} answered ${status}`).toBe(!may(principal, action))
      }
    }
  )

  it("refuse a mutation that another site sends with a person's cookie, and one that does not say where it comes from", async () => {
    for (const headers of [{ origin: "https://evil.example" }, { origin: publicUrl, "sec-fetch-site": "cross-site" }]) {
      const sent = new Headers({ ...headers, cookie: caller("admin").headers.get("cookie") ?? "" })
      expect((await handleTrpc(requestTo("/api/trpc/runs.submit", sent, "POST", { json: { code: "1" } }))).status).toBe(403)
    }
    const silent = new Request(`${publicUrl}/api/trpc/runs.submit`, {
      method: "POST",
      headers: { cookie: caller("admin").headers.get("cookie") ?? "", "content-type": "application/json" },
      body: "{}"
    })
    expect((await handleTrpc(silent)).status).toBe(403)
  })
})

describe("a run", () => {
  const asking = { code: "await human.approve('Go on?')\nreturn 1", waitMs: 20_000 }
  const submitted = async (name: string) => {
    const { status, answer } = await call("submitRun", caller(name).headers, { body: asking })
    expect(status).toBe(201)
    return { id: String(answer.id), interactionId: String(answer.interactions[0]?.id) }
  }

  it("is not there for another team: not to read, to stop, to answer or to list", async () => {
    const { id, interactionId } = await submitted("admin")
    const stranger = caller("another team's admin").headers
    expect(caller("another team's admin").principal.teamId).not.toBe(TeamId.make(caller("admin").principal.teamId))
    for (const operationId of ["getRun", "streamRunEvents", "cancelRun", "rerunRun"])
      expect((await call(operationId, stranger, { id })).status, operationId).toBe(404)
    expect((await call("getInteraction", stranger, { id: interactionId })).status).toBe(404)
    expect((await call("answerInteraction", stranger, { id: interactionId, body: { action: "accept" } })).status).toBe(404)
    expect((await call("listRuns", stranger)).answer).toMatchObject({ items: [] })
    expect((await call("listInteractions", stranger)).answer).toMatchObject({ items: [], pendingCount: 0 })
    expect((await call("getRun", caller("admin").headers, { id })).answer).toMatchObject({ status: "waiting_for_interaction" })
  })

  it("is stopped by a token only if it is its own, and by any operator", async () => {
    const people = await submitted("admin")
    const own = await submitted("bootstrap token")
    const other = caller("token with runs:submit").headers
    for (const id of [people.id, own.id]) expect((await call("cancelRun", other, { id })).status).toBe(403)
    expect((await call("cancelRun", caller("viewer").headers, { id: people.id })).status).toBe(403)
    expect((await call("cancelRun", caller("bootstrap token").headers, { id: own.id })).status).toBe(200)
    expect((await call("cancelRun", caller("operator").headers, { id: people.id })).status).toBe(200)
  })

  it("is not decided by a token, not even by the one that submitted it", async () => {
    const { id, interactionId } = await submitted("bootstrap token")
    for (const name of [...callers.keys()].filter((known) => known.includes("token"))) {
      for (const action of ["accept", "decline", "cancel"])
        expect((await call("answerInteraction", caller(name).headers, { id: interactionId, body: { action } })).status, name).toBe(403)
    }
    expect((await call("getRun", caller("admin").headers, { id })).answer).toMatchObject({ status: "waiting_for_interaction" })
    expect((await call("answerInteraction", caller("operator").headers, { id: interactionId, body: { action: "accept" } })).status).toBe(200)
  })
})
