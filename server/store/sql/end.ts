import { openCall } from "./guards"
import { type Dialect, overRows } from "./statement"

/* The end of a run, after its owner's own writes: what is still open closes with it, and only what really closes is told. */

const claimed = `JOIN "Run" AS "r" ON "r"."id" = "x"."runId" AND "r"."stepId" = "x"."stepId"`
const object = (dialect: Dialect, fields: string): string => (dialect === "sqlite" ? `json_object(${fields})` : `jsonb_build_object(${fields})::text`)
const asJson = (dialect: Dialect, column: string): string => (dialect === "sqlite" ? `json(${column})` : `${column}::jsonb`)

/** `by`: JSON of the actor who ended it. Gives the events, since their content was not known before. */
export const tellClosing = overRows(
  { runId: "text", stepId: "text", at: "bigint", by: "text", comment: "text" },
  (dialect) => `INSERT INTO "RunEvent" ("runId", "teamId", "seq", "type", "at", "data")
SELECT "o"."runId", "o"."teamId", coalesce((SELECT max("e"."seq") FROM "RunEvent" AS "e" WHERE "e"."runId" = "o"."runId"), 0) + row_number() OVER (PARTITION BY "o"."runId" ORDER BY "o"."part", "o"."place"),
"o"."type", "o"."at", "o"."data" FROM (
SELECT "x"."runId" AS "runId", "r"."teamId" AS "teamId", 0 AS "part", "i"."createdAt" AS "place", 'InteractionResolved' AS "type", "x"."at" AS "at",
${object(dialect, `'interactionId', "i"."id", 'status', 'cancelled', 'by', ${asJson(dialect, `"x"."by"`)}, 'via', 'system', 'comment', "x"."comment"`)} AS "data"
FROM "x" ${claimed} JOIN "Interaction" AS "i" ON "i"."runId" = "x"."runId" AND "i"."status" = 'pending'
UNION ALL
SELECT "x"."runId", "r"."teamId", 1, "c"."index", 'ToolCallFinished', "x"."at", ${object(dialect, `'toolCallId', "c"."id", 'path', "c"."path", 'status', 'cancelled'`)}
FROM "x" ${claimed} JOIN "ToolCall" AS "c" ON "c"."runId" = "x"."runId" AND "c"."status" IN (${openCall})
) AS "o" ORDER BY "o"."runId", "o"."part", "o"."place" RETURNING "runId", "teamId", "seq", "type", "at", "data"`
)

export const closeOpenCalls = overRows(
  { runId: "text", stepId: "text", at: "bigint" },
  `UPDATE "ToolCall" AS "c" SET "status" = 'cancelled', "finishedAt" = "x"."at" FROM "x" ${claimed} WHERE "c"."runId" = "x"."runId" AND "c"."status" IN (${openCall})`
)

/** Before `closePending`: what people were still asked is withdrawn, and that is then the last word on it. */
export const noteWithdrawn = overRows(
  { runId: "text", stepId: "text", byLabel: "text" },
  `UPDATE "Run" AS "r" SET "lastDecision" = 'cancelled', "lastDecisionBy" = "x"."byLabel" FROM "x" WHERE "r"."id" = "x"."runId" AND "r"."stepId" = "x"."stepId"
AND EXISTS (SELECT 1 FROM "Interaction" AS "i" WHERE "i"."runId" = "r"."id" AND "i"."status" = 'pending')`
)

export const closePending = overRows(
  { runId: "text", stepId: "text", at: "bigint", byKind: "text", byId: "text", byLabel: "text", comment: "text" },
  `UPDATE "Interaction" AS "i" SET "status" = 'cancelled', "resolvedAt" = "x"."at", "resolvedByKind" = "x"."byKind", "resolvedById" = "x"."byId", "resolvedByLabel" = "x"."byLabel",
"resolvedVia" = 'system', "comment" = "x"."comment", "appliedAt" = "x"."at" FROM "x" ${claimed} WHERE "i"."runId" = "x"."runId" AND "i"."status" = 'pending'`
)

export const endRuns = overRows(
  { runId: "text", stepId: "text", at: "bigint", status: "text" },
  `UPDATE "Run" AS "r" SET "status" = "x"."status", "finishedAt" = "x"."at", "durationMs" = "x"."at" - "r"."startedAt" FROM "x" WHERE "r"."id" = "x"."runId" AND "r"."stepId" = "x"."stepId"`
)

export const setEndings = overRows(
  { runId: "text", stepId: "text", result: "text", error: "text" },
  `UPDATE "RunDetail" AS "d" SET "result" = "x"."result", "error" = "x"."error" FROM "x" ${claimed} WHERE "d"."runId" = "x"."runId"`
)
