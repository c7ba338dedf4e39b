import type { PrismaClient, Run } from "../../generated/sqlite/client"

/*
 * What is still open. The conditions are part of the text: a partial index serves a query only when the query itself says
 * them, and a parameter does not. A run has a `finishedAt` exactly when it is over.
 */

export type Ids = Promise<ReadonlyArray<{ readonly id: string }>>

export const overdueIds = (client: PrismaClient, at: number, limit: number): Ids =>
  client.$queryRaw`SELECT "id" FROM "Interaction" WHERE "status" = 'pending' AND "expiresAt" IS NOT NULL AND "expiresAt" <= ${BigInt(Math.floor(at))} ORDER BY "expiresAt" LIMIT ${limit}`

/** Of those that wait for a deadline, the ones that reached half or nine tenths of their time and were not warned of yet. */
export const dueWarnings = (client: PrismaClient, at: number, limit: number): Promise<ReadonlyArray<{ readonly id: string; readonly warnings: bigint }>> => {
  const now = BigInt(Math.floor(at))
  return client.$queryRaw`SELECT "id", CASE WHEN 10 * (${now} - "waitsFrom") >= 9 * ("expiresAt" - "waitsFrom") THEN 2 ELSE 1 END AS "warnings" FROM "Interaction"
    WHERE "status" = 'pending' AND "expiresAt" IS NOT NULL AND "expiresAt" > ${now} AND "waitsFrom" IS NOT NULL
    AND CASE WHEN 10 * (${now} - "waitsFrom") >= 9 * ("expiresAt" - "waitsFrom") THEN 2 WHEN 2 * (${now} - "waitsFrom") >= "expiresAt" - "waitsFrom" THEN 1 ELSE 0 END > "warnings"
    ORDER BY "expiresAt" LIMIT ${limit}`
}

/** Webhooks that are active and have messages that are due. */
export const dueWebhooks = (client: PrismaClient, at: number, limit: number): Ids =>
  client.$queryRaw`SELECT DISTINCT w."id" AS "id" FROM "WebhookDelivery" d JOIN "Webhook" w ON w."id" = d."webhookId" AND w."status" = 'active'
    WHERE d."status" = 'waiting' AND d."nextAt" <= ${BigInt(Math.floor(at))} LIMIT ${limit}`

export type UnfinishedRow = Pick<Run, "id" | "teamId" | "status" | "cancelWish" | "pendingInteractionCount"> & {
  /** Journal entries by type: what was called and not settled is open. */
  readonly calls: bigint
  readonly settles: bigint
  /** 1 when the run is below another one that is over. */
  readonly orphaned: bigint
  /** What was journaled last, owners apart. */
  readonly last: string | null
  /** Pending questions of calls that were under way: these calls are open, and wait for nobody any more. */
  readonly inCall: bigint
  /** Settlements that follow each other at the journal's end, before the calls after them. */
  readonly together: bigint
}

export const unfinishedRuns = (client: PrismaClient): Promise<ReadonlyArray<UnfinishedRow>> =>
  client.$queryRaw`
    SELECT r."id", r."teamId", r."status", r."cancelWish", r."pendingInteractionCount",
      (SELECT COUNT(*) FROM "JournalEntry" j WHERE j."runId" = r."id" AND j."type" = 'Call') AS "calls",
      (SELECT COUNT(*) FROM "JournalEntry" j WHERE j."runId" = r."id" AND j."type" = 'Settle') AS "settles",
      (SELECT j."type" FROM "JournalEntry" j WHERE j."runId" = r."id" AND j."type" <> 'Own' ORDER BY j."seq" DESC LIMIT 1) AS "last",
      (SELECT COUNT(*) FROM "JournalEntry" j WHERE j."runId" = r."id" AND j."type" = 'Settle' AND j."seq" > COALESCE(
        (SELECT MAX(c."seq") FROM "JournalEntry" c WHERE c."runId" = r."id" AND c."type" = 'Call' AND c."seq" <
          (SELECT MAX(s."seq") FROM "JournalEntry" s WHERE s."runId" = r."id" AND s."type" = 'Settle')), -1)) AS "together",
      (SELECT COUNT(*) FROM "Interaction" i WHERE i."runId" = r."id" AND i."status" = 'pending' AND i."toolCallId" IS NOT NULL AND i."kind" <> 'approval') AS "inCall",
      (SELECT COUNT(*) FROM "Run" p WHERE p."id" = r."parentRunId" AND p."finishedAt" IS NOT NULL) AS "orphaned"
    FROM "Run" r WHERE r."finishedAt" IS NULL ORDER BY r."startedAt", r."id"`

/** The run that it belongs to is over. */
export const isOrphan = (row: UnfinishedRow): boolean => Number(row.orphaned) > 0

/**
 * All that is open are questions nobody has answered, and nobody wants the run to stop. After a settlement the program may
 * have more to do than to wait: whether it got that far before its process stopped is not known. After several at once the
 * calls that follow may be those of the first one only.
 */
export const onlyAsks = (row: UnfinishedRow): boolean =>
  row.cancelWish === null &&
  row.last === "Call" &&
  Number(row.together) <= 1 &&
  row.pendingInteractionCount > 0 &&
  Number(row.inCall) === 0 &&
  Number(row.calls) - Number(row.settles) === row.pendingInteractionCount
