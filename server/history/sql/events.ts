import { empty, join, type Sql, sqltag as sql } from "@prisma/client/runtime/client"
import type { RunId, TeamId } from "../../domain/ids"
import { upToMost } from "../../store/sql/statement"

/* The event log, in SQL that both stores understand as it stands. */

export const lastEvent: Sql = sql`SELECT COALESCE(MAX("id"), 0) AS "n" FROM "RunEvent"`

/** Without payloads, except where they are small and name the interaction. */
export const eventHeads = (range: { readonly after: number; readonly upTo: number; readonly limit: number; readonly teamId?: TeamId }): Sql =>
  sql`SELECT "id", "runId", "teamId", "type", CASE WHEN "type" IN ('InteractionStarted', 'InteractionResolved', 'InteractionChanged') THEN "data" END AS "data" FROM "RunEvent"
    WHERE "id" > ${upToMost(range.after)} AND "id" <= ${range.upTo}${range.teamId === undefined ? empty : sql` AND "teamId" = ${range.teamId}`} ORDER BY "id" LIMIT ${range.limit}`

export const eventsById = (ids: ReadonlyArray<number>): Sql =>
  sql`SELECT "id", "runId", "teamId", "seq", "type", "at", "data" FROM "RunEvent" WHERE "id" IN (${join(ids)})`

export const eventsOfRun = (teamId: TeamId, runId: RunId, after: number, limit: number): Sql =>
  sql`SELECT "id", "runId", "teamId", "seq", "type", "at", "data" FROM "RunEvent" WHERE "runId" = ${runId} AND "seq" > ${upToMost(after)} AND "teamId" = ${teamId} ORDER BY "seq" LIMIT ${limit}`

export const lastSeqOfRun = (teamId: TeamId, runId: RunId): Sql =>
  sql`SELECT COALESCE(MAX("seq"), 0) AS "n" FROM "RunEvent" WHERE "runId" = ${runId} AND "teamId" = ${teamId}`

/** What the program put out and logged, and when the run was rebuilt. */
export const printedByRun = (teamId: TeamId, runId: RunId): Sql =>
  sql`SELECT "id", "runId", "teamId", "seq", "type", "at", "data" FROM "RunEvent" WHERE "runId" = ${runId} AND "teamId" = ${teamId} AND "type" IN ('OutputEmitted', 'LogWritten', 'RunRebuilt') ORDER BY "seq"`
