import { type Sql, sqltag as sql } from "@prisma/client/runtime/client"
import type { TeamId } from "../../domain/ids"

/*
 * Figures about a team's runs, in SQL that both stores understand as it stands. Each looks at the newest runs of a range and
 * no further, so that a figure costs the same however many there are. Percentiles are by nearest rank: the smallest value
 * that so many percent do not exceed.
 */

export interface Sample {
  readonly teamId: TeamId
  /** Of `startedAt`: from the first millisecond inside to the first one outside. */
  readonly from: number
  readonly to: number
  readonly mostRuns: number
  /** Calls are looked at run by run, from the newest on, until there are so many. */
  readonly mostCalls: number
}

const sampled = ({ teamId, from, to, mostRuns }: Sample): Sql =>
  sql`SELECT "id", "startedAt", "status", "durationMs", "humanWaitMs", "actorKind", "actorId", "actorLabel", "toolCallCount"
    FROM "Run" WHERE "teamId" = ${teamId} AND "startedAt" >= ${BigInt(from)} AND "startedAt" < ${BigInt(to)}
    ORDER BY "startedAt" DESC, "id" DESC LIMIT ${mostRuns}`

const isBad = sql`"status" IN ('failed', 'interrupted')`

/** Of `"value"` in `"ranked"`, which has the value's `"rank"` from 1 on and `"n"`, the number of values. */
const percentiles = sql`MAX("n") AS "n",
  MAX(CASE WHEN "rank" = ("n" * 50 + 99) / 100 THEN "value" END) AS "p50",
  MAX(CASE WHEN "rank" = ("n" * 95 + 99) / 100 THEN "value" END) AS "p95",
  MAX(CASE WHEN "rank" = ("n" * 99 + 99) / 100 THEN "value" END) AS "p99"`

export const runTotals = (sample: Sample): Sql =>
  sql`SELECT "status", COUNT(*) AS "n", MIN("startedAt") AS "oldest" FROM (${sampled(sample)}) AS "s" GROUP BY "status"`

/** How long runs took: in all, without people, and with them. */
export const runTimes = (sample: Sample): Sql =>
  sql`WITH "s" AS (${sampled(sample)}),
    "v" AS (
      SELECT 'total' AS "key", "durationMs" AS "value" FROM "s" WHERE "durationMs" IS NOT NULL
      UNION ALL SELECT 'machine', CASE WHEN "humanWaitMs" > "durationMs" THEN 0 ELSE "durationMs" - "humanWaitMs" END FROM "s" WHERE "durationMs" IS NOT NULL
      UNION ALL SELECT 'human', "humanWaitMs" FROM "s" WHERE "durationMs" IS NOT NULL AND "humanWaitMs" > 0),
    "ranked" AS (SELECT "key", "value", ROW_NUMBER() OVER (PARTITION BY "key" ORDER BY "value") AS "rank", COUNT(*) OVER (PARTITION BY "key") AS "n" FROM "v")
    SELECT "key", ${percentiles} FROM "ranked" GROUP BY "key"`

/** By who submitted, those with most runs first: how many ended badly, and the time without people. */
export const runsByActor = (sample: Sample, limit: number): Sql =>
  sql`WITH "s" AS (${sampled(sample)}),
    "counted" AS (SELECT "actorId", MAX("actorKind") AS "actorKind", MAX("actorLabel") AS "actorLabel", COUNT(*) AS "runs", SUM(CASE WHEN ${isBad} THEN 1 ELSE 0 END) AS "failed" FROM "s" GROUP BY "actorId"),
    "v" AS (SELECT "actorId", CASE WHEN "humanWaitMs" > "durationMs" THEN 0 ELSE "durationMs" - "humanWaitMs" END AS "value" FROM "s" WHERE "durationMs" IS NOT NULL),
    "ranked" AS (SELECT "actorId", "value", ROW_NUMBER() OVER (PARTITION BY "actorId" ORDER BY "value") AS "rank", COUNT(*) OVER (PARTITION BY "actorId") AS "n" FROM "v"),
    "times" AS (SELECT "actorId", ${percentiles} FROM "ranked" GROUP BY "actorId")
    SELECT c."actorId" AS "id", c."actorKind" AS "kind", c."actorLabel" AS "label", c."runs", c."failed", t."p50", t."p95", t."p99"
    FROM "counted" c LEFT JOIN "times" t ON t."actorId" = c."actorId" ORDER BY c."runs" DESC, c."actorId" LIMIT ${limit}`

/** By tool, those called most first. A call's time is without the wait for its approval. */
export const callsByTool = (sample: Sample, limit: number): Sql =>
  sql`WITH "s" AS (${sampled(sample)}),
    "few" AS (SELECT "id", SUM("toolCallCount") OVER (ORDER BY "startedAt" DESC, "id" DESC ROWS UNBOUNDED PRECEDING) - "toolCallCount" AS "before" FROM "s"),
    "calls" AS (
      SELECT c."path", c."status", c."finishedAt" - c."startedAt" - COALESCE(i."resolvedAt" - i."createdAt", 0) AS "value", c."finishedAt", c."runId"
      FROM "few" JOIN "ToolCall" c ON c."runId" = "few"."id" LEFT JOIN "Interaction" i ON i."id" = c."interactionId"
      WHERE "few"."before" < ${sample.mostCalls}),
    "counted" AS (SELECT "path", COUNT(*) AS "calls", COUNT(DISTINCT "runId") AS "runs", SUM(CASE WHEN "status" = 'failed' THEN 1 ELSE 0 END) AS "failed" FROM "calls" GROUP BY "path"),
    "v" AS (SELECT "path", CASE WHEN "value" < 0 THEN 0 ELSE "value" END AS "value" FROM "calls" WHERE "finishedAt" IS NOT NULL AND "status" IN ('completed', 'failed')),
    "ranked" AS (SELECT "path", "value", ROW_NUMBER() OVER (PARTITION BY "path" ORDER BY "value") AS "rank", COUNT(*) OVER (PARTITION BY "path") AS "n" FROM "v"),
    "times" AS (SELECT "path", ${percentiles} FROM "ranked" GROUP BY "path")
    SELECT c."path", c."calls", c."runs", c."failed", t."p50", t."p95", t."p99"
    FROM "counted" c LEFT JOIN "times" t ON t."path" = c."path" ORDER BY c."calls" DESC, c."path" LIMIT ${limit}`

/** What became of the questions that these runs asked, and how long people took over those that they answered. */
export const approvalTimes = (sample: Sample): Sql =>
  sql`WITH "s" AS (${sampled(sample)}),
    "few" AS (SELECT "id", SUM("toolCallCount") OVER (ORDER BY "startedAt" DESC, "id" DESC ROWS UNBOUNDED PRECEDING) - "toolCallCount" AS "before" FROM "s"),
    "asked" AS (
      SELECT i."status", CASE WHEN i."status" IN ('accepted', 'declined') AND i."resolvedVia" IN ('console', 'api', 'mcp') THEN i."resolvedAt" - i."createdAt" END AS "value"
      FROM "few" JOIN "Interaction" i ON i."runId" = "few"."id" WHERE "few"."before" < ${sample.mostCalls}),
    "ranked" AS (SELECT "value", ROW_NUMBER() OVER (ORDER BY "value") AS "rank", COUNT(*) OVER () AS "n" FROM "asked" WHERE "value" IS NOT NULL)
    SELECT 'latency' AS "key", ${percentiles} FROM "ranked"
    UNION ALL SELECT "status", COUNT(*), NULL, NULL, NULL FROM "asked" GROUP BY "status"`
