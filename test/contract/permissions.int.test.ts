import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { type Action, actions, may } from "../../server/auth/permissions"
import { type ActionState, idle } from "../../server/domain/action-state"
import { interactionIdAt, runIdAt, TeamId } from "../../server/domain/ids"
import type { Principal } from "../../server/domain/principal"
import * as clientActions from "../../server/http/client-actions"
import * as consoleActions from "../../server/http/console-actions"
import * as settingsActions from "../../server/http/settings-actions"
import { endpoints } from "../../server/http/v1/endpoints"
import * as webhookActions from "../../server/http/webhook-actions"
import { handleTrpc } from "../../server/trpc/handler"
import { appRouter } from "../../server/trpc/router"
import { caller, callers, closeCallers, nobody, openCallers, publicUrl } from "../fixtures/callers"

// Server actions are reached as Next reaches them, but for its request scope.
const sent = vi.hoisted(() => ({ headers: new Headers() }))
vi.mock("next/headers", () => ({ headers: () => Promise.resolve(sent.headers), cookies: () => Promise.resolve({ set: () => undefined }) }))
vi.mock("next/cache", () => ({ refresh: () => undefined }))
vi.mock("next/navigation", () => ({
  redirect: () => {
    throw new Error("NEXT_REDIRECT")
  }
}))

beforeAll(openCallers)
afterAll(closeCallers)

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

const isRefusal = (status: number): boolean => status === 401 || status === 403
const isRefused = (code: string | null): boolean => code === "forbidden" || code === "unauthenticated"
const isMeta = (meta: unknown): meta is { readonly action: Action } =>
  typeof meta === "object" && meta !== null && "action" in meta && actions.some((action) => action === meta.action)

const unknownIds: Readonly<Record<string, string>> = { interactions: interactionIdAt(0, []), runs: runIdAt(0, []) }
const unknownIdFor = (path: string) => unknownIds[path.split("/")[3] ?? ""] ?? "unknown"

