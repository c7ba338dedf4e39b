import { empty, join, type Sql, sqltag as sql } from "@prisma/client/runtime/client"
import type { RunId, TeamId } from "../../domain/ids"
import type { RunStatus } from "../../domain/run"
import type { RunFilter } from "../../domain/run-filter"
import type { Dialect } from "../../store/sql/statement"

/*
 * Lists of runs, in SQL that both stores understand as it stands. What makes them fast at a million runs: every branch
 * walks one index, in its order, from the place of the cursor, and stops after a page.
 */

/** A place in the order (startedAt, id): only runs strictly older or newer than it. */
export interface RunPlace {
  readonly towards: "older" | "newer"
  readonly startedAt: number
  readonly id: string
}

const columns = sql`"id", "kind", "status", "title", "trigger", "actorKind", "actorId", "actorLabel", "startedAt", "finishedAt", "durationMs", "humanWaitMs",
  "waitingSince", "toolCallCount", "failedToolCallCount", "pendingInteractionCount", "waitingFor", "waitingInteractionId", "lastDecision", "lastDecisionBy",
  "tools", "version", "parentRunId", "rerunOf"`

const oneOf = (column: Sql, values: ReadonlyArray<string> | undefined): Sql =>
  values === undefined ? empty : values.length === 0 ? sql` AND 1 = 0` : sql` AND ${column} IN (${join(values)})`

/** Everything but the status, which decides over the index. */
const conditions = ({ kind, trigger, actor, from, to }: RunFilter): Sql =>
  sql`${oneOf(sql`"kind"`, kind)}${oneOf(sql`"trigger"`, trigger)}${oneOf(sql`"actorId"`, actor)}${
    from === undefined ? empty : sql` AND "startedAt" >= ${BigInt(Math.ceil(from))}`
  }${to === undefined ? empty : sql` AND "startedAt" < ${BigInt(Math.ceil(to))}`}`

/**
 * One branch per status, since an index that starts with the status gives the right order only within one status;
 * without a status the team's own index does. Between these two SQLite, which knows no statistics, takes the wrong one as
 * soon as there is a range of time, and reads past all other statuses.
 */
const branches = (dialect: Dialect, filter: RunFilter, branch: (source: Sql, status: Sql) => Sql): Sql => {
  const statuses: ReadonlyArray<RunStatus> | undefined = filter.status
  if (statuses === undefined) return branch(sql`"Run"`, empty)
  if (statuses.length === 0) return branch(sql`"Run"`, sql` AND 1 = 0`)
  const byStatus = dialect === "sqlite" ? sql`"Run" INDEXED BY "Run_teamId_status_startedAt_id_idx"` : sql`"Run"`
  return join(
    [...new Set(statuses)].map((status) => branch(byStatus, sql` AND "status" = ${status}`)),
    " UNION ALL "
  )
}

/** At most `limit` runs next to the place, nearest first: newest first when going to older ones, oldest first otherwise. */
export const listRuns = (dialect: Dialect, teamId: TeamId, filter: RunFilter, place: RunPlace | null, limit: number): Sql => {
  const newer = place?.towards === "newer"
  const order = newer ? sql`ORDER BY "startedAt" ASC, "id" ASC` : sql`ORDER BY "startedAt" DESC, "id" DESC`
  const beyond =
    place === null
      ? empty
      : newer
        ? sql` AND ("startedAt", "id") > (${BigInt(place.startedAt)}, ${place.id})`
        : sql` AND ("startedAt", "id") < (${BigInt(place.startedAt)}, ${place.id})`
  const branch = (source: Sql, status: Sql) =>
    sql`SELECT * FROM (SELECT ${columns} FROM ${source} WHERE "teamId" = ${teamId}${status}${conditions(filter)}${beyond} ${order} LIMIT ${limit}) AS "branch"`
  return sql`SELECT * FROM (${branches(dialect, filter, branch)}) AS "page" ${order} LIMIT ${limit}`
}

/** How many match, counted up to `most`. */
export const countRuns = (dialect: Dialect, teamId: TeamId, filter: RunFilter, most: number): Sql => {
  const branch = (source: Sql, status: Sql) =>
    sql`SELECT * FROM (SELECT 1 AS "one" FROM ${source} WHERE "teamId" = ${teamId}${status}${conditions(filter)} LIMIT ${most}) AS "branch"`
  return sql`SELECT COUNT(*) AS "n" FROM (SELECT * FROM (${branches(dialect, filter, branch)}) AS "found" LIMIT ${most}) AS "counted"`
}

/** Runs below another one, oldest first. */
export const runsBelow = (teamId: TeamId, runId: RunId, limit: number): Sql =>
  sql`SELECT ${columns} FROM "Run" WHERE "parentRunId" = ${runId} AND "teamId" = ${teamId} ORDER BY "startedAt", "id" LIMIT ${limit}`

export const runsById = (teamId: TeamId, runIds: ReadonlyArray<RunId>): Sql =>
  sql`SELECT ${columns} FROM "Run" WHERE "id" IN (${join(runIds)}) AND "teamId" = ${teamId}`
