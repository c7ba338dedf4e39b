import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { type AnyStore, bothStores } from "../../test/fixtures/both-stores"
import { propertySeed } from "../../test/fixtures/property-seed"
import { aTeam, emptyStore, insertWholeRuns, otherTeam, runIdOf } from "../../test/fixtures/run-rows"
import { RunKind, RunStatus, Trigger } from "../domain/run"
import { facetFields, RunFilter, withValue } from "../domain/run-filter"
import { approvalOf, approvalStates, isMatching, mostFilterValues } from "../domain/run-matching"
import { searchedWords, wordsOf } from "../domain/search-text"
import type { RunPage } from "./pages"
import { RunsQuery } from "./runs-query"

/** So small that a handful of runs reaches both ways of counting. */
const limits = { countedUpTo: 4, onePassUpTo: 6 }

const someOf = <const T extends ReadonlyArray<string>>(values: T) =>
  Schema.UndefinedOr(Schema.NonEmptyArray(Schema.Literals(values)).check(Schema.isMaxLength(3)))
const tools = ["demo.echo", "demo.tickets.list", "desk.reply"] as const
const words = ["refund", "invoice tickets", "tools.desk.reply(1)", "Ärger mit A1"] as const

const SomeRun = Schema.Struct({
  startedAt: Schema.Literals([1000, 1001, 1002, 1003]),
  status: Schema.Literals(["completed", "failed", "running", "waiting_for_interaction"]),
  trigger: Schema.Literals(["api", "mcp"]),
  kind: Schema.Literals(["code", "agent"]),
  actorId: Schema.Literals(["ada", "bob", "key-1"]),
  tools: Schema.Array(Schema.Literals(tools)).check(Schema.isMaxLength(3), Schema.isUnique()),
  durationMs: Schema.NullOr(Schema.Literals([0, 50, 100, 900])),
  lastDecision: Schema.NullOr(Schema.Literals(["accepted", "declined", "cancelled", "expired"])),
  pendingInteractionCount: Schema.Literals([0, 0, 1]),
  title: Schema.Literals(words),
  code: Schema.Literals(words),
  error: Schema.NullOr(Schema.Literals(words))
})
const SomeRuns = Schema.Array(SomeRun).check(Schema.isMaxLength(24))

const SomeFilter = Schema.Struct({
  status: someOf(["completed", "failed", "running", "waiting_for_interaction", "queued"]),
  trigger: someOf(["api", "mcp", "schedule"]),
  kind: someOf(["code", "agent"]),
  actor: someOf(["ada", "bob", "nobody"]),
  tool: someOf(["demo.*", "demo.tickets.*", "desk.reply", "demo.echo", "none.at.all"]),
  approval: someOf(["any", "pending", "accepted", "declined", "cancelled", "expired", "none"]),
  q: Schema.UndefinedOr(Schema.Literals(["refund", "tick", "desk reply", "ärger", "a1 inv", "nowhere"])),
  from: Schema.UndefinedOr(Schema.Literals([1001, 1002])),
  to: Schema.UndefinedOr(Schema.Literals([1002, 1003])),
  minDurationMs: Schema.UndefinedOr(Schema.Literals([0, 100])),
  maxDurationMs: Schema.UndefinedOr(Schema.Literals([50, 899]))
})
/** Two or three conditions at a time: with all of them hardly a run is left. */
const SomeFields = Schema.Array(
  Schema.Literals(["status", "trigger", "kind", "actor", "tool", "approval", "q", "from", "to", "minDurationMs", "maxDurationMs"])
).check(Schema.isMaxLength(3))

/** What the filter says, told in other words than SQL. */
const isExpected = (filter: RunFilter, run: typeof SomeRun.Type): boolean => {
  const text = wordsOf(`${run.title} ${run.code} ${run.error ?? ""}`)
  const { q, ...others } = filter
  const summary = {
    ...run,
    id: runIdOf(0),
    actor: { kind: "user", id: run.actorId, label: "Ada" },
    finishedAt: null,
    humanWaitMs: 0,
    waitingSince: null,
    toolCallCount: 0,
    failedToolCallCount: 0,
    waitingFor: null,
    waitingInteractionId: null,
    lastDecision: run.lastDecision === null ? null : { action: run.lastDecision, by: "Ada" },
    toolCounts: {},
    version: 1,
    parentRunId: null,
    rerunOf: null
  } as const
  return isMatching(others, summary) && (q === undefined || searchedWords(q).every((wanted) => text.some((word) => word.startsWith(wanted))))
}

const walk = Effect.fn(function* (filter: RunFilter, towards: "nextCursor" | "prevCursor", from: RunPage | null) {
  const pages: Array<RunPage> = from === null ? [] : [from]
  let cursor = from === null ? null : from[towards]
  if (from !== null && cursor === null) return pages
  do {
    const page: RunPage = yield* RunsQuery.use((runs) => runs.list(aTeam, filter, { cursor, limit: 5 }))
    towards === "nextCursor" ? pages.push(page) : pages.unshift(page)
    cursor = page[towards]
  } while (cursor !== null)
  return pages
})
const idsOf = (pages: ReadonlyArray<RunPage>) => pages.flatMap(({ items }) => items.map(({ id }) => id))

