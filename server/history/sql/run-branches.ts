import { empty, join, raw, type Sql, sqltag as sql } from "@prisma/client/runtime/client"
import type { TeamId } from "../../domain/ids"
import type { RunFilter } from "../../domain/run-filter"
import { type ApprovalState, statesOf } from "../../domain/run-matching"
import { isRunIdSearch } from "../../domain/search-text"
import { type Dialect, storable } from "../../store/sql/statement"
import { hasWords } from "./search"

/*
 * A filter in SQL, as branches. Each branch walks one index in the order of a list, from a place or a time on, and stops
 * after as many runs as are wanted; what the index does not say is checked row by row. Which index leads is decided here,
 * since SQLite knows no statistics: the one that leaves fewest rows to read in vain.
 */

/** What the reader has found out about a filter before it asks: see `plannedFor`. */
export interface PlannedFilter {
  readonly teamId: TeamId
  readonly filter: RunFilter
  /** The paths that the tool filter names, all of them; null without one. */
  readonly paths: ReadonlyArray<string> | null
  /** Few enough runs have the words to begin with them. */
  readonly wordsAreRare: boolean
}

export interface Branch {
  readonly from: Sql
  readonly where: Sql
  /** The order of a list, as the leading index has it. */
  readonly startedAt: Sql
  readonly id: Sql
}

/** One run may be in several branches: only then are they made distinct. */
export interface Branches {
  readonly all: ReadonlyArray<Branch>
  readonly overlap: boolean
}

/** With more paths than this a branch for each costs more than looking at the runs one by one. */
const mostPathBranches = 40

const runStartedAt = sql`"Run"."startedAt"`
const runId = sql`"Run"."id"`
const nothing = sql`1 = 0`

/** A statement has so many parameters at most, and these stand in it once for each branch: longer lists travel as one. */
const mostListed = 20

const isAmong = (dialect: Dialect, column: Sql, values: ReadonlyArray<string>): Sql => {
  if (values.length <= mostListed) return sql`${column} IN (${join([...values])})`
  const packed = JSON.stringify(values.map(storable))
  return dialect === "sqlite"
    ? sql`${column} IN (SELECT "value" FROM json_each(${packed}))`
    : sql`${column} IN (SELECT jsonb_array_elements_text(CAST(${packed} AS jsonb)))`
}

/** The column is one of the values; none match no run. */
const oneOf = (dialect: Dialect, column: Sql, values: ReadonlyArray<string> | undefined): Sql =>
  values === undefined ? empty : values.length === 0 ? sql` AND ${nothing}` : sql` AND ${isAmong(dialect, column, [...new Set(values)])}`

const stateIs = (state: ApprovalState): Sql => {
  switch (state) {
    case "pending":
      return sql`"Run"."pendingInteractionCount" > 0`
    case "none":
      return sql`("Run"."pendingInteractionCount" = 0 AND "Run"."lastDecision" IS NULL)`
    case "accepted":
    case "declined":
    case "cancelled":
    case "expired":
      return sql`("Run"."lastDecision" = ${state} AND "Run"."pendingInteractionCount" = 0)`
  }
}

const approvalIs = ({ approval }: RunFilter): Sql =>
  approval === undefined ? empty : approval.length === 0 ? sql` AND ${nothing}` : sql` AND (${join(statesOf(approval).map(stateIs), " OR ")})`

const usesOneOf = (dialect: Dialect, paths: ReadonlyArray<string> | null): Sql => {
  if (paths === null) return empty
  if (paths.length === 0) return sql` AND ${nothing}`
  return sql` AND EXISTS (SELECT 1 FROM "RunTool" AS "u" WHERE "u"."runId" = "Run"."id" AND ${isAmong(dialect, sql`"u"."path"`, paths)})`
}

const idBegins = (q: string): Sql => {
  const start = q.trim().toLowerCase()
  return start.length === 40 ? sql` AND "Run"."id" = ${start}` : sql` AND substr("Run"."id", 1, ${start.length}) = ${start}`
}

const bounds = (startedAt: Sql, { from, to }: RunFilter): Sql =>
  sql`${from === undefined ? empty : sql` AND ${startedAt} >= ${BigInt(Math.ceil(from))}`}${
    to === undefined ? empty : sql` AND ${startedAt} < ${BigInt(Math.ceil(to))}`
  }`

/** Everything that is said of the run itself, whatever index leads. */
const conditions = (dialect: Dialect, { filter, paths, wordsAreRare }: PlannedFilter, leading: Lead): Sql => {
  const { q, minDurationMs, maxDurationMs } = filter
  const text = q === undefined ? empty : isRunIdSearch(q) ? idBegins(q) : sql` AND ${hasWords(dialect, q, wordsAreRare)}`
  return sql`${oneOf(dialect, sql`"Run"."status"`, filter.status)}${oneOf(dialect, sql`"Run"."kind"`, filter.kind)}${oneOf(dialect, sql`"Run"."trigger"`, filter.trigger)}${
    leading === "actor" ? empty : oneOf(dialect, sql`"Run"."actorId"`, filter.actor)
  }${approvalIs(filter)}${leading === "tool" ? empty : usesOneOf(dialect, paths)}${text}${
    minDurationMs === undefined ? empty : sql` AND "Run"."durationMs" >= ${BigInt(minDurationMs)}`
  }${maxDurationMs === undefined ? empty : sql` AND "Run"."durationMs" <= ${BigInt(maxDurationMs)}`}`
}

