import { appendAuditWhere } from "./audit"
import { overRows } from "./statement"

/** Before a removal: which of them are there. */
export const findSettings = overRows({ key: "text" }, `SELECT "s"."key" AS "key" FROM "x" JOIN "Setting" AS "s" ON "s"."key" = "x"."key"`)

export const dropSettings = overRows({ key: "text" }, `DELETE FROM "Setting" WHERE "key" IN (SELECT "x"."key" FROM "x")`)

/** Only of a setting that is there. */
export const appendSettingAudit = appendAuditWhere({ settingKey: "text" }, `JOIN "Setting" AS "g" ON "g"."key" = "x"."settingKey"`)
