import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { temporaryStore } from "../../test/fixtures/temporary-store"
import { TeamId } from "../domain/ids"
import { Database } from "../store/database"
import { callsOfTools } from "./sql/past-calls"

it.live("a tool's newest calls are read along their index, and sorted is only what is of one moment and what comes of all tools", () =>
  Effect.gen(function* () {
    const { session } = yield* Database
    const { sql, values } = callsOfTools(TeamId.make("t"), ["a.b", "a.c"], 1, 5)
    const parameters = values.map((value) => (typeof value === "bigint" || typeof value === "number" ? Number(value) : String(value)))
    const [rows] = yield* session.transaction([{ sql: `EXPLAIN QUERY PLAN ${sql}`, parameters }])
    const plan = (rows ?? []).map((row) => String(row["detail"]))
    const lines = (part: string) => plan.filter((line) => line.includes(part)).length
    assert.strictEqual(lines("ToolCall_path_startedAt_idx (path=? AND startedAt>?)"), 2, plan.join("\n"))
    assert.strictEqual(lines("USE TEMP B-TREE FOR LAST 2 TERMS OF ORDER BY"), 2, plan.join("\n"))
    assert.strictEqual(lines("SCAN c") + lines("SCAN r"), 0, plan.join("\n"))
  }).pipe(Effect.provide(temporaryStore()))
)