type Lead = "text" | "tool" | "approval" | "actor" | "status" | "trigger" | "time"

/** Statuses that few runs have at any time. */
const passing: ReadonlyArray<string> = ["queued", "running", "waiting_for_interaction"]

const leadOf = ({ filter, paths, wordsAreRare }: PlannedFilter): Lead => {
  const { q, approval, actor, status, trigger } = filter
  if (q !== undefined && (wordsAreRare || (isRunIdSearch(q) && q.trim().length === 40))) return "text"
  if (status?.every((one) => passing.includes(one)) === true && status.length > 0) return "status"
  if (paths !== null && paths.length > 0 && paths.length <= mostPathBranches) return "tool"
  if (approval !== undefined && approval.length > 0 && !approval.includes("none")) return "approval"
  if (actor !== undefined && actor.length > 0) return "actor"
  if (status !== undefined && status.length > 0) return "status"
  if (trigger !== undefined && trigger.length > 0) return "trigger"
  return "time"
}

const indexed = (dialect: Dialect, index: string): Sql => (dialect === "sqlite" ? sql`"Run" INDEXED BY ${raw(`"${index}"`)}` : sql`"Run"`)

const ofRun = (from: Sql, where: Sql): Branch => ({ from, where, startedAt: runStartedAt, id: runId })

/** The branches that together give what the filter lets through. */
export const branchesOf = (dialect: Dialect, planned: PlannedFilter): Branches => {
  const { teamId, filter, paths } = planned
  const lead = leadOf(planned)
  const rest = conditions(dialect, planned, lead)
  const team = sql`"Run"."teamId" = ${teamId}`
  const each = (index: string, values: ReadonlyArray<string>, is: (value: string) => Sql): Branches => ({
    all: [...new Set(values)].map((value) => ofRun(indexed(dialect, index), sql`${team} AND ${is(value)}${bounds(runStartedAt, filter)}${rest}`)),
    overlap: false
  })
  switch (lead) {
    case "text":
      return { all: [ofRun(indexed(dialect, "sqlite_autoindex_Run_1"), sql`${team}${bounds(runStartedAt, filter)}${rest}`)], overlap: false }
    case "tool":
      return { all: (paths ?? []).map((path) => toolBranch(path, planned, rest)), overlap: (paths ?? []).length > 1 }
    case "approval": {
      const states = statesOf(filter.approval ?? [])
      const decided = states.filter((state) => state !== "pending")
      const asking = states.includes("pending")
        ? [ofRun(indexed(dialect, "Run_asking"), sql`${team} AND "Run"."pendingInteractionCount" > 0${bounds(runStartedAt, filter)}${rest}`)]
        : []
      return {
        all: [...asking, ...each("Run_decided", decided, (state) => sql`"Run"."lastDecision" = ${state} AND "Run"."pendingInteractionCount" = 0`).all],
        overlap: false
      }
    }
    case "actor":
      return each("Run_by_actor", filter.actor ?? [], (actor) => sql`"Run"."actorId" = ${actor}`)
    case "status":
      return each("Run_teamId_status_startedAt_id_idx", filter.status ?? [], (status) => sql`"Run"."status" = ${status}`)
    case "trigger":
      return each("Run_by_trigger", filter.trigger ?? [], (trigger) => sql`"Run"."trigger" = ${trigger}`)
    case "time":
      return { all: [ofRun(indexed(dialect, "Run_teamId_startedAt_id_idx"), sql`${team}${bounds(runStartedAt, filter)}${rest}`)], overlap: false }
  }
}

/** The same as one branch that walks no list: for runs that are named. */
export const namedBranch = (dialect: Dialect, planned: PlannedFilter, runIds: ReadonlyArray<string>): Branch =>
  ofRun(
    indexed(dialect, "sqlite_autoindex_Run_1"),
    sql`"Run"."id" IN (${join([...runIds])}) AND "Run"."teamId" = ${planned.teamId}${bounds(runStartedAt, planned.filter)}${conditions(dialect, { ...planned, wordsAreRare: false }, "text")}`
  )

/** `CROSS JOIN`: SQLite then reads the tables in this order, which is that of the list. */
const toolBranch = (path: string, { teamId, filter }: PlannedFilter, rest: Sql): Branch => {
  const startedAt = sql`"t"."startedAt"`
  return {
    from: sql`"RunTool" AS "t" CROSS JOIN "Run"`,
    where: sql`"t"."teamId" = ${teamId} AND "t"."path" = ${path}${bounds(startedAt, filter)} AND "Run"."id" = "t"."runId"${rest}`,
    startedAt,
    id: sql`"t"."runId"`
  }
}
