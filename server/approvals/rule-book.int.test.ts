import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { type AnyStore, bothStores } from "../../test/fixtures/both-stores"
import { TeamId } from "../domain/ids"
import type { GatedCall } from "../engine/call-gate"
import { CallGate } from "../engine/call-gate"
import { Database } from "../store/database"
import { mostRules } from "../store/rule-cache"
import { RuleTable } from "../store/rule-table"
import { callGateLayer } from "./gate"
import { RuleBook } from "./rule-book"

const team = TeamId.make("team")
const other = TeamId.make("other")
const by = { actor: { kind: "user", id: "ann", label: "Ann Keller" }, via: "api" } as const
const call = (args: GatedCall["args"] = {}, teamId = team): GatedCall => ({
  teamId,
  actor: by.actor,
  trigger: "console",
  args,
  call: { path: "stripe.refunds.create", source: "stripe", connection: null, description: "Refunds.", effect: "write", repeatable: false, schemaHash: "h" }
})
const verdict = (gated = call()) =>
  Effect.map(
    CallGate.use((gate) => gate.check(gated)),
    ({ _tag }) => _tag
  )
const audit = (teamId = team) => Database.use(({ client }) => Effect.promise(() => client.auditEntry.findMany({ where: { teamId }, orderBy: { seq: "asc" } })))

const services = (store: AnyStore) => Layer.mergeAll(RuleBook.layer, callGateLayer).pipe(Layer.provideMerge(RuleTable.layer), Layer.provideMerge(store))

