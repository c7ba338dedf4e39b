import { appendAuditWhere } from "./audit"
import { claimed, decidable, decisionGuard } from "./guards"
import { overRows, returning } from "./statement"

/*
 * The outbox. A message is queued in the transaction of what it tells of, under the same guard, for each webhook of the
 * team that is told of such a thing: it is there exactly when that happened. Its id says what happened, so that a
 * transaction that is done again queues nothing twice.
 */

const message = { messageId: "text", type: "text", at: "bigint" } as const

const queue = (guard: string, interactionId: string): string =>
  `INSERT INTO "WebhookDelivery" ("webhookId", "messageId", "teamId", "type", "runId", "interactionId", "at", "status", "nextAt")
SELECT "w"."id", "x"."messageId", "w"."teamId", "x"."type", "r"."id", ${interactionId}, "x"."at", 'waiting', "x"."at"
FROM "x" ${guard} JOIN "Webhook" AS "w" ON "w"."teamId" = "r"."teamId" AND "w"."status" = 'active' AND "w"."events" LIKE '%"' || "x"."type" || '"%'
WHERE 1 = 1 ON CONFLICT DO NOTHING`

/** Of a step: a question was opened, or the run ended. */
export const queueOfSteps = overRows({ ...message, runId: "text", stepId: "text", interactionId: "text" }, queue(claimed, `"x"."interactionId"`))

/** Before `changeInteractions`, whose guard it shares. */
export const queueOfChanges = overRows(
  { ...message, ...decisionGuard },
  queue(`JOIN "Interaction" AS "i" ON ${decidable} JOIN "Run" AS "r" ON "r"."id" = "i"."runId"`, `"i"."id"`)
)

/* Webhooks. A change hits only the revision it was made from; its audit entry comes before it and shares that guard. */

export const insertWebhooks = overRows(
  { id: "text", teamId: "text", name: "text", url: "text", events: "text", sealed: "text", at: "bigint", most: "int" },
  `INSERT INTO "Webhook" ("id", "teamId", "name", "url", "events", "status", "sealed", "createdAt", "updatedAt")
SELECT "x"."id", "x"."teamId", "x"."name", "x"."url", "x"."events", 'active', "x"."sealed", "x"."at", "x"."at" FROM "x"
WHERE (SELECT count(*) FROM "Webhook" AS "o" WHERE "o"."teamId" = "x"."teamId") < "x"."most"`
)

export const changeWebhooks = overRows(
  {
    id: "text",
    teamId: "text",
    revision: "int",
    name: "text",
    url: "text",
    events: "text",
    status: "text",
    sealed: "text",
    olderUntil: "bigint",
    at: "bigint"
  },
  `UPDATE "Webhook" AS "g" SET "name" = "x"."name", "url" = "x"."url", "events" = "x"."events", "status" = "x"."status", "sealed" = "x"."sealed",
"olderUntil" = "x"."olderUntil", "revision" = "g"."revision" + 1, "updatedAt" = "x"."at"
FROM "x" WHERE "g"."id" = "x"."id" AND "g"."teamId" = "x"."teamId" AND "g"."revision" = "x"."revision"`
)

export const removeWebhooks = overRows(
  { id: "text", teamId: "text", revision: "int" },
  `DELETE FROM "Webhook" WHERE "id" IN (SELECT "g"."id" FROM "x" JOIN "Webhook" AS "g" ON "g"."id" = "x"."id" AND "g"."teamId" = "x"."teamId" AND "g"."revision" = "x"."revision")`
)

/** After `insertWebhooks` as well: without a row there is nothing to tell of. */
export const appendWebhookAudit = appendAuditWhere(
  { webhookId: "text", revision: "int" },
  `JOIN "Webhook" AS "g" ON "g"."id" = "x"."webhookId" AND "g"."teamId" = "x"."teamId" AND "g"."revision" = "x"."revision"`
)

export const findWebhooks = overRows(
  { id: "text", teamId: "text" },
  `SELECT "g"."id" AS "id", "g"."revision" AS "revision" FROM "x" JOIN "Webhook" AS "g" ON "g"."id" = "x"."id" AND "g"."teamId" = "x"."teamId"`
)

/* Deliveries. Who sends a message claims it first; what is claimed is due again when its sender did not come back. */

/** Due a little later: who queues it sends it at once, and the sweep takes over only if that did not happen. */
export const queueTests = overRows(
  { webhookId: "text", teamId: "text", messageId: "text", at: "bigint", due: "bigint" },
  `INSERT INTO "WebhookDelivery" ("webhookId", "messageId", "teamId", "type", "at", "status", "nextAt")
SELECT "w"."id", "x"."messageId", "w"."teamId", 'webhook.test', "x"."at", 'waiting', "x"."due" FROM "x" JOIN "Webhook" AS "w" ON "w"."id" = "x"."webhookId" AND "w"."teamId" = "x"."teamId"
WHERE 1 = 1 ON CONFLICT DO NOTHING`
)

