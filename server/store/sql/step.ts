import { appendAuditWhere } from "./audit"
import { claimed, openCall, terminal } from "./guards"
import { greatest, overRows, returning } from "./statement"

/*
 * One step of a run's owner. `claimSteps` comes first and decides alone whether the step counts: every later statement
 * joins `claimed`, so a step that lost its run touches no row, and its neighbours in the same transaction notice nothing.
 */

/** Of a `stepId`: the name of the step, without the number of the try. */
const stepName = (column: string): string => `substr(${column}, 1, 36)`

/** The fence: the owner is still this one, the run is not over, and the journal has nothing at or after `firstSeq`. */
export const claimSteps = overRows(
  { runId: "text", stepId: "text", owner: "text", firstSeq: "int", spentMs: "bigint", calls: "int", failedCalls: "int", tools: "text" },
  (
    dialect
  ) => `UPDATE "Run" AS "r" SET "stepId" = "x"."stepId", "stepFrom" = coalesce((SELECT max("e"."seq") FROM "RunEvent" AS "e" WHERE "e"."runId" = "x"."runId"), 0),
"version" = "r"."version" + 1, "spentMs" = ${greatest(dialect, `"r"."spentMs"`, `"x"."spentMs"`)}, "toolCallCount" = "r"."toolCallCount" + "x"."calls",
"failedToolCallCount" = "r"."failedToolCallCount" + "x"."failedCalls", "tools" = coalesce("x"."tools", "r"."tools") FROM "x"
WHERE "r"."id" = "x"."runId" AND "r"."owner" = "x"."owner" AND "r"."status" NOT IN (${terminal}) AND coalesce(${stepName(`"r"."stepId"`)}, '') <> ${stepName(`"x"."stepId"`)}
AND NOT EXISTS (SELECT 1 FROM "JournalEntry" AS "j" WHERE "j"."runId" = "x"."runId" AND "j"."seq" >= "x"."firstSeq")
${returning(dialect, "r", ["id", "stepFrom"])}`
)

/** What became of the steps that were not claimed: another owner, a run that is over, or this very step, done before. */
export const findSteps = overRows(
  { runId: "text" },
  `SELECT "r"."id" AS "id", "r"."owner" AS "owner", "r"."status" AS "status", "r"."stepId" AS "stepId", "r"."stepFrom" AS "stepFrom", "r"."stepTo" AS "stepTo"
FROM "x" JOIN "Run" AS "r" ON "r"."id" = "x"."runId"`
)

export const appendJournal = overRows(
  { runId: "text", stepId: "text", seq: "int", type: "text", owner: "text", value: "text" },
  `INSERT INTO "JournalEntry" ("runId", "seq", "type", "owner", "value")
SELECT "x"."runId", "x"."seq", "x"."type", "x"."owner", "x"."value" FROM "x" ${claimed}`
)

export const insertToolCalls = overRows(
  {
    runId: "text",
    stepId: "text",
    id: "text",
    index: "int",
    path: "text",
    source: "text",
    status: "text",
    line: "int",
    startedAt: "bigint",
    finishedAt: "bigint",
    interactionId: "text",
    errorCode: "text",
    errorMessage: "text"
  },
  `INSERT INTO "ToolCall" ("runId", "id", "index", "path", "source", "status", "line", "startedAt", "finishedAt", "interactionId", "errorCode", "errorMessage")
SELECT "x"."runId", "x"."id", "x"."index", "x"."path", "x"."source", "x"."status", "x"."line", "x"."startedAt", "x"."finishedAt", "x"."interactionId", "x"."errorCode", "x"."errorMessage"
FROM "x" ${claimed}`
)

export const insertPayloads = overRows(
  { runId: "text", stepId: "text", toolCallId: "text", args: "text" },
  `INSERT INTO "ToolCallPayload" ("runId", "toolCallId", "args") SELECT "x"."runId", "x"."toolCallId", "x"."args" FROM "x" ${claimed}`
)

export const insertRunTools = overRows(
  { runId: "text", stepId: "text", path: "text" },
  `INSERT INTO "RunTool" ("teamId", "path", "startedAt", "runId")
SELECT "r"."teamId", "x"."path", "r"."startedAt", "r"."id" FROM "x" ${claimed} WHERE 1 = 1 ON CONFLICT DO NOTHING`
)

export const insertToolPaths = overRows(
  { runId: "text", stepId: "text", path: "text" },
  `INSERT INTO "ToolPath" ("teamId", "path") SELECT "r"."teamId", "x"."path" FROM "x" ${claimed} WHERE 1 = 1 ON CONFLICT DO NOTHING`
)

