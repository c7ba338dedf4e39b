import { appendAuditWhere } from "./audit"
import { overRows } from "./statement"

/* Saved views. A personal one is changed by its owner alone, a shared one by whoever may; the guard is in the statement. */

const mine = `"v"."id" = "x"."id" AND "v"."teamId" = "x"."teamId" AND "v"."isShared" = ("x"."isShared" = 1) AND ("v"."isShared" OR "v"."ownerId" = "x"."ownerId")`
const key = { id: "text", teamId: "text", ownerId: "text", isShared: "int" } as const

export const insertViews = overRows(
  { ...key, name: "text", search: "text", at: "bigint", most: "int" },
  `INSERT INTO "SavedView" ("id", "teamId", "ownerId", "isShared", "name", "search", "createdAt", "updatedAt")
SELECT "x"."id", "x"."teamId", "x"."ownerId", "x"."isShared" = 1, "x"."name", "x"."search", "x"."at", "x"."at" FROM "x"
WHERE (SELECT count(*) FROM "SavedView" AS "o" WHERE "o"."teamId" = "x"."teamId" AND "o"."isShared" = ("x"."isShared" = 1) AND ("o"."isShared" OR "o"."ownerId" = "x"."ownerId")) < "x"."most"`
)

export const changeViews = overRows(
  { ...key, name: "text", search: "text", at: "bigint" },
  `UPDATE "SavedView" AS "v" SET "name" = "x"."name", "search" = "x"."search", "revision" = "v"."revision" + 1, "updatedAt" = "x"."at" FROM "x" WHERE ${mine}`
)

/** After an insert or a change, before a removal: which of them are there. */
export const findViews = overRows(key, `SELECT "v"."id" AS "id" FROM "x" JOIN "SavedView" AS "v" ON ${mine}`)

export const removeViews = overRows(key, `DELETE FROM "SavedView" WHERE "id" IN (SELECT "v"."id" FROM "x" JOIN "SavedView" AS "v" ON ${mine})`)

/** Only of a view that is there. */
export const appendViewAudit = appendAuditWhere(
  { viewId: "text" },
  `JOIN "SavedView" AS "g" ON "g"."id" = "x"."viewId" AND "g"."teamId" = "x"."teamId" AND "g"."isShared"`
)
