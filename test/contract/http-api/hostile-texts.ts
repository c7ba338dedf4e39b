import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { RuleView } from "../../../server/approvals/rule-book"
import { ServiceToken } from "../../../server/auth/service-tokens"
import { Source } from "../../../server/domain/source"
import { endpoints } from "../../../server/http/v1/endpoints"
import { type Credentials, call, del, get, origin, post, read, token } from "../../fixtures/http-world"
import { readSse } from "../../fixtures/sse"
import { Answered, asked, asking, ended, failure, submit } from "./shared"

/** U+0000, which PostgreSQL's text does not hold, and half of a character, which no UTF-8 does. */
const unstorable = "a\0b\ud800"
const stored = "a\uFFFDb\uFFFD"

const callMcp = async (name: string, given: object): Promise<string> => {
  const headers = { ...token, "content-type": "application/json", accept: "application/json, text/event-stream", host: "localhost:3000" }
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } })
  return (await call(new Request(`${origin}/api/mcp`, { method: "POST", headers, body }))).text()
}

/** What no store holds is refused, found nowhere, or kept as what can be held: never an internal error, and nobody else's loss. */
export const hostileTextsOfTheApi = (_name: string, admin: () => Credentials) =>
  describe("texts and numbers that no store holds", () => {
    it("are no internal error in any path or parameter of any call", async () => {
      const faults: Array<string> = []
      const look = async (method: string, path: string) => {
        const json = { "content-type": "application/json" }
        const answer = await call(new Request(origin + path, { method, headers: { ...admin(), ...json }, ...(method === "POST" ? { body: "{}" } : {}) }))
        if (answer.status >= 500) faults.push(`${method} ${path}: ${answer.status}`)
        await answer.body?.cancel()
      }
      for (const { doc } of endpoints) {
        if (doc.path.includes("{id}")) await look(doc.method, doc.path.replace("{id}", "a%00b"))
        if (doc.method !== "GET") continue
        const path = doc.path.replace("{id}", "run_018f0000-0000-7000-8000-000000000000")
        for (const field of Object.keys(doc.query.fields)) {
          for (const value of ["a%00b", "999999999999999"]) await look("GET", `${path}?${field}=${value}`)
        }
      }
      expect(faults).toEqual([])
    })

    it("in a reason stop the run that somebody wants to stop, and decide the question that it is about", async () => {
      const reason = { reason: unstorable }
      const waiting = await submit(asking)
      expect((await post(`/api/v1/runs/${waiting.id}/cancel`, reason, admin())).status).toBe(200)
      expect(await ended(waiting.id)).toMatchObject({ status: "cancelled", error: { message: expect.stringContaining(stored) } })
      const { id } = asked(await submit(asking))
      const declined = await read(await post(`/api/v1/interactions/${id}/answer`, { action: "decline", comment: unstorable }, admin()), 200, Answered)
      expect(declined.interaction).toMatchObject({ status: "declined", comment: stored })
    })

    it("in what a program throws, logs, calls, gives out and returns let it end as it did", async () => {
      const thrown = await submit('throw new Error("a\\0b\\ud800")')
      expect(thrown).toMatchObject({ status: "failed", error: { code: "program_error", message: `Error: ${stored}` } })
      const returned = await submit('const text = "a\\0b\\ud800"; console.log(text); emit(text); return await tools.demo.echo({ value: text })')
      expect(returned).toMatchObject({ status: "completed", toolCalls: [{ status: "completed" }] })
      const failing = await submit('try { await tools.demo.fail({ message: "a\\0b\\ud800" }) } catch { return "caught" }')
      expect(failing).toMatchObject({ status: "completed", result: "caught", toolCalls: [{ status: "failed", error: { message: stored } }] })
    })

    it("in more values of a filter than one statement lists are found nowhere", async () => {
      const actors = Array.from({ length: 30 }, (_, index) => `a%00${index}`).join(",")
      expect((await get(`/api/v1/runs?actor=${actors}`, admin())).status).toBe(200)
    })

    it("as the place to go on from are beyond the end of what there is", async () => {
      const run = await submit("return 1")
      for (const after of [2_147_483_648, 999_999_999_999_999]) {
        expect(await readSse(await get(`/api/v1/runs/${run.id}/events?after=${after}`, admin())).rest()).toEqual([])
        const asked = await callMcp("wait", { runId: run.id, after })
        expect(asked).toContain('"status":"completed"')
        expect(asked).toContain('"events":[]')
      }
    })

    it("in names and documents are replaced", async () => {
      const made = await read(await post("/api/v1/tokens", { name: unstorable, scopes: ["runs:read"] }, admin()), 201, Schema.Struct({ id: Schema.String }))
      const tokens = await read(await get("/api/v1/tokens", admin()), 200, Schema.Struct({ items: Schema.Array(ServiceToken) }))
      expect(tokens.items.find(({ id }) => id === made.id)?.name).toBe(stored)
      await del(`/api/v1/tokens/${made.id}`, admin())

      const operation = { operationId: "look", summary: unstorable, responses: {} }
      const document = {
        openapi: "3.0.0",
        info: { title: unstorable, description: unstorable, version: "1" },
        servers: [{ url: "https://example.com" }],
        paths: { "/a": { get: operation } }
      }
      const source = await read(await post("/api/v1/sources", { kind: "openapi", name: "hostile", spec: JSON.stringify(document) }, admin()), 201, Source)
      expect(source).toMatchObject({ name: "hostile", toolCount: 1 })
      expect(await read(await get("/api/v1/sources/hostile", admin()), 200, Schema.Struct({ title: Schema.String }))).toEqual({ title: stored })
      await del("/api/v1/sources/hostile", admin())
    })

    it("a rule's position is one that both stores keep, and leaves room for the rule that comes to the end", async () => {
      const add = (position: object) => post("/api/v1/rules", { pattern: "demo.nothing", effect: "allow", ...position }, admin())
      for (const position of [1_000_000_001, -1_000_000_001, Number.MAX_SAFE_INTEGER, 1.5]) {
        expect((await failure(await add({ position }), 400)).issues?.[0]?.path).toBe("position")
      }
      const last = await read(await add({ position: 1_000_000_000 }), 201, RuleView)
      const next = await read(await add({}), 201, RuleView)
      expect(next.position).toBe(last.position + 1)
      expect((await failure(await post(`/api/v1/rules/${next.id}`, { position: 2_147_483_648 }, admin()), 400)).issues?.[0]?.path).toBe("position")
      for (const { id } of [last, next]) await del(`/api/v1/rules/${id}`, admin())
    })
  })
