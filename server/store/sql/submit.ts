import { overRows } from "./statement"

/*
 * New runs. The unique index on (team, actor, key) decides who is first; everything else is inserted only where the run
 * itself is there; a run below another one is inserted only while that one is not over. Doing it twice changes nothing.
 */

export const insertRuns = overRows(
  {
    id: "text",
    teamId: "text",
    kind: "text",
    title: "text",
    trigger: "text",
    actorKind: "text",
    actorId: "text",
    actorLabel: "text",
    at: "bigint",
    parentRunId: "text",
    rerunOf: "text",
    idempotencyKey: "text",
    programHash: "text"
  },
  `INSERT INTO "Run" ("id", "teamId", "kind", "status", "title", "trigger", "actorKind", "actorId", "actorLabel", "startedAt", "parentRunId", "rerunOf", "idempotencyKey", "programHash")
SELECT "id", "teamId", "kind", 'queued', "title", "trigger", "actorKind", "actorId", "actorLabel", "at", "parentRunId", "rerunOf", "idempotencyKey", "programHash"
FROM "x" WHERE "parentRunId" IS NULL OR EXISTS (SELECT 1 FROM "Run" AS "p" WHERE "p"."id" = "x"."parentRunId" AND "p"."teamId" = "x"."teamId" AND "p"."finishedAt" IS NULL)
ON CONFLICT DO NOTHING`
)

export const insertDetails = overRows(
  { runId: "text", code: "text", language: "text", timeoutMs: "int", isCell: "int", args: "text", exactArgs: "text" },
  `INSERT INTO "RunDetail" ("runId", "code", "language", "timeoutMs", "isCell", "args", "exactArgs")
SELECT "x"."runId", "x"."code", "x"."language", "x"."timeoutMs", "x"."isCell" = 1, "x"."args", "x"."exactArgs"
FROM "x" JOIN "Run" AS "r" ON "r"."id" = "x"."runId" WHERE 1 = 1 ON CONFLICT DO NOTHING`
)

export const insertFirstEvents = overRows(
  { runId: "text", teamId: "text", type: "text", at: "bigint", data: "text" },
  `INSERT INTO "RunEvent" ("runId", "teamId", "seq", "type", "at", "data")
SELECT "x"."runId", "x"."teamId", 1, "x"."type", "x"."at", "x"."data"
FROM "x" JOIN "Run" AS "r" ON "r"."id" = "x"."runId" WHERE 1 = 1 ON CONFLICT DO NOTHING`
)

/** Which run each submission came to: its own, or the first one under the same key. */
export const findSubmitted = overRows(
  { runId: "text", teamId: "text", actorId: "text", idempotencyKey: "text" },
  `SELECT "x"."runId" AS "askedId", "r"."id" AS "id", "r"."programHash" AS "programHash" FROM "x" JOIN "Run" AS "r"
ON "r"."id" = "x"."runId" OR ("r"."teamId" = "x"."teamId" AND "r"."actorId" = "x"."actorId" AND "r"."idempotencyKey" = "x"."idempotencyKey")`
)
