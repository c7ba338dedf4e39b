import { overRows } from "./statement"

/*
 * Decisions: one conditional update from `pending`. `deadline` says how the decision stands to it: an answer counts only
 * before ("open"), the default action only from then on ("past"), what the system finds at any time ("any").
 */

const decidable = `"i"."id" = "x"."id" AND "i"."status" = 'pending' AND CASE "x"."deadline"
WHEN 'open' THEN "i"."expiresAt" IS NULL OR "i"."expiresAt" > "x"."at"
WHEN 'past' THEN "i"."expiresAt" <= "x"."at" ELSE 1 = 1 END`

/** Before `decideInteractions`, whose guard it shares. */
export const tellDecisions = overRows(
  { id: "text", at: "bigint", deadline: "text", data: "text" },
  `INSERT INTO "RunEvent" ("runId", "teamId", "seq", "type", "at", "data")
SELECT "i"."runId", "i"."teamId", coalesce((SELECT max("e"."seq") FROM "RunEvent" AS "e" WHERE "e"."runId" = "i"."runId"), 0) + 1, 'InteractionResolved', "x"."at", "x"."data"
FROM "x" JOIN "Interaction" AS "i" ON ${decidable} WHERE 1 = 1 RETURNING "runId", "seq"`
)

/** Before `decideInteractions`, whose guard it shares. */
export const noteDecisions = overRows(
  { id: "text", at: "bigint", deadline: "text", status: "text", byLabel: "text" },
  `UPDATE "Run" AS "r" SET "version" = "r"."version" + 1, "lastDecision" = CASE "x"."status" WHEN 'failed' THEN "r"."lastDecision" ELSE "x"."status" END,
"lastDecisionBy" = CASE "x"."status" WHEN 'failed' THEN "r"."lastDecisionBy" ELSE "x"."byLabel" END
FROM "x" JOIN "Interaction" AS "i" ON ${decidable} WHERE "r"."id" = "i"."runId"`
)

export const decideInteractions = overRows(
  {
    id: "text",
    at: "bigint",
    deadline: "text",
    decisionId: "text",
    status: "text",
    byKind: "text",
    byId: "text",
    byLabel: "text",
    via: "text",
    comment: "text",
    content: "text",
    exactContent: "text"
  },
  `UPDATE "Interaction" AS "i" SET "status" = "x"."status", "resolvedAt" = "x"."at", "resolvedByKind" = "x"."byKind", "resolvedById" = "x"."byId", "resolvedByLabel" = "x"."byLabel",
"resolvedVia" = "x"."via", "comment" = "x"."comment", "content" = "x"."content", "exactContent" = "x"."exactContent", "decisionId" = "x"."decisionId"
FROM "x" WHERE ${decidable}`
)

/** The request whose decision is recorded. */
export const findDecisions = overRows(
  { id: "text" },
  `SELECT "i"."id" AS "id", "i"."decisionId" AS "decisionId" FROM "x" JOIN "Interaction" AS "i" ON "i"."id" = "x"."id"`
)
