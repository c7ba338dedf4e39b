import { join, type Sql, sqltag as sql } from "@prisma/client/runtime/client"
import type { TeamId } from "../../domain/ids"

/* Earlier calls of a team, for rules that are tried out on them; SQL that both stores understand as it stands. */

export const toolPathsOf = (teamId: TeamId): Sql => sql`SELECT "path" FROM "ToolPath" WHERE "teamId" = ${teamId} ORDER BY "path"`

/** Of one tool, along its index: no more is read than is given. */
const newestOf = (teamId: TeamId, path: string, since: number, limit: number): Sql =>
  sql`SELECT * FROM (SELECT c."runId", c."id", c."index", c."path", c."status", c."startedAt" AS "at", r."title" AS "runTitle", r."trigger", r."actorKind", r."actorId", r."actorLabel"
    FROM "ToolCall" c JOIN "Run" r ON r."id" = c."runId"
    WHERE c."path" = ${path} AND c."startedAt" >= ${BigInt(Math.floor(since))} AND r."teamId" = ${teamId}
    ORDER BY c."startedAt" DESC, c."runId" DESC, c."index" DESC LIMIT ${limit}) AS "of_one"`

/** The newest calls of these tools, by when each was made: a run that began long ago may have made one a moment ago. */
export const callsOfTools = (teamId: TeamId, paths: ReadonlyArray<string>, since: number, limit: number): Sql => {
  const each = join(
    paths.map((path) => newestOf(teamId, path, since, limit)),
    " UNION ALL "
  )
  return sql`SELECT n."runId", n."id", n."path", n."status", n."at", p."args", n."runTitle", n."trigger", n."actorKind", n."actorId", n."actorLabel"
    FROM (SELECT * FROM (${each}) AS "of_all" ORDER BY "at" DESC, "runId" DESC, "index" DESC LIMIT ${limit}) AS n
    JOIN "ToolCallPayload" p ON p."runId" = n."runId" AND p."toolCallId" = n."id" ORDER BY n."at" DESC, n."runId" DESC, n."index" DESC`
}
