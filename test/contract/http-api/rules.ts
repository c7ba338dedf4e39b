import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { RuleView } from "../../../server/approvals/rule-book"
import { AuditEntry } from "../../../server/domain/audit"
import type { Run } from "../../../server/domain/run"
import { type Credentials, call, get, origin, post, read } from "../../fixtures/http-world"
import { Answered, asked, asking, failure, submit } from "./shared"

const WithRule = Schema.Struct({ ...Answered.fields, rule: Schema.optionalKey(Schema.Struct({ id: Schema.String, pattern: Schema.String })) })
const Rules = Schema.Struct({ items: Schema.Array(RuleView) })
const Page = Schema.Struct({ ...Rules.fields, nextCursor: Schema.NullOr(Schema.String) })
const remove = (id: string, headers: Credentials) => call(new Request(`${origin}/api/v1/rules/${id}`, { method: "DELETE", headers }))

/** Rules: written by admins, and counting from the next call on. */
export const rulesOfTheApi = (_name: string, admin: () => Credentials) =>
  describe("rules", () => {
    it("are added, changed and removed, and decide what becomes of a call", async () => {
      const create = `try { return (await tools.demo.tickets.create({ title: "Rules" })).title } catch (error) { return error.code }`
      const wanted = {
        pattern: "demo.tickets.create",
        effect: "allow",
        when: { args: [{ pointer: "/title", glob: "Ru*" }] },
        endsAt: "2999-01-01T00:00:00.000Z"
      }
      const rule = await read(await post("/api/v1/rules", wanted, admin()), 201, RuleView)
      expect(rule).toMatchObject({ ...wanted, endsAt: Date.parse(wanted.endsAt), position: expect.any(Number), unreadable: null })
      expect(await submit(create)).toMatchObject({ status: "completed", result: "Rules", interactions: [] })
      expect(await submit(create.replace("Rules", "Other"))).toMatchObject({ status: "waiting_for_interaction" })
      const blocking = await read(await post(`/api/v1/rules/${rule.id}`, { effect: "block", when: null, endsAt: null }, admin()), 200, RuleView)
      expect(blocking).toMatchObject({ effect: "block", revision: rule.revision + 1 })
      expect(await submit(create)).toMatchObject({ status: "completed", result: "tool_blocked" })
      expect((await failure(await post(`/api/v1/rules/${rule.id}`, { effect: "allow", revision: 1 }, admin()), 409)).code).toBe("rule_changed")
      expect((await read(await get("/api/v1/rules", admin()), 200, Rules)).items).toContainEqual(blocking)
      expect(await read(await get(`/api/v1/rules/${rule.id}`, admin()), 200, RuleView)).toEqual(blocking)
      expect((await remove(rule.id, admin())).status).toBe(200)
      expect((await failure(await remove(rule.id, admin()), 404)).code).toBe("rule_not_found")
      const asking = await submit(create)
      expect(asking.interactions[0]).toMatchObject({ status: "pending", rule: null })
    })

    it("are listed all at once, or page by page by their positions, also while some come and go", async () => {
      const add = (position: number) => post("/api/v1/rules", { pattern: "demo.paged", effect: "block", position }, admin())
      const made = await Promise.all([3, 1, 2, 2].map(async (place) => read(await add(place - 1_000), 201, RuleView)))
      const all = await read(await get("/api/v1/rules", admin()), 200, Page)
      expect(all.nextCursor).toBeNull()
      const first = await read(await get("/api/v1/rules?limit=3", admin()), 200, Page)
      expect(first.items).toEqual(all.items.slice(0, 3))
      expect(first.items.map(({ position }) => position)).toEqual([-999, -998, -998])
      expect((await remove(first.items[0]?.id ?? "", admin())).status).toBe(200)
      const second = await read(await get(`/api/v1/rules?limit=200&cursor=${first.nextCursor}`, admin()), 200, Page)
      expect(second).toEqual({ items: all.items.slice(3), nextCursor: null })
      for (const query of ["limit=0", "limit=201", "cursor=nonsense", "limit=1&cursor=%00"]) {
        expect((await failure(await get(`/api/v1/rules?${query}`, admin()), 400)).code).toBe("malformed_request")
      }
      for (const { id } of made) await remove(id, admin())
    })

    it("come with an approval in one request, or neither is recorded", async () => {
      const create = (title: string) => `return (await tools.demo.tickets.create({ title: "${title}" })).title`
      const rule = { pattern: "demo.tickets.create", effect: "allow", when: { args: [{ pointer: "/title", glob: "Always *" }] } }
      const answerOf = (run: Run, body: object) => post(`/api/v1/interactions/${asked(run).id}/answer`, body, admin())
      const waiting = await submit(create("Always one"))
      const broken = await failure(await answerOf(waiting, { action: "accept", rule: { ...rule, pattern: "demo.tickets.delete" } }), 400)
      expect(broken).toMatchObject({ code: "invalid_rule", issues: [{ path: "rule.pattern" }] })
      const answered = await read(await answerOf(waiting, { action: "accept", rule }), 200, WithRule)
      expect(answered).toMatchObject({ interaction: { status: "accepted" }, rule: { pattern: rule.pattern } })
      expect(await read(await answerOf(waiting, { action: "accept", rule }), 200, WithRule)).toMatchObject({ rule: answered.rule })
      expect(await submit(create("Always two"))).toMatchObject({ status: "completed", interactions: [] })
      const kept = await read(await get(`/api/v1/rules/${answered.rule?.id}`, admin()), 200, RuleView)
      expect(kept).toMatchObject({ ...rule, revision: 1 })
      expect((await remove(kept.id, admin())).status).toBe(200)

      const late = await submit(create("Always three"))
      expect((await answerOf(late, { action: "decline", comment: "no" })).status).toBe(200)
      const refused = await failure(await answerOf(late, { action: "accept", rule }), 409)
      expect(refused).toMatchObject({
        code: "already_decided",
        message: expect.stringContaining("No rule was added"),
        details: { action: "decline", rule: null }
      })
      const none = await submit(create("Always four"))
      expect(none).toMatchObject({ status: "waiting_for_interaction" })
      expect(await failure(await answerOf(none, { action: "decline", rule }), 422)).toMatchObject({
        code: "invalid_content",
        message: expect.stringContaining("No rule can come with this answer"),
        issues: [{ path: "rule" }]
      })
      await answerOf(none, { action: "decline", comment: "no" })
    })

    it("that cannot be kept are refused with what is wrong", async () => {
      const bad = await failure(await post("/api/v1/rules", { pattern: "*", effect: "allow" }, admin()), 400)
      expect(bad).toMatchObject({ code: "invalid_rule", issues: [{ path: "pattern", message: "must be **.* to match every tool" }] })
      const unknown = await failure(await post("/api/v1/rules", { pattern: "a.b", effect: "alow", fourEys: true }, admin()), 400)
      expect(unknown.issues?.map(({ path }) => path)).toEqual(expect.arrayContaining(["effect", "fourEys"]))
      const condition = await failure(
        await post("/api/v1/rules", { pattern: "a.b", effect: "allow", when: { args: [{ pointer: "amount", less: 1 }] } }, admin()),
        400
      )
      expect(condition.issues?.[0]?.path).toBe("when.args.0.pointer")
      const alone = await failure(await post("/api/v1/rules", { pattern: "a.b", effect: "require_approval", fourEyes: true }, admin()), 409)
      expect(alone).toMatchObject({ code: "four_eyes_impossible", message: expect.stringContaining("two people") })
    })

    it("and every change of them is in the audit log, which admins read and export; no cell of it is a formula", async () => {
      const pattern = "demo.audited"
      const rule = await read(await post("/api/v1/rules", { pattern, effect: "block" }, admin()), 201, RuleView)
      expect((await remove(rule.id, admin())).status).toBe(200)
      const Page = Schema.Struct({ items: Schema.Array(AuditEntry), next: Schema.NullOr(Schema.Int) })
      const { items, next } = await read(await get("/api/v1/audit?noun=rule&limit=2", admin()), 200, Page)
      expect(items.map(({ action, subject, via }) => [action, subject, via])).toEqual([
        ["rule.removed", rule.id, "api"],
        ["rule.created", rule.id, "api"]
      ])
      const older = await read(await get(`/api/v1/audit?noun=rule&limit=2&before=${next}`, admin()), 200, Page)
      expect(older.items.every(({ seq }) => seq < (items.at(-1)?.seq ?? 0))).toBe(true)
      // A reason is a text of the decider's choice.
      const { id } = asked(await submit(asking))
      await post(`/api/v1/interactions/${id}/answer`, { action: "decline", comment: "=cmd()" }, admin())
      const csv = await get("/api/v1/audit/export?format=csv", admin())
      expect(csv.headers.get("content-disposition")).toContain("signalbox-audit.csv")
      const text = await csv.text()
      expect(text.split("\r\n")[0]).toBe("seq,at,action,actor_kind,actor_id,actor,via,subject,data,previous_hash,hash")
      expect(text).not.toMatch(/(^|,)[=+@-]/m)
      const lines = (await (await get("/api/v1/audit/export?format=json", admin())).text()).trim().split("\n")
      expect(lines.map((line) => JSON.parse(line).seq)).toEqual(lines.map((_, index) => index + 1))
      expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({
        action: "interaction.declined",
        subject: id,
        data: { comment: "=cmd()", shown: { toolPath: "demo.tickets.create" } }
      })
      expect((await failure(await get("/api/v1/audit"), 403)).code).toBe("forbidden")
      expect((await failure(await get("/api/v1/audit/export?format=xml", admin()), 400)).issues?.[0]?.path).toBe("format")
    })
  })
