import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { temporaryStore } from "../../../test/fixtures/temporary-store"
import { Database } from "../database"
import * as decide from "./decide"
import * as end from "./end"
import * as open from "./open"
import * as outbox from "./outbox"
import * as settle from "./settle"
import type { Statement } from "./statement"
import * as step from "./step"
import * as submit from "./submit"

/** Statements that the writer sends, by name. */
const statements: ReadonlyArray<readonly [string, Statement]> = [submit, open, step, end, decide, settle, outbox].flatMap((module) =>
  Object.entries(module).flatMap(([name, make]) => {
    if (name === "enterWriter") return []
    const statement: (dialect: "sqlite", rows: ReadonlyArray<never>) => Statement | ReadonlyArray<Statement> = make
    const made = statement("sqlite", [])
    return "sql" in made ? [[name, made] as const] : []
  })
)

const tables = /\b(?:SCAN) (?!x\b|json_each\b|CONSTANT\b|\(subquery|o\b|p\b|f\b|d\b)(\w+)/

it.live("no statement of the writer reads a whole table", () =>
  Effect.gen(function* () {
    const { session } = yield* Database
    assert.isAbove(statements.length, 30)
    for (const [name, { sql, parameters }] of statements) {
      const [rows] = yield* session.transaction([{ sql: `EXPLAIN QUERY PLAN ${sql}`, parameters }])
      const plan = (rows ?? []).map((row) => String(row["detail"]))
      assert.isEmpty(
        plan.filter((line) => tables.test(line)),
        `${name}:\n${plan.join("\n")}`
      )
    }
  }).pipe(Effect.provide(temporaryStore()))
)

it.live("what is still open is found by its own index", () =>
  Effect.gen(function* () {
    const { session } = yield* Database
    const plans = yield* session.transaction([
      { sql: `EXPLAIN QUERY PLAN SELECT "id" FROM "Interaction" WHERE "teamId" = ? AND "status" = ? AND "resolvedAt" IS NULL`, parameters: ["t", "pending"] },
      {
        sql: `EXPLAIN QUERY PLAN SELECT "id" FROM "Interaction" WHERE "status" = 'pending' AND "expiresAt" IS NOT NULL AND "expiresAt" <= ? ORDER BY "expiresAt" LIMIT 5`,
        parameters: [1]
      },
      { sql: `EXPLAIN QUERY PLAN SELECT "id" FROM "Run" WHERE "finishedAt" IS NULL ORDER BY "startedAt", "id"`, parameters: [] }
    ])
    const text = plans.map((rows) => rows.map((row) => String(row["detail"])).join(" "))
    assert.include(text[0], "Interaction_teamId_resolvedAt_id_idx (teamId=? AND resolvedAt=?)")
    assert.include(text[1], "Interaction_deadline")
    assert.include(text[2], "Run_unfinished")
  }).pipe(Effect.provide(temporaryStore()))
)