export const insertInteractions = overRows(
  {
    runId: "text",
    stepId: "text",
    id: "text",
    callId: "int",
    toolCallId: "text",
    kind: "text",
    message: "text",
    args: "text",
    toolPath: "text",
    connection: "text",
    line: "int",
    ruleId: "text",
    rulePattern: "text",
    options: "text",
    votesNeeded: "int",
    replaces: "text",
    requestedSchema: "text",
    url: "text",
    createdAt: "bigint",
    expiresAt: "bigint",
    exactArgs: "text",
    bindingHash: "text",
    boundTo: "text",
    terms: "text",
    proposedArgs: "text"
  },
  `INSERT INTO "Interaction" ("id", "runId", "teamId", "callId", "toolCallId", "kind", "status", "message", "args", "toolPath", "connection", "line", "ruleId", "rulePattern",
"options", "votesNeeded", "replaces", "requestedSchema", "url", "createdAt", "expiresAt", "exactArgs", "bindingHash", "boundTo", "terms", "proposedArgs", "waitsFrom")
SELECT "x"."id", "r"."id", "r"."teamId", "x"."callId", "x"."toolCallId", "x"."kind", 'pending', "x"."message", "x"."args", "x"."toolPath", "x"."connection", "x"."line", "x"."ruleId", "x"."rulePattern",
"x"."options", "x"."votesNeeded", "x"."replaces", "x"."requestedSchema", "x"."url", "x"."createdAt", "x"."expiresAt", "x"."exactArgs", "x"."bindingHash", "x"."boundTo", "x"."terms", "x"."proposedArgs", "x"."createdAt" FROM "x" ${claimed}`
)

/**
 * Numbers events after the last one of their run. An event that tells of a guarded update is inserted before that update,
 * under the same guard: nothing can come between, so the event is there exactly when the update hits.
 */
export const appendEvents = overRows(
  { runId: "text", stepId: "text", ord: "int", type: "text", at: "bigint", data: "text", toolCallId: "text", interactionId: "text" },
  `INSERT INTO "RunEvent" ("runId", "teamId", "seq", "type", "at", "data")
SELECT "r"."id", "r"."teamId", coalesce((SELECT max("e"."seq") FROM "RunEvent" AS "e" WHERE "e"."runId" = "x"."runId"), 0) + row_number() OVER (PARTITION BY "x"."runId" ORDER BY "x"."ord"),
"x"."type", "x"."at", "x"."data" FROM "x" ${claimed}
WHERE ("x"."toolCallId" IS NULL OR EXISTS (SELECT 1 FROM "ToolCall" AS "c" WHERE "c"."runId" = "x"."runId" AND "c"."id" = "x"."toolCallId" AND "c"."status" IN (${openCall})))
AND ("x"."interactionId" IS NULL OR EXISTS (SELECT 1 FROM "Interaction" AS "i" WHERE "i"."id" = "x"."interactionId" AND "i"."status" = 'pending'))
ORDER BY "x"."ord"`
)

/** Before `setToolCalls`, whose guard it shares. */
export const countFailures = overRows(
  { runId: "text", stepId: "text", id: "text" },
  `UPDATE "Run" AS "r" SET "failedToolCallCount" = "r"."failedToolCallCount" + "f"."n" FROM
(SELECT "x"."runId" AS "runId", "x"."stepId" AS "stepId", count(*) AS "n" FROM "x" JOIN "ToolCall" AS "c"
ON "c"."runId" = "x"."runId" AND "c"."id" = "x"."id" AND "c"."status" IN (${openCall}) GROUP BY "x"."runId", "x"."stepId") AS "f"
WHERE "r"."id" = "f"."runId" AND "r"."stepId" = "f"."stepId"`
)

/** Before `setToolCalls`, whose guard it shares. */
export const setResults = overRows(
  { runId: "text", stepId: "text", id: "text", result: "text" },
  `UPDATE "ToolCallPayload" AS "p" SET "result" = "x"."result"
FROM "x" ${claimed} JOIN "ToolCall" AS "c" ON "c"."runId" = "x"."runId" AND "c"."id" = "x"."id" AND "c"."status" IN (${openCall})
WHERE "p"."runId" = "x"."runId" AND "p"."toolCallId" = "x"."id"`
)

