import { terminal } from "./guards"
import { greatest, overRows } from "./statement"

/* What follows from the rows: whether a run waits for people, and how many runs of a day have which status. */

/** `stepId`: null for changes that are not a step of the run's owner. */
export const settleRuns = overRows(
  { runId: "text", stepId: "text", at: "bigint" },
  (dialect) => `UPDATE "Run" AS "r" SET "pendingInteractionCount" = "p"."n", "waitingFor" = "p"."kind", "waitingInteractionId" = "p"."firstId",
"status" = CASE WHEN "r"."status" IN (${terminal}) THEN "r"."status" WHEN "p"."n" > 0 THEN 'waiting_for_interaction' WHEN "r"."status" = 'waiting_for_interaction' THEN 'running' ELSE "r"."status" END,
"humanWaitMs" = "r"."humanWaitMs" + CASE WHEN "p"."n" = 0 AND "r"."waitingSince" IS NOT NULL THEN ${greatest(dialect, "0", `"p"."at" - "r"."waitingSince"`)} ELSE 0 END,
"waitingSince" = CASE WHEN "p"."n" = 0 THEN NULL ELSE coalesce("r"."waitingSince", "p"."at") END
FROM (SELECT "x"."runId" AS "runId", "x"."stepId" AS "stepId", "x"."at" AS "at",
(SELECT count(*) FROM "Interaction" AS "i" WHERE "i"."runId" = "x"."runId" AND "i"."status" = 'pending') AS "n",
(SELECT "i"."id" FROM "Interaction" AS "i" WHERE "i"."runId" = "x"."runId" AND "i"."status" = 'pending' ORDER BY "i"."createdAt", "i"."id" LIMIT 1) AS "firstId",
(SELECT "i"."kind" FROM "Interaction" AS "i" WHERE "i"."runId" = "x"."runId" AND "i"."status" = 'pending' ORDER BY "i"."createdAt", "i"."id" LIMIT 1) AS "kind"
FROM "x") AS "p" WHERE "r"."id" = "p"."runId" AND ("p"."stepId" IS NULL OR "r"."stepId" = "p"."stepId")`
)

const changed = `FROM "x" JOIN "Run" AS "r" ON "r"."id" = "x"."runId" WHERE "r"."countedStatus" IS DISTINCT FROM "r"."status"`
const day = `"r"."startedAt" / 86400000`

/** Counts each run under its status instead of under the one it was counted under before. */
export const countStatuses = overRows(
  { runId: "text" },
  `INSERT INTO "RunStatDay" ("teamId", "day", "kind", "status", "n")
SELECT "d"."teamId", "d"."day", "d"."kind", "d"."status", sum("d"."n") FROM (
SELECT "r"."teamId" AS "teamId", ${day} AS "day", "r"."kind" AS "kind", "r"."status" AS "status", 1 AS "n" ${changed}
UNION ALL
SELECT "r"."teamId", ${day}, "r"."kind", "r"."countedStatus", -1 ${changed} AND "r"."countedStatus" IS NOT NULL
) AS "d" GROUP BY "d"."teamId", "d"."day", "d"."kind", "d"."status" HAVING sum("d"."n") <> 0
ON CONFLICT ("teamId", "day", "kind", "status") DO UPDATE SET "n" = "RunStatDay"."n" + "excluded"."n"`
)

/** After `countStatuses`. */
export const markCounted = overRows(
  { runId: "text" },
  `UPDATE "Run" AS "r" SET "countedStatus" = "r"."status" FROM "x" WHERE "r"."id" = "x"."runId" AND "r"."countedStatus" IS DISTINCT FROM "r"."status"`
)
