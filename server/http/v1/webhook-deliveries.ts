import { Effect, Schema } from "effect"
import { WebhookDelivery } from "../../domain/webhook"
import { Webhooks } from "../../webhooks/webhooks"
import { body, noBody } from "./body"
import { endpoint, noQuery } from "./endpoint"
import { WholeNumber } from "./query"
import { webhookCall } from "./webhooks"

const usualPage = 50

/** Where the next page begins: the moment and id of the last message of this one. */
const Cursor = Schema.String.check(Schema.isPattern(/^\d{1,15}~[\w-]{1,200}$/, { message: "a cursor that a page gave" }))
const placeOf = (cursor: string) => {
  const [at = "", messageId = ""] = cursor.split("~", 2)
  return { at: Number(at), messageId }
}

export const listDeliveries = endpoint({
  permission: "webhooks:manage",
  method: "GET",
  path: "/api/v1/webhooks/{id}/deliveries",
  operationId: "listWebhookDeliveries",
  summary: "Messages to a webhook of the last 30 days, newest first, with every try to deliver them.",
  query: Schema.Struct({ limit: Schema.optionalKey(WholeNumber(1, 200)), cursor: Schema.optionalKey(Cursor) }),
  body: noBody,
  answer: Schema.Struct({ items: Schema.Array(WebhookDelivery), nextCursor: Schema.NullOr(Schema.String) }),
  statuses: { 200: "A page" },
  failures: [404],
  run: Effect.fnUntraced(function* ({ principal: { teamId }, id, query: { limit = usualPage, cursor } }) {
    const before = cursor === undefined ? null : placeOf(cursor)
    const items = yield* Webhooks.use((webhooks) => webhooks.deliveries({ teamId, id, before, limit }))
    const last = items.length === limit ? items.at(-1) : undefined
    return { value: { items, nextCursor: last === undefined ? null : `${last.at}~${last.messageId}` } }
  })
})

export const postTest = endpoint({
  permission: "webhooks:manage",
  method: "POST",
  path: "/api/v1/webhooks/{id}/test",
  operationId: "testWebhook",
  summary: "Sends a message of type webhook.test, once, and answers with what came of it.",
  query: noQuery,
  body: noBody,
  answer: WebhookDelivery,
  statuses: { 200: "The message and its try" },
  failures: [404, 503],
  run: Effect.fnUntraced(function* (call) {
    return { value: yield* Webhooks.use((webhooks) => webhooks.test(webhookCall(call))) }
  })
})

export const postResend = endpoint({
  permission: "webhooks:manage",
  method: "POST",
  path: "/api/v1/webhooks/{id}/resend",
  operationId: "resendWebhookMessage",
  summary: "Sends one message again, the same bytes under the same id, and answers with what came of it.",
  query: noQuery,
  body: body(Schema.Struct({ messageId: Schema.String })),
  answer: WebhookDelivery,
  statuses: { 200: "The message and its tries" },
  failures: [404, 409, 503],
  run: Effect.fnUntraced(function* (call) {
    return { value: yield* Webhooks.use((webhooks) => webhooks.resend(webhookCall(call), call.body.messageId)) }
  })
})
