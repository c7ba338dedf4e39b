import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { bothStores } from "../../test/fixtures/both-stores"
import { ann, aRunningRun, aTeamId, aToolCall, startOfTime } from "../../test/fixtures/stored-run"
import { type PreparedCall, ToolError, ToolInvoker } from "../engine/tool-invoker"
import { PastCalls } from "../history/past-calls"
import { RuleTable } from "../store/rule-table"
import { runStoreLayer } from "../store/run-store-sql"
import { previewMs, RuleLab } from "./rule-lab"

const tool = (path: string): PreparedCall => ({ path, source: "demo", connection: null, description: "", effect: "write", repeatable: false, schemaHash: "h" })
const invoker = Layer.succeed(
  ToolInvoker,
  ToolInvoker.of({
    sources: () => Effect.succeed([]),
    prepare: ({ path }) =>
      path === "demo.gone"
        ? Effect.fail(new ToolError({ code: "tool_not_found", message: "there is no demo.gone" }))
        : path === "demo.strict"
          ? Effect.fail(new ToolError({ code: "invalid_tool_arguments", message: "value is required" }))
          : Effect.succeed(tool(path)),
    invoke: () => Effect.die("not called")
  })
)

/** As a step of a run counts: from the start of the fixtures' time. */
const from = (at: number): number => at - startOfTime