const settled = `"d"."webhookId" = "x"."webhookId" AND "d"."messageId" = "x"."messageId" AND "d"."teamId" = "x"."teamId" AND "d"."status" <> 'waiting'`

/** Before `queueAgain`, whose guard it shares. */
export const appendResendAudit = appendAuditWhere({ webhookId: "text", messageId: "text" }, `JOIN "WebhookDelivery" AS "d" ON ${settled}`)

export const queueAgain = overRows(
  { webhookId: "text", teamId: "text", messageId: "text", due: "bigint" },
  (dialect) =>
    `UPDATE "WebhookDelivery" AS "d" SET "status" = 'waiting', "attempts" = 0, "nextAt" = "x"."due", "claim" = NULL FROM "x" WHERE ${settled} ${returning(dialect, "d", ["messageId"])}`
)

const columns = ["webhookId", "messageId", "type", "runId", "interactionId", "at", "body", "attempts"]
const given = columns.map((column) => `"${column}"`).join(", ")

/** The oldest that are due of one webhook that is active, at most `most`. `until`: when they are due again all the same. */
export const claimDue = overRows(
  { webhookId: "text", claim: "text", at: "bigint", until: "bigint", most: "int" },
  `UPDATE "WebhookDelivery" SET "claim" = (SELECT "claim" FROM "x"), "nextAt" = (SELECT "until" FROM "x"), "attempts" = "attempts" + 1
WHERE "webhookId" = (SELECT "w"."id" FROM "x" JOIN "Webhook" AS "w" ON "w"."id" = "x"."webhookId" AND "w"."status" = 'active') AND "messageId" IN
(SELECT "d"."messageId" FROM "WebhookDelivery" AS "d" WHERE "d"."webhookId" = (SELECT "webhookId" FROM "x") AND "d"."status" = 'waiting' AND "d"."nextAt" <= (SELECT "at" FROM "x") ORDER BY "d"."nextAt", "d"."messageId" LIMIT (SELECT "most" FROM "x"))
RETURNING ${given}`
)

/** This one, due or not, whether its webhook is active or not; unless somebody is sending it. */
export const claimOne = overRows(
  { webhookId: "text", messageId: "text", claim: "text", at: "bigint", until: "bigint" },
  `UPDATE "WebhookDelivery" SET "claim" = (SELECT "claim" FROM "x"), "nextAt" = (SELECT "until" FROM "x"), "attempts" = "attempts" + 1
WHERE "webhookId" = (SELECT "webhookId" FROM "x") AND "messageId" = (SELECT "messageId" FROM "x") AND "status" = 'waiting' AND ("claim" IS NULL OR "nextAt" <= (SELECT "at" FROM "x")) RETURNING ${given}`
)

export const insertAttempts = overRows(
  { webhookId: "text", messageId: "text", at: "bigint", durationMs: "int", status: "int", error: "text", excerpt: "text" },
  `INSERT INTO "WebhookAttempt" ("webhookId", "messageId", "at", "durationMs", "status", "error", "excerpt")
SELECT "d"."webhookId", "d"."messageId", "x"."at", "x"."durationMs", "x"."status", "x"."error", "x"."excerpt"
FROM "x" JOIN "WebhookDelivery" AS "d" ON "d"."webhookId" = "x"."webhookId" AND "d"."messageId" = "x"."messageId"`
)

/** Only of what is still claimed by the one who tells. */
export const settleDeliveries = overRows(
  { webhookId: "text", messageId: "text", claim: "text", status: "text", nextAt: "bigint", body: "text" },
  `UPDATE "WebhookDelivery" AS "d" SET "status" = "x"."status", "nextAt" = "x"."nextAt", "claim" = NULL, "body" = coalesce("x"."body", "d"."body")
FROM "x" WHERE "d"."webhookId" = "x"."webhookId" AND "d"."messageId" = "x"."messageId" AND "d"."claim" = "x"."claim"`
)

/** The oldest messages that came before, waiting or not. */
export const forgetDeliveries = overRows(
  { before: "bigint", most: "int" },
  `DELETE FROM "WebhookDelivery" WHERE ("webhookId", "messageId") IN
(SELECT "d"."webhookId", "d"."messageId" FROM "WebhookDelivery" AS "d" WHERE "d"."at" < (SELECT "before" FROM "x") ORDER BY "d"."at" LIMIT (SELECT "most" FROM "x")) RETURNING "messageId"`
)
