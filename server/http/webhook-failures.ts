import type { DeliveryNotFound, DeliveryWaits, InvalidWebhook, TooManyWebhooks, WebhookChanged, WebhookNotFound } from "../webhooks/webhooks"
import type { FailureTable } from "./failure-table"

/** What goes wrong with webhooks. */
export type WebhookFailure = WebhookNotFound | WebhookChanged | InvalidWebhook | TooManyWebhooks | DeliveryNotFound | DeliveryWaits

export const webhookFailures: FailureTable<WebhookFailure> = {
  WebhookNotFound: ({ webhookId }) => ({ status: 404, code: "webhook_not_found", message: "There is no such webhook.", details: { webhookId } }),
  WebhookChanged: ({ webhookId }) => ({
    status: 409,
    code: "webhook_changed",
    message: "Somebody else changed this webhook at the same moment. Look at it as it is now, then try again.",
    details: { webhookId }
  }),
  InvalidWebhook: ({ path, reason }) => ({ status: 400, code: "invalid_webhook", message: reason, issues: [{ path, message: reason }] }),
  TooManyWebhooks: ({ most }) => ({
    status: 409,
    code: "too_many_webhooks",
    message: `A team may have ${most} webhooks. Remove one first.`,
    details: { most }
  }),
  DeliveryNotFound: ({ messageId }) => ({
    status: 404,
    code: "delivery_not_found",
    message: "There is no such message to this webhook, or the log does not keep it any more.",
    details: { messageId }
  }),
  DeliveryWaits: ({ messageId }) => ({
    status: 409,
    code: "delivery_waits",
    message: "This message waits to be delivered already; it is tried again by itself.",
    details: { messageId }
  })
}
