import { appendAuditWhere } from "./audit"
import { overRows } from "./statement"

/* Rules. A change hits only the revision it was made from; its audit entry comes before it and shares that guard. */

/** Only while the team has fewer than `most`: a team's transactions come one after the other, so two at once do not both fill the last place. */
export const insertRules = overRows(
  { id: "text", teamId: "text", pattern: "text", effect: "text", position: "int", terms: "text", at: "bigint", most: "int" },
  `INSERT INTO "Rule" ("id", "teamId", "pattern", "effect", "position", "terms", "createdAt", "updatedAt")
SELECT "x"."id", "x"."teamId", "x"."pattern", "x"."effect",
coalesce("x"."position", (SELECT coalesce(max("o"."position"), 0) + 1 FROM "Rule" AS "o" WHERE "o"."teamId" = "x"."teamId")), "x"."terms", "x"."at", "x"."at" FROM "x"
WHERE (SELECT count(*) FROM "Rule" AS "c" WHERE "c"."teamId" = "x"."teamId") < "x"."most"`
)

export const changeRules = overRows(
  { id: "text", teamId: "text", revision: "int", pattern: "text", effect: "text", position: "int", terms: "text", at: "bigint" },
  `UPDATE "Rule" AS "g" SET "pattern" = "x"."pattern", "effect" = "x"."effect", "position" = "x"."position", "terms" = "x"."terms", "revision" = "g"."revision" + 1, "updatedAt" = "x"."at"
FROM "x" WHERE "g"."id" = "x"."id" AND "g"."teamId" = "x"."teamId" AND "g"."revision" = "x"."revision"`
)

/** Only positions; nothing a decision is bound to changes. */
export const placeRules = overRows(
  { id: "text", teamId: "text", position: "int", at: "bigint" },
  `UPDATE "Rule" AS "g" SET "position" = "x"."position", "revision" = "g"."revision" + 1, "updatedAt" = "x"."at"
FROM "x" WHERE "g"."id" = "x"."id" AND "g"."teamId" = "x"."teamId" AND "g"."position" <> "x"."position"`
)

export const removeRules = overRows(
  { id: "text", teamId: "text", revision: "int" },
  `DELETE FROM "Rule" WHERE EXISTS (SELECT 1 FROM "x" WHERE "x"."id" = "Rule"."id" AND "x"."teamId" = "Rule"."teamId" AND "x"."revision" = "Rule"."revision")`
)

export const findRules = overRows(
  { id: "text", teamId: "text" },
  `SELECT "g"."id" AS "id", "g"."revision" AS "revision" FROM "x" JOIN "Rule" AS "g" ON "g"."id" = "x"."id" AND "g"."teamId" = "x"."teamId"`
)

export const appendRuleAudit = appendAuditWhere(
  { ruleId: "text", revision: "int" },
  `JOIN "Rule" AS "g" ON "g"."id" = "x"."ruleId" AND "g"."teamId" = "x"."teamId" AND "g"."revision" = "x"."revision"`
)
