import type { PrismaClient, Run } from "../../generated/sqlite/client"

/*
 * What is still open. The conditions are part of the text: a partial index serves a query only when the query itself says
 * them, and a parameter does not. A run has a `finishedAt` exactly when it is over.
 */

export type Ids = Promise<ReadonlyArray<{ readonly id: string }>>

export const overdueIds = (client: PrismaClient, at: number, limit: number): Ids =>
  client.$queryRaw`SELECT "id" FROM "Interaction" WHERE "status" = 'pending' AND "expiresAt" IS NOT NULL AND "expiresAt" <= ${BigInt(Math.floor(at))} ORDER BY "expiresAt" LIMIT ${limit}`

export const unfinishedRuns = (client: PrismaClient): Promise<ReadonlyArray<Pick<Run, "id" | "teamId" | "status" | "cancelWish">>> =>
  client.$queryRaw`SELECT "id", "teamId", "status", "cancelWish" FROM "Run" WHERE "finishedAt" IS NULL ORDER BY "startedAt", "id"`
