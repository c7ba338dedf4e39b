import { appendAuditWhere } from "./audit"
import { decidable, decisionGuard as guard } from "./guards"
import { overRows } from "./statement"

/*
 * Decisions: one conditional update from `pending`. `deadline` says how the decision stands to it: an answer counts only
 * before ("open"), the default action only from then on ("past"), what the system finds at any time ("any"). `revision`: from
 * which one it was made; null where that does not matter.
 */

/** An edit replaces the arguments with all that follows from them; what the program proposed first is kept. */
const edit = {
  args: "text",
  exactArgs: "text",
  bindingHash: "text",
  boundTo: "text",
  terms: "text",
  ruleId: "text",
  rulePattern: "text",
  votesNeeded: "int",
  votes: "text"
} as const
const setEdit = `"votes" = coalesce("x"."votes", "i"."votes"), "revision" = "i"."revision" + 1,
"proposedArgs" = CASE WHEN "x"."args" IS NULL THEN "i"."proposedArgs" ELSE coalesce("i"."proposedArgs", "i"."args") END,
"args" = coalesce("x"."args", "i"."args"), "exactArgs" = coalesce("x"."exactArgs", "i"."exactArgs"), "bindingHash" = coalesce("x"."bindingHash", "i"."bindingHash"),
"boundTo" = coalesce("x"."boundTo", "i"."boundTo"), "terms" = coalesce("x"."terms", "i"."terms"), "votesNeeded" = coalesce("x"."votesNeeded", "i"."votesNeeded"),
"ruleId" = CASE WHEN "x"."args" IS NULL THEN "i"."ruleId" ELSE "x"."ruleId" END, "rulePattern" = CASE WHEN "x"."args" IS NULL THEN "i"."rulePattern" ELSE "x"."rulePattern" END`

/** Before `decideInteractions` and `changeInteractions`, whose guard it shares. */
export const tellDecisions = overRows(
  { ...guard, type: "text", data: "text" },
  `INSERT INTO "RunEvent" ("runId", "teamId", "seq", "type", "at", "data")
SELECT "i"."runId", "i"."teamId", coalesce((SELECT max("e"."seq") FROM "RunEvent" AS "e" WHERE "e"."runId" = "i"."runId"), 0) + 1, "x"."type", "x"."at", "x"."data"
FROM "x" JOIN "Interaction" AS "i" ON ${decidable} WHERE 1 = 1 RETURNING "runId", "seq"`
)

/** Before `decideInteractions` and `changeInteractions`, whose guard it shares. What stays pending was not decided. */
export const noteDecisions = overRows(
  { ...guard, status: "text", byLabel: "text" },
  `UPDATE "Run" AS "r" SET "version" = "r"."version" + 1, "lastDecision" = CASE WHEN "x"."status" IN ('failed', 'pending') THEN "r"."lastDecision" ELSE "x"."status" END,
"lastDecisionBy" = CASE WHEN "x"."status" IN ('failed', 'pending') THEN "r"."lastDecisionBy" ELSE "x"."byLabel" END
FROM "x" JOIN "Interaction" AS "i" ON ${decidable} WHERE "r"."id" = "i"."runId"`
)

export const decideInteractions = overRows(
  {
    ...guard,
    ...edit,
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
"resolvedVia" = "x"."via", "comment" = "x"."comment", "content" = "x"."content", "exactContent" = "x"."exactContent", "decisionId" = "x"."decisionId", ${setEdit}
FROM "x" WHERE ${decidable}`
)

/** `decisionId`: whose change it is, until the next one. */
export const changeInteractions = overRows(
  { ...guard, ...edit, decisionId: "text", expiresAt: "bigint", waitsFrom: "bigint", warnings: "int" },
  `UPDATE "Interaction" AS "i" SET "decisionId" = "x"."decisionId", "expiresAt" = coalesce("x"."expiresAt", "i"."expiresAt"), "waitsFrom" = coalesce("x"."waitsFrom", "i"."waitsFrom"),
"warnings" = coalesce("x"."warnings", "i"."warnings"), ${setEdit}
FROM "x" WHERE ${decidable}`
)

/** Before the change or decision that it tells of, whose guard it shares. */
export const appendDecisionAudit = appendAuditWhere(guard, `JOIN "Interaction" AS "i" ON ${decidable}`)

/** The rule that comes with a decision: before it, whose guard it shares. One of a team in a transaction, so that the last place is given once. */
export const addDecidedRules = overRows(
  { ...guard, pattern: "text", effect: "text", terms: "text" },
  `INSERT INTO "Rule" ("id", "teamId", "pattern", "effect", "position", "terms", "createdAt", "updatedAt")
SELECT "x"."addedRule", "i"."teamId", "x"."pattern", "x"."effect",
(SELECT coalesce(max("o"."position"), 0) + 1 FROM "Rule" AS "o" WHERE "o"."teamId" = "i"."teamId"), "x"."terms", "x"."at", "x"."at"
FROM "x" JOIN "Interaction" AS "i" ON ${decidable} WHERE 1 = 1 ON CONFLICT DO NOTHING`
)

/** The request whose decision is recorded. */
export const findDecisions = overRows(
  { id: "text" },
  `SELECT "i"."id" AS "id", "i"."decisionId" AS "decisionId" FROM "x" JOIN "Interaction" AS "i" ON "i"."id" = "x"."id"`
)
