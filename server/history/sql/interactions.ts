import { empty, join, type Sql, sqltag as sql } from "@prisma/client/runtime/client"
import type { InteractionId, RunId, TeamId } from "../../domain/ids"
import type { InteractionStatus } from "../../domain/interaction"

/* Lists of interactions, in SQL that both stores understand as it stands. */

/** Stands for "never" where a deadline is compared: later than any date JavaScript knows. */
const never = 9_000_000_000_000_000n

const columns = sql`i."id", i."runId", i."toolCallId", i."kind", i."status", i."message", i."args", i."toolPath", i."connection", i."line", i."ruleId", i."rulePattern",
  i."options", i."votes", i."votesNeeded", i."replaces", i."proposedArgs", i."executedArgs", i."requestedSchema", i."url", i."createdAt", i."expiresAt", i."resolvedAt",
  i."resolvedByKind", i."resolvedById", i."resolvedByLabel", i."resolvedVia", i."comment", i."content", i."appliedAt", i."revision", i."waitsFrom", i."terms",
  r."title" AS "runTitle", r."actorKind" AS "runActorKind", r."actorId" AS "runActorId", r."actorLabel" AS "runActorLabel"`

const select = sql`SELECT ${columns} FROM "Interaction" i JOIN "Run" r ON r."id" = i."runId"`

const ofRun = (runId: RunId | undefined): Sql => (runId === undefined ? empty : sql` AND i."runId" = ${runId}`)

export interface PendingPlace {
  readonly expiresAt: number | null
  readonly createdAt: number
  readonly id: string
}

/**
 * The one that expires first on top, then oldest first. Pending ones are few among all rows and have an index of their
 * own; they are sorted at each read.
 */
export const pendingInteractions = (teamId: TeamId, runId: RunId | undefined, after: PendingPlace | null, limit: number): Sql => {
  const deadline = sql`COALESCE(i."expiresAt", ${never})`
  const beyond =
    after === null
      ? empty
      : sql` AND (${deadline}, i."createdAt", i."id") > (${after.expiresAt === null ? never : BigInt(after.expiresAt)}, ${BigInt(after.createdAt)}, ${after.id})`
  return sql`${select} WHERE i."teamId" = ${teamId} AND i."status" = 'pending'${ofRun(runId)}${beyond} ORDER BY ${deadline}, i."createdAt", i."id" LIMIT ${limit}`
}

export interface DecidedPlace {
  readonly resolvedAt: number
  readonly id: string
}

/** The last decision on top. */
export const decidedInteractions = (
  teamId: TeamId,
  of: { readonly runId: RunId | undefined; readonly status: Exclude<InteractionStatus, "pending"> | null },
  after: DecidedPlace | null,
  limit: number
): Sql => {
  const status = of.status === null ? empty : sql` AND i."status" = ${of.status}`
  const beyond = after === null ? empty : sql` AND (i."resolvedAt", i."id") < (${BigInt(after.resolvedAt)}, ${after.id})`
  return sql`${select} WHERE i."teamId" = ${teamId} AND i."resolvedAt" IS NOT NULL${status}${ofRun(of.runId)}${beyond} ORDER BY i."resolvedAt" DESC, i."id" DESC LIMIT ${limit}`
}

export const countPending = (teamId: TeamId, runId: RunId | undefined): Sql =>
  sql`SELECT COUNT(*) AS "n" FROM "Interaction" i WHERE i."teamId" = ${teamId} AND i."status" = 'pending'${ofRun(runId)}`

export const interactionsById = (teamId: TeamId, ids: ReadonlyArray<InteractionId>): Sql =>
  sql`${select} WHERE i."id" IN (${join(ids)}) AND i."teamId" = ${teamId}`

/** In the order in which they were asked. */
export const interactionsOfRun = (teamId: TeamId, runId: RunId): Sql =>
  sql`${select} WHERE i."runId" = ${runId} AND i."teamId" = ${teamId} ORDER BY i."createdAt", i."id"`
