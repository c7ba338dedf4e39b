import { join, type Sql, sqltag as sql } from "@prisma/client/runtime/client"
import type { TeamId } from "../../domain/ids"

/* Earlier calls of a team, for rules that are tried out on them; SQL that both stores understand as it stands. */

export const toolPathsOf = (teamId: TeamId): Sql => sql`SELECT "path" FROM "ToolPath" WHERE "teamId" = ${teamId} ORDER BY "path"`

/** The newest calls of these tools, found by the runs that used them. */
export const callsOfTools = (teamId: TeamId, paths: ReadonlyArray<string>, since: number, limit: number): Sql =>
  sql`SELECT c."runId", c."id", c."path", c."status", c."startedAt" AS "at", p."args", r."title" AS "runTitle", r."trigger", r."actorKind", r."actorId", r."actorLabel"
    FROM "RunTool" t JOIN "Run" r ON r."id" = t."runId" JOIN "ToolCall" c ON c."runId" = t."runId" AND c."path" = t."path"
    JOIN "ToolCallPayload" p ON p."runId" = c."runId" AND p."toolCallId" = c."id"
    WHERE t."teamId" = ${teamId} AND t."path" IN (${join([...paths])}) AND t."startedAt" >= ${BigInt(Math.floor(since))}
    ORDER BY t."startedAt" DESC, c."runId" DESC, c."index" DESC LIMIT ${limit}`