const suite = (store: AnyStore) =>
  layer(Layer.provideMerge(RunsQuery.layerWith(limits), store), { excludeTestServices: true })((it) => {
    it.effect.prop(
      "whatever is filtered: rows, count, histogram and every facet agree, and pages lead there and back",
      [SomeRuns, SomeFilter, SomeFields],
      ([given, whole, fields]) =>
        Effect.gen(function* () {
          yield* emptyStore
          const runs = given.map((run, n) => ({ id: runIdOf(n), ...run }))
          if (runs.length > 0) yield* insertWholeRuns(runs)
          yield* insertWholeRuns([{ id: runIdOf(999), teamId: otherTeam, startedAt: 1002, tools: ["demo.echo"], title: "refund tickets invoice" }])
          const filter = yield* Schema.decodeUnknownEffect(RunFilter)(Object.fromEntries(fields.map((field) => [field, whole[field]])))
          const query = yield* RunsQuery

          const expected = runs
            .filter((run) => isExpected(filter, run))
            .toSorted((one, other) => other.startedAt - one.startedAt || (one.id < other.id ? 1 : -1))
            .map(({ id }) => id)
          const older = yield* walk(filter, "nextCursor", null)
          assert.deepStrictEqual(idsOf(older), expected)
          assert.deepStrictEqual(idsOf(yield* walk(filter, "prevCursor", older.at(-1) ?? null)), expected)

          const count = yield* query.count(aTeam, filter)
          assert.deepStrictEqual(count, { total: Math.min(expected.length, limits.countedUpTo), totalIsCapped: expected.length > limits.countedUpTo })

          const { buckets } = yield* query.histogram(aTeam, { ...filter, from: filter.from ?? 1000, to: filter.to ?? 1004 }, 2)
          const counted = buckets.flatMap(({ counts }) => Object.values(counts)).reduce((sum, n) => sum + n, 0)
          assert.strictEqual(counted, (filter.from ?? 0) < (filter.to ?? 9999) ? expected.length : 0)

          const facets = yield* query.facets(aTeam, filter, facetFields)
          for (const field of facetFields) {
            const values = facets[field] ?? []
            for (const { value, count: told } of values) {
              const clicked = withValue(filter, field, value)
              assert.strictEqual(told, Math.min(runs.filter((run) => isExpected(clicked, run)).length, limits.countedUpTo + 1), `${field} ${value}`)
            }
            const offered = new Set(values.map(({ value }) => value))
            const others = runs.filter((one) => isExpected({ ...filter, [field]: undefined }, one))
            // With more runs than are read in one pass, the newest ones say what is offered.
            for (const run of others.length > limits.onePassUpTo ? [] : others) {
              const own = { status: [run.status], trigger: [run.trigger], kind: [run.kind], actor: [run.actorId], tool: run.tools, approval: [stateOf(run)] }
              for (const value of own[field]) assert.isTrue(offered.has(value), `${field} offers ${value}`)
            }
          }
        }),
      { arbitrary: { runs: 60, seed: propertySeed } }
    )
  })

const stateOf = ({ lastDecision, pendingInteractionCount }: typeof SomeRun.Type): string =>
  approvalOf({ pendingInteractionCount, lastDecision: lastDecision === null ? null : { action: lastDecision, by: "" } })

const full = (prefix: string, first: string) => [first, ...Array.from({ length: mostFilterValues - 1 }, (_, n) => `${prefix}${n}`)]

const widest = (store: AnyStore) =>
  layer(Layer.provideMerge(RunsQuery.layerWith(limits), store), { excludeTestServices: true })((it) => {
    it.effect.each([
      ["a branch for each actor", "demo.*", 60],
      ["a branch for each tool", "demo.path0", 0]
    ] as const)("a filter with as many values as every field may have is answered: %s", ([, tool, pathsBelow]) =>
      Effect.gen(function* () {
        yield* emptyStore
        yield* insertWholeRuns([
          { id: runIdOf(1), startedAt: 1000, actorId: "ada", trigger: "mcp", tools: ["demo.path0"], durationMs: 5, title: "refund" },
          { id: runIdOf(2), startedAt: 1001, actorId: "somebody else", trigger: "mcp", tools: Array.from({ length: pathsBelow }, (_, n) => `demo.path${n}`) }
        ])
        const filter = yield* Schema.decodeUnknownEffect(RunFilter)({
          status: RunStatus.literals,
          trigger: Trigger.literals,
          kind: RunKind.literals,
          actor: full("actor-", "ada"),
          tool: pathsBelow > 0 ? full("other.path", tool) : [tool, ...Array.from({ length: 39 }, (_, n) => `other.path${n}`)],
          approval: approvalStates,
          q: "refund",
          from: 0,
          to: 5000,
          minDurationMs: 0,
          maxDurationMs: 900
        })
        const query = yield* RunsQuery
        for (const asked of [filter, { ...filter, q: undefined }]) {
          assert.deepStrictEqual(idsOf([yield* query.list(aTeam, asked, { cursor: null, limit: 5 })]), [runIdOf(1)])
          assert.strictEqual((yield* query.count(aTeam, asked)).total, 1)
          assert.deepStrictEqual(yield* query.matching(aTeam, asked, [runIdOf(1), runIdOf(2)]), [runIdOf(1)])
          const { buckets } = yield* query.histogram(aTeam, asked, 2)
          assert.deepStrictEqual(buckets.map(({ counts }) => counts).filter((counts) => counts.completed === 1).length, 1)
          const facets = yield* query.facets(aTeam, asked, facetFields)
          assert.strictEqual(facets.actor?.find(({ value }) => value === "ada")?.count, 1)
        }
      })
    )
  })

for (const { name, store } of bothStores) {
  describe(`filters on ${name}`, () => suite(store))
  describe(`the widest filter on ${name}`, () => widest(store))
}