describe.each(bothStores)("rules tried out on $name", ({ store }) => {
  const services = RuleLab.layer.pipe(Layer.provideMerge(Layer.mergeAll(RuleTable.layer, PastCalls.layer, runStoreLayer, invoker)), Layer.provideMerge(store))
  it.layer(services, { excludeTestServices: true })((it) => {
    it.effect("show which calls of the last 30 days would have passed, and of another team none", () =>
      Effect.gen(function* () {
        const now = Date.now()
        const teamId = aTeamId()
        const recent = yield* aRunningRun({ teamId, at: now - 1000, title: "Recent" })
        yield* recent.step(from(now - 900), aToolCall(1, { path: "demo.echo", args: { value: 1 } }), aToolCall(2, { path: "demo.echo", args: { value: 9 } }))
        yield* recent.step(from(now - 800), aToolCall(3, { path: "demo.gone" }), aToolCall(4, { path: "other.tool" }))
        const old = yield* aRunningRun({ teamId, at: now - previewMs - 60_000 })
        yield* old.step(from(now - previewMs - 59_000), aToolCall(1, { path: "demo.echo", args: { value: 1 } }))
        const strange = yield* aRunningRun({ at: now - 1000 })
        yield* strange.step(from(now - 900), aToolCall(1, { path: "demo.echo", args: { value: 1 } }))

        const lab = yield* RuleLab
        const wanted = { pattern: "demo.*", effect: "allow", when: { args: [{ pointer: "/value", atMost: 5 }] } } as const
        const preview = yield* lab.preview(teamId, wanted)
        assert.deepStrictEqual(
          preview.calls.map(({ path, isHit, runTitle }) => [path, isHit, runTitle]),
          [
            ["demo.gone", true, "Recent"],
            ["demo.echo", false, "Recent"],
            ["demo.echo", true, "Recent"]
          ]
        )
        assert.include(preview, { hits: 2, isCapped: false })
        assert.deepStrictEqual((yield* lab.preview(aTeamId(), wanted)).calls, [])
        assert.strictEqual((yield* Effect.flip(lab.preview(teamId, { pattern: "*", effect: "allow" })))._tag, "InvalidRule")

        const table = yield* RuleTable
        yield* table.add(teamId, { id: "rule_x", pattern: "demo.echo", effect: "block", position: null, terms: {} }, { actor: ann, via: "api" })
        const matches = yield* lab.matches(teamId, ["rule_x"])
        assert.strictEqual(matches.get("rule_x")?.length, 2)
        assert.deepStrictEqual(yield* lab.tryCall(teamId, { path: "demo.echo" }), {
          verdict: "block",
          rule: { id: "rule_x", pattern: "demo.echo" },
          votesNeeded: 0,
          why: ""
        })
        assert.deepStrictEqual(yield* lab.tryCall(teamId, { path: "demo.gone" }), {
          verdict: "refused",
          rule: null,
          votesNeeded: 0,
          why: "there is no demo.gone."
        })
        assert.include(yield* lab.tryCall(teamId, { path: "demo.strict", args: {} }), { verdict: "refused", why: "value is required." })
        // Without arguments it is the tool that is asked about.
        assert.include(yield* lab.tryCall(teamId, { path: "demo.strict" }), { verdict: "require_approval" })
        assert.include(yield* lab.tryCall(teamId, { path: "demo.other" }), { verdict: "require_approval", rule: null })
        // What is blocked stays blocked, whatever is allowed besides.
        assert.strictEqual((yield* lab.preview(teamId, wanted)).calls.filter(({ path, isHit }) => path === "demo.echo" && isHit).length, 0)
      })
    )

    it.effect("go by when a call was made, not by when its run began", () =>
      Effect.gen(function* () {
        const now = Date.now()
        const teamId = aTeamId()
        const month = previewMs
        // It waited for a person for weeks; one of its calls is of today, another one of when it began.
        const patient = yield* aRunningRun({ teamId, at: now - month - 86_400_000, title: "Patient" })
        yield* patient.step(from(now - month - 86_399_000), aToolCall(1, { path: "bank.pay", args: { of: "then" } }))
        yield* patient.step(from(now - 500), aToolCall(2, { path: "bank.pay", args: { of: "today" } }))
        const quick = yield* aRunningRun({ teamId, at: now - 2000, title: "Quick" })
        yield* quick.step(from(now - 1900), aToolCall(1, { path: "bank.pay" }), aToolCall(2, { path: "bank.read" }))
        const preview = yield* (yield* RuleLab).preview(teamId, { pattern: "bank.*", effect: "allow" })
        assert.deepStrictEqual(
          preview.calls.map(({ runTitle, path }) => [runTitle, path]),
          [
            ["Patient", "bank.pay"],
            ["Quick", "bank.read"],
            ["Quick", "bank.pay"]
          ]
        )
        assert.deepStrictEqual([preview.hits, preview.isCapped], [3, false])
        const pays = { pattern: "bank.pay", effect: "allow", when: { args: [{ pointer: "/of", equals: "then" }] } } as const
        assert.strictEqual((yield* (yield* RuleLab).preview(teamId, pays)).hits, 0)
      })
    )

    it.effect("show no more than so many, which are the newest of all tools together", () =>
      Effect.gen(function* () {
        const teamId = aTeamId()
        const now = Date.now()
        const run = yield* aRunningRun({ teamId, at: now - 100_000 })
        const each = 600
        for (const [at, path] of [
          [1, "desk.early"],
          [2, "desk.late"]
        ] as const)
          yield* run.step(from(now - 90_000 + at), ...Array.from({ length: each }, (_, index) => aToolCall((at - 1) * each + index + 1, { path })))
        const { calls, isCapped } = yield* (yield* RuleLab).preview(teamId, { pattern: "desk.*", effect: "allow" })
        assert.isTrue(isCapped)
        assert.strictEqual(calls.length, 1000)
        assert.strictEqual(calls.filter(({ path }) => path === "desk.late").length, each)
      })
    )

    it.effect("show the calls of all tools that the rule is about, however many there are", () =>
      Effect.gen(function* () {
        const now = Date.now()
        const teamId = aTeamId()
        const run = yield* aRunningRun({ teamId, at: now - 1000 })
        const paths = Array.from({ length: 700 }, (_, index) => `large.tool_${String(index).padStart(3, "0")}`)
        yield* run.step(from(now - 900), ...paths.map((path, index) => aToolCall(index + 1, { path })))
        const { calls, hits, isCapped } = yield* (yield* RuleLab).preview(teamId, { pattern: "large.*", effect: "allow" })
        assert.deepStrictEqual(calls.map(({ path }) => path).toSorted(), paths)
        assert.deepStrictEqual([hits, isCapped], [700, false])
      })
    )
  })
})
