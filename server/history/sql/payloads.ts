import { join, type Sql, sqltag as sql } from "@prisma/client/runtime/client"
import type { RunId, TeamId, ToolCallId } from "../../domain/ids"

/* Values that may be large, in SQL that both stores understand as it stands: their size without their text, and their text in parts. */

/** Of a run: its program, and its result where it is no larger than `most` bytes. */
export const detailUpTo = (runId: RunId, most: number): Sql =>
  sql`SELECT "code", "timeoutMs", "args", "error", CASE WHEN octet_length("result") <= ${most} THEN "result" END AS "result", octet_length("result") AS "resultBytes"
    FROM "RunDetail" WHERE "runId" = ${runId}`

export const payloadSizes = (runId: RunId): Sql =>
  sql`SELECT "toolCallId", octet_length("args") AS "argsBytes", octet_length("result") AS "resultBytes" FROM "ToolCallPayload" WHERE "runId" = ${runId}`

/** Of the named calls, each value that is no larger than `most` bytes. */
export const payloadsUpTo = (runId: RunId, callIds: ReadonlyArray<ToolCallId>, most: number): Sql =>
  sql`SELECT "toolCallId", CASE WHEN octet_length("args") <= ${most} THEN "args" END AS "args", CASE WHEN octet_length("result") <= ${most} THEN "result" END AS "result"
    FROM "ToolCallPayload" WHERE "runId" = ${runId} AND "toolCallId" IN (${join(callIds)})`

/** Characters, not bytes: a part never ends within one. */
interface Part {
  readonly from: number
  readonly length: number
}

export const resultPart = (teamId: TeamId, runId: RunId, { from, length }: Part): Sql =>
  sql`SELECT substr("d"."result", ${from}, ${length}) AS "text" FROM "RunDetail" AS "d" JOIN "Run" AS "r" ON "r"."id" = "d"."runId"
    WHERE "d"."runId" = ${runId} AND "r"."teamId" = ${teamId} AND "d"."result" IS NOT NULL`

export const callPart = (teamId: TeamId, runId: RunId, callId: string, of: "args" | "result", { from, length }: Part): Sql => {
  const column = of === "args" ? sql`"p"."args"` : sql`"p"."result"`
  return sql`SELECT substr(${column}, ${from}, ${length}) AS "text" FROM "ToolCallPayload" AS "p" JOIN "Run" AS "r" ON "r"."id" = "p"."runId"
    WHERE "p"."runId" = ${runId} AND "p"."toolCallId" = ${callId} AND "r"."teamId" = ${teamId} AND ${column} IS NOT NULL`
}

/** The n-th thing that the run put out, from 0. */
export const outputAt = (teamId: TeamId, runId: RunId, index: number): Sql =>
  sql`SELECT "id", "runId", "teamId", "seq", "type", "at", "data" FROM "RunEvent"
    WHERE "runId" = ${runId} AND "teamId" = ${teamId} AND "type" = 'OutputEmitted' ORDER BY "seq" LIMIT 1 OFFSET ${index}`
