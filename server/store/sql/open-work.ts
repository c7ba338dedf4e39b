import type { PrismaClient } from "../../generated/sqlite/client"

/*
 * What is still open. The conditions are part of the text: a partial index serves a query only when the query itself says
 * them, and a parameter does not. A run has a `finishedAt` exactly when it is over.
 */

export type Ids = Promise<ReadonlyArray<{ readonly id: string }>>

export const pendingIds = (client: PrismaClient, of: { readonly runId: string } | { readonly teamId: string }): Ids =>
  "runId" in of
    ? client.$queryRaw`SELECT "id" FROM "Interaction" WHERE "runId" = ${of.runId} AND "status" = 'pending'`
    : client.$queryRaw`SELECT "id" FROM "Interaction" WHERE "teamId" = ${of.teamId} AND "status" = 'pending'`

export const overdueIds = (client: PrismaClient, at: number, limit: number): Ids =>
  client.$queryRaw`SELECT "id" FROM "Interaction" WHERE "status" = 'pending' AND "expiresAt" IS NOT NULL AND "expiresAt" <= ${BigInt(Math.floor(at))} ORDER BY "expiresAt" LIMIT ${limit}`

export const unfinishedIds = (client: PrismaClient): Ids => client.$queryRaw`SELECT "id" FROM "Run" WHERE "finishedAt" IS NULL ORDER BY "startedAt", "id"`
