import { terminal } from "./guards"
import { overRows } from "./statement"

/*
 * Runs that are kept no longer. All that belongs to a run goes with it, by the foreign keys; what was counted of it is
 * taken back first, in the same transaction. A run that is not over is never among them.
 */

const going = `FROM "x" JOIN "Run" AS "r" ON "r"."id" = "x"."id" WHERE "r"."status" IN (${terminal})`
const day = `"r"."startedAt" / 86400000`

/** Before `forgetRuns`. */
export const uncountRuns = overRows(
  { id: "text" },
  `INSERT INTO "RunStatDay" ("teamId", "day", "kind", "status", "n")
SELECT "r"."teamId", ${day}, "r"."kind", "r"."countedStatus", -count(*) ${going} AND "r"."countedStatus" IS NOT NULL
GROUP BY "r"."teamId", ${day}, "r"."kind", "r"."countedStatus"
ON CONFLICT ("teamId", "day", "kind", "status") DO UPDATE SET "n" = "RunStatDay"."n" + "excluded"."n"`
)

export const forgetRuns = overRows({ id: "text" }, `DELETE FROM "Run" WHERE "id" IN (SELECT "r"."id" ${going})`)

export const keepSetting = overRows(
  { key: "text", value: "text" },
  `INSERT INTO "Setting" ("key", "value") SELECT "x"."key", "x"."value" FROM "x" WHERE 1 = 1
ON CONFLICT ("key") DO UPDATE SET "value" = "excluded"."value"`
)
