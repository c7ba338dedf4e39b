import { assert, describe, layer } from "@effect/vitest"
import type { Sql } from "@prisma/client/runtime/client"
import { Effect } from "effect"
import { type AnyStore, bothStores } from "../../../test/fixtures/both-stores"
import { aTeam, insertCrowd, insertInteractions, insertRuns, interactionIdOf, runIdOf } from "../../../test/fixtures/run-rows"
import { Database } from "../../store/database"
import type { Dialect, Statement } from "../../store/sql/statement"
import { eventHeads, eventsById, eventsOfRun, lastEvent, printedByRun } from "./events"
import { countPending, decidedInteractions, interactionsById, interactionsOfRun, pendingInteractions } from "./interactions"
import type { PlannedFilter } from "./run-branches"
import { countRuns, groupRuns, listRuns, runsById, runsOverTime } from "./runs"

const older = { towards: "older", startedAt: 10_000, id: "crowd-10000" } as const
const newer = { ...older, towards: "newer" } as const
const about = (filter: PlannedFilter["filter"], more: Partial<PlannedFilter> = {}): PlannedFilter => ({
  teamId: aTeam,
  filter,
  paths: null,
  wordsAreRare: false,
  ...more
})
const all = about({})
const some = about({ status: ["running", "failed"], trigger: ["api"], from: 1, to: 19_000 })
const twoTools = about({ tool: ["demo.*"] }, { paths: ["demo.echo", "demo.slow"] })
const rareWords = about({ q: "invoice" }, { wordsAreRare: true })

/** Every query of a list, of a count and of the event log. */
const queriesFor = (dialect: Dialect): Readonly<Record<string, Sql>> => ({
  "the first page": listRuns(dialect, all, null, 51),
  "an older page": listRuns(dialect, all, older, 51),
  "a newer page": listRuns(dialect, all, newer, 51),
  "the first page of some statuses": listRuns(dialect, some, null, 51),
  "an older page of some statuses": listRuns(dialect, some, older, 51),
  "a newer page of some statuses": listRuns(dialect, some, newer, 51),
  "a count": countRuns(dialect, all, 10_001),
  "a count of some statuses": countRuns(dialect, some, 10_001),
  "the first page of an actor": listRuns(dialect, about({ actor: ["ada", "bob"] }), null, 51),
  "an older page of a trigger": listRuns(dialect, about({ trigger: ["schedule"] }), older, 51),
  "a newer page of some tools": listRuns(dialect, twoTools, newer, 51),
  "the first page of those who asked": listRuns(dialect, about({ approval: ["pending", "declined"] }), null, 51),
  "runs with rare words": listRuns(dialect, rareWords, older, 51),
  "runs with common words": listRuns(dialect, about({ q: "invoice" }), older, 51),
  "a run by its id": listRuns(dialect, about({ q: runIdOf(1) }), null, 51),
  "a count of some tools": countRuns(dialect, twoTools, 10_001),
  "a facet of statuses": groupRuns(dialect, all, "status", 20_001),
  "a facet of tools": groupRuns(dialect, some, "tool", 20_001),
  "a histogram": runsOverTime(dialect, some, 1, 1000),
  "runs by id": runsById(aTeam, [runIdOf(1), runIdOf(2)]),
  "pending interactions": pendingInteractions(aTeam, undefined, null, 51),
  "more pending interactions": pendingInteractions(aTeam, undefined, { expiresAt: null, createdAt: 1, id: interactionIdOf(1) }, 51),
  "pending interactions of a run": pendingInteractions(aTeam, runIdOf(1), null, 51),
  "decided interactions": decidedInteractions(aTeam, { runId: undefined, status: null }, null, 51),
  "more decided interactions": decidedInteractions(aTeam, { runId: undefined, status: "accepted" }, { resolvedAt: 5, id: interactionIdOf(1) }, 51),
  "decided interactions of a run": decidedInteractions(aTeam, { runId: runIdOf(1), status: null }, null, 51),
  "the number of pending interactions": countPending(aTeam, undefined),
  "interactions by id": interactionsById(aTeam, [interactionIdOf(1)]),
  "interactions of a run": interactionsOfRun(aTeam, runIdOf(1)),
  "the end of the log": lastEvent,
  "the log of all teams": eventHeads({ after: 1, upTo: 9, limit: 500 }),
  "the log of a team": eventHeads({ after: 1, upTo: 9, limit: 500, teamId: aTeam }),
  "events by id": eventsById([1, 2]),
  "events of a run": eventsOfRun(aTeam, runIdOf(1), 3, 500),
  "what a run printed": printedByRun(aTeam, runIdOf(1))
})

const plain = (values: ReadonlyArray<unknown>): Statement["parameters"] =>
  values.map((value) => (typeof value === "string" || value === null ? value : Number(value)))

/** Lines of the plan. On PostgreSQL reading whole is made expensive, since small tables are cheapest read whole. */
const planOf = Effect.fn(function* (sql: Sql) {
  const { session } = yield* Database
  if (session.dialect === "sqlite") {
    const [rows] = yield* session.transaction([{ sql: `EXPLAIN QUERY PLAN ${sql.sql}`, parameters: plain(sql.values) }])
    return (rows ?? []).map((row) => String(row["detail"]))
  }
  const [, rows] = yield* session.transaction([
    { sql: "SET LOCAL enable_seqscan = off", parameters: [] },
    { sql: `EXPLAIN ${sql.text}`, parameters: plain(sql.values) }
  ])
  return (rows ?? []).map((row) => String(row["QUERY PLAN"]))
})

const orders = [
  ["statuses", "Run_teamId_status_startedAt_id_idx"],
  ["actor", "Run_by_actor"],
  ["trigger", "Run_by_trigger"],
  ["tools", "RunTool"],
  ["asked", "Run_decided"]
] as const

/** A table read from end to end. SQLite calls walking an index or a subquery a scan as well. */
const isFullScan = (line: string): boolean => /^SCAN (Run|RunEvent|Interaction|i|r)$/.test(line.trim()) || /Seq Scan on/.test(line)

const suite = (store: AnyStore) =>
  layer(store, { excludeTestServices: true })((it) => {
    it.effect("no query of a list reads a whole table", () =>
      Effect.gen(function* () {
        yield* insertCrowd(20_000)
        yield* insertRuns([{ id: runIdOf(1), startedAt: 1 }])
        yield* insertInteractions(
          Array.from({ length: 300 }, (_, n) => ({
            id: interactionIdOf(n),
            runId: runIdOf(1),
            createdAt: n,
            status: n % 30 === 0 ? "pending" : "accepted",
            resolvedAt: n
          }))
        )
        const { kind, session } = yield* Database
        if (kind === "postgresql") yield* session.transaction([{ sql: "ANALYZE", parameters: [] }])
        for (const [name, sql] of Object.entries(queriesFor(kind))) {
          const plan = yield* planOf(sql)
          assert.isNotEmpty(plan, name)
          assert.deepStrictEqual(plan.filter(isFullScan), [], `${name}:\n${plan.join("\n")}`)
        }
      })
    )

    it.effect("a page is read from the index that has its order", () =>
      Effect.gen(function* () {
        const { kind } = yield* Database
        for (const [name, sql] of Object.entries(queriesFor(kind)).filter(([name]) => name.includes("page"))) {
          const [, index] = orders.find(([what]) => name.includes(what)) ?? ["", "Run_teamId_startedAt_id_idx"]
          assert.include((yield* planOf(sql)).join("\n"), index, name)
        }
      })
    )
  })

for (const { name, store } of bothStores) describe(`query plans on ${name}`, () => suite(store))