export const setToolCalls = overRows(
  { runId: "text", stepId: "text", id: "text", status: "text", finishedAt: "bigint", interactionId: "text", errorCode: "text", errorMessage: "text" },
  (
    dialect
  ) => `UPDATE "ToolCall" AS "c" SET "status" = "x"."status", "finishedAt" = coalesce("x"."finishedAt", "c"."finishedAt"), "interactionId" = coalesce("x"."interactionId", "c"."interactionId"),
"errorCode" = coalesce("x"."errorCode", "c"."errorCode"), "errorMessage" = coalesce("x"."errorMessage", "c"."errorMessage")
FROM "x" ${claimed} WHERE "c"."runId" = "x"."runId" AND "c"."id" = "x"."id" AND "c"."status" IN (${openCall}) ${returning(dialect, "c", ["runId", "id"])}`
)

/** Before `closeInteractions`, whose guard it shares. */
export const noteClosing = overRows(
  { runId: "text", stepId: "text", id: "text", status: "text", byLabel: "text" },
  `UPDATE "Run" AS "r" SET "lastDecision" = "x"."status", "lastDecisionBy" = "x"."byLabel" FROM "x" JOIN "Interaction" AS "i" ON "i"."id" = "x"."id" AND "i"."status" = 'pending'
WHERE "r"."id" = "x"."runId" AND "r"."stepId" = "x"."stepId"`
)

export const closeInteractions = overRows(
  { runId: "text", stepId: "text", id: "text", status: "text", at: "bigint", byKind: "text", byId: "text", byLabel: "text", via: "text", comment: "text" },
  (
    dialect
  ) => `UPDATE "Interaction" AS "i" SET "status" = "x"."status", "resolvedAt" = "x"."at", "resolvedByKind" = "x"."byKind", "resolvedById" = "x"."byId", "resolvedByLabel" = "x"."byLabel",
"resolvedVia" = "x"."via", "comment" = "x"."comment", "appliedAt" = "x"."at"
FROM "x" ${claimed} WHERE "i"."id" = "x"."id" AND "i"."runId" = "x"."runId" AND "i"."status" = 'pending' ${returning(dialect, "i", ["id"])}`
)

const approvedAndWaiting = `"i"."id" = "x"."id" AND "i"."runId" = "x"."runId" AND "i"."status" = 'accepted' AND "i"."appliedAt" IS NULL`

/** What was approved is not what would run any more. Who had approved stays in the votes. */
export const failDecisions = overRows(
  { runId: "text", stepId: "text", id: "text", at: "bigint", byKind: "text", byId: "text", byLabel: "text", reason: "text" },
  `UPDATE "Interaction" AS "i" SET "status" = 'failed', "comment" = "x"."reason", "resolvedAt" = "x"."at", "resolvedByKind" = "x"."byKind", "resolvedById" = "x"."byId",
"resolvedByLabel" = "x"."byLabel", "resolvedVia" = 'system', "appliedAt" = "x"."at" FROM "x" ${claimed} WHERE ${approvedAndWaiting}`
)

/** Before `failDecisions`, whose guard it shares. */
export const appendFailureAudit = appendAuditWhere(
  { runId: "text", stepId: "text", id: "text" },
  `${claimed} JOIN "Interaction" AS "i" ON ${approvedAndWaiting}`
)

/** `isExecuted`: 1 when the approved call goes out. */
export const applyDecisions = overRows(
  { runId: "text", stepId: "text", id: "text", at: "bigint", isExecuted: "int" },
  `UPDATE "Interaction" AS "i" SET "appliedAt" = "x"."at", "executedArgs" = CASE WHEN "x"."isExecuted" = 1 THEN "i"."args" ELSE "i"."executedArgs" END FROM "x" ${claimed}
WHERE "i"."id" = "x"."id" AND "i"."runId" = "x"."runId" AND "i"."status" <> 'pending' AND "i"."appliedAt" IS NULL`
)

export const beginRuns = overRows(
  { runId: "text", stepId: "text" },
  `UPDATE "Run" AS "r" SET "status" = 'running' FROM "x" WHERE "r"."id" = "x"."runId" AND "r"."stepId" = "x"."stepId" AND "r"."status" = 'queued'`
)

export const endSteps = overRows(
  { runId: "text", stepId: "text" },
  `UPDATE "Run" AS "r" SET "stepTo" = coalesce((SELECT max("e"."seq") FROM "RunEvent" AS "e" WHERE "e"."runId" = "x"."runId"), 0) FROM "x"
WHERE "r"."id" = "x"."runId" AND "r"."stepId" = "x"."stepId"`
)