describe("the HTTP API", () => {
  it("lets exactly those through whom the permission table allows the call", async () => {
    for (const { doc } of endpoints) {
      const { permission } = doc
      if (permission === "the thing decides") continue
      for (const [name, { headers, principal }] of callers) {
        const { status } = await call(doc.operationId, headers, { id: unknownIdFor(doc.path) })
        expect(isRefusal(status), `${name}: ${doc.method} ${doc.path} answered ${status}`).toBe(!may(principal, permission))
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

/** The console's procedures, each with the action that it asks for; null: its own code does, or it is for whoever is signed in. */
const procedures: ReadonlyArray<readonly [path: string, action: Action | null]> = Object.keys(appRouter._def.procedures).map((path) => {
  const { meta } = Reflect.get(appRouter._def.procedures, path)._def
  return [path, isMeta(meta) ? meta.action : null]
})

/** The status of a procedure over HTTP; without an input, what may pass ends as a malformed request at the latest. */
const statusOf = async (path: string, headers: Headers, input?: unknown) => {
  const isMutation = Reflect.get(appRouter._def.procedures, path)._def.type === "mutation"
  const response = await handleTrpc(requestTo(`/api/trpc/${path}`, headers, isMutation ? "POST" : "GET", isMutation ? { json: input ?? {} } : undefined))
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

/** How a form ends: the code of its failure, or null. Without fields, what may pass ends as a malformed request at the latest. */
const codeOf = async (act: unknown, headers: Headers, fields: Readonly<Record<string, string>> = {}): Promise<string | null> => {
  if (typeof act !== "function") throw new TypeError("not an action")
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  sent.headers = new Headers(headers)
  if (!sent.headers.has("origin")) sent.headers.set("origin", publicUrl)
  const state: ActionState<unknown> | "left" = await act(idle, form).catch((thrown: unknown) => {
    if (thrown instanceof Error && thrown.message === "NEXT_REDIRECT") return "left"
    throw thrown
  })
  return state !== "left" && state.status === "failed" ? state.failure.code : null
}

describe("the console's procedures", () => {
  it("ask the permission table, but for those that are for whoever is signed in or that ask about the thing they touch", () => {
    expect(procedures.filter(([, action]) => action === null).map(([path]) => path)).toEqual(["me.get", "me.changePassword", "runs.cancel"])
  })

  it.each(procedures.filter(([path]) => path !== "live.feed"))("%s lets exactly those through whom the permission table allows it", async (path, action) => {
    expect(await statusOf(path, nobody)).toBe(401)
    for (const [name, { headers, principal }] of callers) {
      const status = await statusOf(path, headers)
      if (action !== null) expect(isRefusal(status), `${name}: ${path} answered ${status}`).toBe(!may(principal, action))
    }
  })

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

describe("the console's server actions", () => {
  const all = Object.entries({ ...consoleActions, ...clientActions, ...settingsActions, ...webhookActions })

  it.each(all)("%s lets exactly those through whom the permission table allows it", async (_, act) => {
    expect(await codeOf(act, nobody)).toBe("unauthenticated")
    for (const [name, { headers, principal }] of callers) {
      const code = await codeOf(act, headers)
      if (act.permission !== "whoever is signed in")
        expect(code === "forbidden" || code === "unauthenticated", `${name}: ${code}`).toBe(!may(principal, act.permission))
    }
  })

  it("refuse what another site sends with a person's cookie", async () => {
    const evil = new Headers(caller("admin").headers)
    evil.set("origin", "https://evil.example")
    for (const [name, act] of all) expect(await codeOf(act, evil), name).toBe("cross_site_request")
  })
})

describe("every action of the permission table", () => {
  /** Whose code asks about the thing it touches; the cells are walked below. */
  const askedLater: ReadonlySet<Action> = new Set(["runs:cancel", "runs:rerun", "interactions:decide", "interactions:reply", "metrics:read"])

  it("is asked for by some surface", () => {
    const asked = new Set<string>([
      ...endpoints.map(({ doc }) => doc.permission),
      ...procedures.flatMap(([, action]) => action ?? []),
      ...Object.values({ ...consoleActions, ...clientActions, ...settingsActions, ...webhookActions }).map(({ permission }) => permission),
      ...askedLater
    ])
    expect(actions.filter((action) => !asked.has(action))).toEqual([])
  })
})

describe("a run", () => {
  const asking = { code: "await human.approve('Go on?')\nreturn 1", waitMs: 45_000 }
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

  it.each(["admin", "bootstrap token", "token with runs:submit"])(
    "of %s is stopped and answered by exactly those whom the table allows, on every surface",
    async (owner) => {
      const { id, interactionId } = await submitted(owner)
      const { actor } = caller(owner).principal
      const cells: Array<readonly [cell: string, refused: boolean, mayDo: boolean]> = []
      // Refused first: a run that is over would refuse everybody.
      for (const [name, { headers, principal }] of [...callers].filter(([known]) => known !== "another team's admin")) {
        const [mayDecide, mayCancel] = [may(principal, "interactions:decide"), may(principal, "runs:cancel", actor)]
        const decline = { action: "decline", comment: "no" }
        cells.push(
          [`${name} answers by HTTP`, isRefusal((await call("answerInteraction", headers, { id: interactionId, body: decline })).status), !mayDecide],
          [`${name} answers by tRPC`, isRefusal(await statusOf("interactions.answer", headers, { id: interactionId, ...decline })), !mayDecide],
          [`${name} answers by form`, isRefused(await codeOf(consoleActions.answerAction, headers, { id: interactionId, ...decline })), !mayDecide],
          [`${name} stops by HTTP`, isRefusal((await call("cancelRun", headers, { id })).status), !mayCancel],
          [`${name} stops by tRPC`, isRefusal(await statusOf("runs.cancel", headers, { id })), !mayCancel],
          [`${name} stops by form`, isRefused(await codeOf(consoleActions.cancelAction, headers, { id })), !mayCancel]
        )
      }
      expect(cells.filter(([, refused, expected]) => refused !== expected)).toEqual([])
    }
  )

  it("is run again by whoever may submit; a token that may not read does not find others' runs, and no edited program of a token reads what they hide", async () => {
    const body = { code: "return args.password.length", args: { password: "hidden value" }, waitMs: 20_000 }
    const { answer } = await call("submitRun", caller("admin").headers, { body })
    const own = String((await call("submitRun", caller("token with runs:submit").headers, { body })).answer.id)
    const rerun = async (name: string, id: string, edit: object = {}) => (await call("rerunRun", caller(name).headers, { id, body: edit })).status
    const edited = { code: "return args.password.split('')" }
    const id = String(answer.id)
    for (const edit of [{}, edited]) {
      expect(await rerun("operator", id, edit)).toBe(201)
      expect(await rerun("viewer", id, edit)).toBe(403)
      expect(await rerun("token with runs:submit", id, edit)).toBe(404)
      expect(await rerun("token with runs:submit", own, edit)).toBe(201)
    }
    const again = await call("rerunRun", caller("bootstrap token").headers, { id, body: {} })
    expect(again.status).toBe(201)
    expect(await rerun("bootstrap token", id, { ...edited, args: { password: "its own" } })).toBe(201)
    // Not of the run itself, nor of one's own repetition of it.
    for (const first of [id, String(again.answer.id)]) expect(await rerun("bootstrap token", first, edited)).toBe(403)
  })

  it("is allowed for good, together with an answer, by exactly those who may write rules; of the others nothing is recorded", async () => {
    const creates = { code: 'return await tools.demo.tickets.create({ title: "For good" })', waitMs: 45_000 }
    const { answer } = await call("submitRun", caller("operator").headers, { body: creates })
    const interactionId = String(answer.interactions[0]?.id)
    const body = { action: "accept", rule: { pattern: "demo.tickets.create", effect: "allow" } }
    const rules = async () => (await call("listRules", caller("admin").headers)).answer.items.length
    const before = await rules()
    const cells: Array<readonly [cell: string, refused: boolean, mayDo: boolean]> = []
    // Who may comes last: the question is decided then.
    const everybody = [...callers].filter(([name]) => name !== "another team's admin")
    const mayWrite = (principal: Principal) => may(principal, "rules:manage")
    for (const [name, { headers, principal }] of everybody.toSorted(([, a], [, b]) => Number(mayWrite(a.principal)) - Number(mayWrite(b.principal)))) {
      if (mayWrite(principal) && cells.every(([, , mayDo]) => !mayDo)) {
        expect((await call("getInteraction", caller("admin").headers, { id: interactionId })).answer).toMatchObject({ status: "pending" })
        expect(await rules()).toBe(before)
      }
      cells.push(
        [`${name} by HTTP`, isRefusal((await call("answerInteraction", headers, { id: interactionId, body })).status), mayWrite(principal)],
        [`${name} by tRPC`, isRefusal(await statusOf("interactions.answer", headers, { id: interactionId, ...body })), mayWrite(principal)]
      )
    }
    expect(cells.filter(([, refused, mayDo]) => refused === mayDo)).toEqual([])
    expect(await rules()).toBe(before + 1)
    expect((await call("removeRule", caller("admin").headers, { id: interactionId.replace("int_", "rule_") })).status).toBe(200)
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