describe.each(bothStores)("rules on $name", ({ store }) => {
  it.layer(services(store))((it) => {
    it.effect("count from the next call on: added, changed, removed; each change is in the audit log", () =>
      Effect.gen(function* () {
        const book = yield* RuleBook
        assert.strictEqual(yield* verdict(), "Ask")
        const added = yield* book.add(team, { pattern: "stripe.*", effect: "allow", when: { args: [{ pointer: "/amount", atMost: 50 }] } }, by)
        assert.include(added, { pattern: "stripe.*", effect: "allow", position: 1, revision: 1, unreadable: null })
        assert.strictEqual(yield* verdict(call({ amount: 50 })), "Allow")
        assert.strictEqual(yield* verdict(call({ amount: 51 })), "Ask")
        assert.strictEqual(yield* verdict(call({ amount: 50 }, other)), "Ask", "another team's rule")
        const changed = yield* book.change(team, added.id, { effect: "block", when: null }, by)
        assert.include(changed, { effect: "block", revision: 2 })
        assert.isUndefined(changed.when)
        assert.strictEqual(yield* verdict(), "Block")
        assert.strictEqual((yield* Effect.flip(book.change(team, added.id, { effect: "allow", revision: 1 }, by)))._tag, "RuleChanged")
        assert.strictEqual((yield* Effect.flip(book.change(other, added.id, { effect: "allow" }, by)))._tag, "RuleNotFound")
        assert.strictEqual((yield* Effect.flip(book.remove(other, added.id, by)))._tag, "RuleNotFound")
        yield* book.remove(team, added.id, by)
        assert.strictEqual(yield* verdict(), "Ask")
        assert.deepStrictEqual(yield* book.list(team), [])
        const entries = yield* audit()
        assert.deepStrictEqual(
          entries.map(({ action, subject, actorId }) => [action, subject, actorId]),
          ["rule.created", "rule.changed", "rule.removed"].map((action) => [action, added.id, "ann"])
        )
        assert.deepInclude(JSON.parse(entries[1]?.data ?? ""), { after: { pattern: "stripe.*", effect: "block", position: 1 } })
      })
    )

    it.effect("what is refused leaves neither a rule nor an entry", () =>
      Effect.gen(function* () {
        const book = yield* RuleBook
        const before = (yield* audit()).length
        assert.strictEqual((yield* Effect.flip(book.add(team, { pattern: "a..b", effect: "allow" }, by)))._tag, "InvalidRule")
        assert.strictEqual((yield* Effect.flip(book.add(team, { pattern: "a.b", effect: "require_approval", fourEyes: true }, by)))._tag, "FourEyesImpossible")
        assert.deepStrictEqual(yield* book.list(team), [])
        assert.strictEqual((yield* audit()).length, before)
      })
    )

    it.effect("of two changes from the same revision one counts, and one is in the audit log", () =>
      Effect.gen(function* () {
        const book = yield* RuleBook
        const teamId = TeamId.make("race")
        const { id } = yield* book.add(teamId, { pattern: "a.b", effect: "allow" }, by)
        const table = yield* RuleTable
        const [before] = yield* table.list(teamId)
        if (before === undefined) return assert.fail("no rule")
        const draft = (effect: string) => ({ id, pattern: "a.b", effect, position: 1, terms: {} })
        const both = yield* Effect.all([table.change(teamId, before, draft("block"), by), table.change(teamId, before, draft("allow"), by)], { concurrency: 2 })
        assert.deepStrictEqual([...both].sort(), [false, true])
        assert.deepStrictEqual(
          (yield* audit(teamId)).map(({ action }) => action),
          ["rule.created", "rule.changed"]
        )
      })
    )

    it.effect("a row that is no rule means approval, and the list says why", () =>
      Effect.gen(function* () {
        const { client } = yield* Database
        const teamId = TeamId.make("broken")
        const row = { id: "r", teamId, pattern: "stripe.*", effect: "allow", position: 1, createdAt: 1n, updatedAt: 1n }
        yield* Effect.promise(() => client.rule.create({ data: { ...row, terms: "{not json" } }))
        assert.strictEqual(yield* verdict(call({}, teamId)), "Ask")
        assert.include((yield* RuleBook.use((book) => book.list(teamId)))[0], { unreadable: "it is not a rule", effect: "require_approval" })
        const mended = yield* RuleBook.use((book) => book.change(teamId, "r", { effect: "allow" }, by))
        assert.strictEqual(mended.unreadable, null)
        assert.strictEqual(yield* verdict(call({}, teamId)), "Allow")
      })
    )

    it.effect("are so many at most: of two that want the last place one gets it, and what does not come in leaves no entry", () =>
      Effect.gen(function* () {
        const book = yield* RuleBook
        const { client } = yield* Database
        const teamId = TeamId.make("full")
        const rows = Array.from({ length: mostRules - 1 }, (_, index) => ({
          id: `full-${index}`,
          teamId,
          pattern: `full.p${index}`,
          effect: "block",
          position: index + 1,
          terms: "{}",
          createdAt: 1n,
          updatedAt: 1n
        }))
        yield* Effect.promise(() => client.rule.createMany({ data: rows }))
        const add = (pattern: string) => Effect.result(book.add(teamId, { pattern, effect: "allow" }, by))
        const both = yield* Effect.all([add("a.one"), add("a.other")], { concurrency: 2 })
        assert.deepStrictEqual(both.map(({ _tag }) => _tag).sort(), ["Failure", "Success"])
        for (const result of both) if (result._tag === "Failure") assert.deepInclude(result.failure, { _tag: "TooManyRules", most: mostRules })
        assert.strictEqual((yield* book.list(teamId)).length, mostRules)
        assert.deepStrictEqual(
          (yield* audit(teamId)).map(({ action }) => action),
          ["rule.created"]
        )
        // Another team's rules are none of this one's; a rule that is there can be changed, and makes room when it goes.
        yield* book.add(TeamId.make("empty"), { pattern: "a.b", effect: "allow" }, by)
        yield* book.change(teamId, "full-0", { effect: "allow" }, by)
        yield* book.remove(teamId, "full-1", by)
        assert.strictEqual((yield* add("a.third"))._tag, "Success")
      })
    )

    it.effect("are put in order", () =>
      Effect.gen(function* () {
        const book = yield* RuleBook
        const teamId = TeamId.make("order")
        const ids = yield* Effect.forEach(["a.*", "b.*", "c.*"], (pattern) => Effect.map(book.add(teamId, { pattern, effect: "block" }, by), ({ id }) => id))
        const arranged = yield* book.arrange(teamId, [...ids].reverse(), by)
        assert.deepStrictEqual(
          arranged.map(({ pattern, position }) => [pattern, position]),
          [
            ["c.*", 1],
            ["b.*", 2],
            ["a.*", 3]
          ]
        )
      })
    )
  })
})
