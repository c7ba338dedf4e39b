import { empty, join, raw, type Sql, sqltag as sql } from "@prisma/client/runtime/client"
import type { RunId, TeamId } from "../../domain/ids"
import type { FacetField } from "../../domain/run-filter"
import type { Dialect } from "../../store/sql/statement"
import { type Branch, branchesOf, namedBranch, type PlannedFilter } from "./run-branches"

/*
 * Lists of runs and counts of them, in SQL that both stores understand as it stands. What makes them fast at a million
 * runs: every branch walks one index, in its order, and stops after as many as are wanted.
 */

/** A place in the order (startedAt, id): only runs strictly older or newer than it. */
export interface RunPlace {
  readonly towards: "older" | "newer"
  readonly startedAt: number
  readonly id: string
}

const columns = join(
  [
    "id",
    "kind",
    "status",
    "title",
    "trigger",
    "actorKind",
    "actorId",
    "actorLabel",
    "startedAt",
    "finishedAt",
    "durationMs",
    "humanWaitMs",
    "waitingSince",
    "toolCallCount",
    "failedToolCallCount",
    "pendingInteractionCount",
    "waitingFor",
    "waitingInteractionId",
    "lastDecision",
    "lastDecisionBy",
    "tools",
    "version",
    "parentRunId",
    "rerunOf"
  ].map((name) => raw(`"Run"."${name}"`))
)

const united = (dialect: Dialect, planned: PlannedFilter, branch: (one: Branch) => Sql): Sql => {
  const { all, overlap } = branchesOf(dialect, planned)
  return join(
    all.map((one) => sql`SELECT * FROM (${branch(one)}) AS "branch"`),
    overlap ? " UNION " : " UNION ALL "
  )
}

/** At most `limit` runs next to the place, nearest first: newest first when going to older ones, oldest first otherwise. */
export const listRuns = (dialect: Dialect, planned: PlannedFilter, place: RunPlace | null, limit: number): Sql => {
  const newer = place?.towards === "newer"
  const direction = newer ? sql`ASC` : sql`DESC`
  const branch = ({ from, where, startedAt, id }: Branch) => {
    const beyond = place === null ? empty : sql` AND (${startedAt}, ${id}) ${newer ? sql`>` : sql`<`} (${BigInt(place.startedAt)}, ${place.id})`
    return sql`SELECT ${columns} FROM ${from} WHERE ${where}${beyond} ORDER BY ${startedAt} ${direction}, ${id} ${direction} LIMIT ${limit}`
  }
  return sql`SELECT * FROM (${united(dialect, planned, branch)}) AS "page" ORDER BY "startedAt" ${direction}, "id" ${direction} LIMIT ${limit}`
}

/** The newest `limit` that match, by id. */
export const idsInOrder = (dialect: Dialect, planned: PlannedFilter, limit: number): Sql => {
  const branch = ({ from, where, startedAt, id }: Branch) =>
    sql`SELECT ${id} AS "id", ${startedAt} AS "startedAt" FROM ${from} WHERE ${where} ORDER BY ${startedAt} DESC, ${id} DESC LIMIT ${limit}`
  return sql`SELECT "id" FROM (${united(dialect, planned, branch)}) AS "page" ORDER BY "startedAt" DESC, "id" DESC LIMIT ${limit}`
}

/** Those of the named runs that match. */
export const idsOfRuns = (dialect: Dialect, planned: PlannedFilter, runIds: ReadonlyArray<string>): Sql => {
  const { from, where, id } = namedBranch(dialect, planned, runIds)
  return sql`SELECT ${id} AS "id" FROM ${from} WHERE ${where}`
}

/** How many match, counted up to `most`. */
export const countRuns = (dialect: Dialect, planned: PlannedFilter, most: number): Sql => {
  const branch = ({ from, where, id }: Branch) => sql`SELECT ${id} AS "id" FROM ${from} WHERE ${where} LIMIT ${most}`
  return sql`SELECT COUNT(*) AS "n" FROM (SELECT * FROM (${united(dialect, planned, branch)}) AS "found" LIMIT ${most}) AS "counted"`
}

const approvalState = sql`CASE WHEN "Run"."pendingInteractionCount" > 0 THEN 'pending' ELSE coalesce("Run"."lastDecision", 'none') END`

const columnOf = (field: Exclude<FacetField, "tool">): Sql => {
  switch (field) {
    case "status":
      return sql`"Run"."status"`
    case "kind":
      return sql`"Run"."kind"`
    case "trigger":
      return sql`"Run"."trigger"`
    case "actor":
      return sql`"Run"."actorId"`
    case "approval":
      return approvalState
  }
}

/** How many of the newest `most` matching runs have which value of a field. */
export const groupRuns = (dialect: Dialect, planned: PlannedFilter, field: FacetField, most: number): Sql => {
  const value = field === "tool" ? sql`''` : columnOf(field)
  const branch = ({ from, where, startedAt, id }: Branch) =>
    sql`SELECT ${id} AS "id", ${startedAt} AS "startedAt", ${value} AS "value", "Run"."actorLabel" AS "label" FROM ${from} WHERE ${where} ORDER BY ${startedAt} DESC, ${id} DESC LIMIT ${most}`
  const newest = sql`(SELECT * FROM (${united(dialect, planned, branch)}) AS "page" ORDER BY "startedAt" DESC, "id" DESC LIMIT ${most}) AS "found"`
  return field === "tool"
    ? sql`SELECT "u"."path" AS "value", '' AS "label", COUNT(*) AS "n" FROM ${newest} JOIN "RunTool" AS "u" ON "u"."runId" = "found"."id" GROUP BY "u"."path" ORDER BY 3 DESC, 1`
    : sql`SELECT "value", MAX("label") AS "label", COUNT(*) AS "n" FROM ${newest} GROUP BY "value" ORDER BY 3 DESC, 1`
}

/** How many runs of each bucket of time have which status. */
export const runsOverTime = (dialect: Dialect, planned: PlannedFilter, from: number, bucketMs: number): Sql => {
  const branch = ({ from: source, where, startedAt, id }: Branch) =>
    sql`SELECT ${id} AS "id", ${startedAt} AS "startedAt", "Run"."status" AS "status" FROM ${source} WHERE ${where}`
  return sql`SELECT ("startedAt" - CAST(${BigInt(from)} AS BIGINT)) / CAST(${BigInt(bucketMs)} AS BIGINT) AS "bucket", "status", COUNT(*) AS "n"
    FROM (${united(dialect, planned, branch)}) AS "found" GROUP BY 1, 2`
}

/** The same by days, from what is counted with the rows themselves. Only status and kind are known of a day. */
export const daysOfRuns = (teamId: TeamId): Sql => sql`SELECT "day", "kind", "status", "n" FROM "RunStatDay" WHERE "teamId" = ${teamId} AND "n" > 0`

/** Runs below another one, oldest first. */
export const runsBelow = (teamId: TeamId, runId: RunId, limit: number): Sql =>
  sql`SELECT ${columns} FROM "Run" WHERE "parentRunId" = ${runId} AND "teamId" = ${teamId} ORDER BY "startedAt", "id" LIMIT ${limit}`

export const runsById = (teamId: TeamId, runIds: ReadonlyArray<RunId>): Sql =>
  sql`SELECT ${columns} FROM "Run" WHERE "id" IN (${join(runIds)}) AND "teamId" = ${teamId}`
