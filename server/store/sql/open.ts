import { terminal } from "./guards"
import { type Dialect, overRows, type Statement } from "./statement"

/** Makes `owner` the one who may write steps, if nobody else became it and nothing was appended since the caller looked. */
export const takeOwnership = overRows(
  { runId: "text", owner: "text", expectedOwner: "text", length: "int" },
  `UPDATE "Run" AS "r" SET "owner" = "x"."owner" FROM "x"
WHERE "r"."id" = "x"."runId" AND "r"."owner" IS NOT DISTINCT FROM "x"."expectedOwner" AND "r"."status" NOT IN (${terminal})
AND (SELECT count(*) FROM "JournalEntry" AS "j" WHERE "j"."runId" = "x"."runId") = "x"."length"`
)

/** An owner's name is used for one opening only, so whose name is on the run has appended, or does it now. */
export const appendOpening = overRows(
  { runId: "text", seq: "int", type: "text", owner: "text", value: "text" },
  `INSERT INTO "JournalEntry" ("runId", "seq", "type", "owner", "value")
SELECT "x"."runId", "x"."seq", "x"."type", "x"."owner", "x"."value"
FROM "x" JOIN "Run" AS "r" ON "r"."id" = "x"."runId" AND "r"."owner" = "x"."owner" WHERE 1 = 1 ON CONFLICT DO NOTHING`
)

export const findOwners = overRows(
  { runId: "text" },
  `SELECT "r"."id" AS "id", "r"."owner" AS "owner", "r"."status" AS "status" FROM "x" JOIN "Run" AS "r" ON "r"."id" = "x"."runId"`
)

/** Somebody wants the run to stop. */
export const wishCancels = overRows(
  { runId: "text", wish: "text" },
  `UPDATE "Run" AS "r" SET "cancelWish" = "x"."wish", "version" = "r"."version" + 1 FROM "x"
WHERE "r"."id" = "x"."runId" AND "r"."cancelWish" IS NULL AND "r"."status" NOT IN (${terminal})`
)

export const findWishes = overRows(
  { runId: "text" },
  `SELECT "r"."id" AS "id", "r"."cancelWish" AS "wish" FROM "x" JOIN "Run" AS "r" ON "r"."id" = "x"."runId"`
)

/**
 * First statement of every transaction on PostgreSQL (SQLite has one writer anyway): transactions that number events run
 * one after the other over all processes. So `RunEvent.id` rises in the order of commits, a reader of `id > last` skips
 * nothing, guards see what they decide upon, and no two transactions can wait for each other.
 */
export const enterWriter = (dialect: Dialect): ReadonlyArray<Statement> =>
  dialect === "sqlite" ? [] : [{ sql: "SELECT pg_advisory_xact_lock(72707370)", parameters: [] }]

export const findTools = overRows({ runId: "text" }, `SELECT "r"."id" AS "id", "r"."tools" AS "tools" FROM "x" JOIN "Run" AS "r" ON "r"."id" = "x"."runId"`)
