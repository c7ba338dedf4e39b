import { terminalStatuses } from "../../domain/run"

const list = (values: ReadonlyArray<string>): string => values.map((value) => `'${value}'`).join(", ")

export const terminal = list(terminalStatuses)
/** Tool calls that have not come to an end. */
export const openCall = list(["waiting", "running", "uncertain"])

/** The step that holds its run: every statement of a step joins it. */
export const claimed = `JOIN "Run" AS "r" ON "r"."id" = "x"."runId" AND "r"."stepId" = "x"."stepId"`

/** What every decision and change says of the row that it is about; the last two where a rule comes with it. */
export const decisionGuard = { id: "text", at: "bigint", deadline: "text", revision: "int", addedRule: "text", mostRules: "int" } as const

export const decidable = `"i"."id" = "x"."id" AND "i"."status" = 'pending' AND ("x"."revision" IS NULL OR "i"."revision" = "x"."revision") AND CASE "x"."deadline"
WHEN 'open' THEN "i"."expiresAt" IS NULL OR "i"."expiresAt" > "x"."at"
WHEN 'past' THEN "i"."expiresAt" <= "x"."at" ELSE 1 = 1 END
AND ("x"."addedRule" IS NULL OR (SELECT count(*) FROM "Rule" AS "c" WHERE "c"."teamId" = "i"."teamId" AND "c"."id" <> "x"."addedRule") < "x"."mostRules")`
