import { Schema } from "effect"
import { EpochMs } from "./epoch-ms"

/** What a webhook may be told of. */
export const WebhookEvent = Schema.Literals(["interaction.pending", "interaction.expiring", "run.failed", "run.completed"])
export type WebhookEvent = typeof WebhookEvent.Type

/** What a message is about: an event, or that somebody tries the webhook out. */
export const MessageType = Schema.Union([WebhookEvent, Schema.Literal("webhook.test")])
export type MessageType = typeof MessageType.Type

/** Active: told of events. Paused: by an admin. Disabled: its receiver said that it is gone (410). */
export const WebhookStatus = Schema.Literals(["active", "paused", "disabled"])
export type WebhookStatus = typeof WebhookStatus.Type

const nameWords = { message: "Give it a name of at most 100 characters." }
const urlWords = { message: "Give an address of at most 2000 characters." }
const Name = Schema.Trim.check(Schema.isMinLength(1, nameWords), Schema.isMaxLength(100, nameWords))
const Url = Schema.Trim.check(Schema.isMinLength(1, urlWords), Schema.isMaxLength(2000, urlWords))
const Events = Schema.Array(WebhookEvent).check(Schema.isMinLength(1, { message: "Choose at least one event." }))

export const NewWebhook = Schema.Struct({ name: Name, url: Url, events: Events })
export type NewWebhook = typeof NewWebhook.Type

/** What is not given stays. */
export const WebhookChange = Schema.Struct({ name: Schema.optionalKey(Name), url: Schema.optionalKey(Url), events: Schema.optionalKey(Events) })
export type WebhookChange = typeof WebhookChange.Type

/** A webhook as admins see it; never its secret. */
export const Webhook = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  /** Without what its query may hide. */
  url: Schema.String,
  events: Schema.Array(WebhookEvent),
  status: WebhookStatus,
  /** Until when the secret before this one signs as well. */
  olderSecretUntil: Schema.NullOr(EpochMs),
  createdAt: EpochMs,
  updatedAt: EpochMs
})
export type Webhook = typeof Webhook.Type

/** With the secret that is shown this once. */
export const WebhookWithSecret = Schema.Struct({ ...Webhook.fields, secret: Schema.String })
export type WebhookWithSecret = typeof WebhookWithSecret.Type

/** One try to deliver a message. */
export const WebhookAttempt = Schema.Struct({
  at: EpochMs,
  durationMs: Schema.Int,
  /** Of the answer; null without one. */
  status: Schema.NullOr(Schema.Int),
  /** Why there is no answer. */
  error: Schema.NullOr(Schema.String),
  /** The beginning of the answer, redacted. */
  excerpt: Schema.NullOr(Schema.String)
})
export type WebhookAttempt = typeof WebhookAttempt.Type

export const DeliveryStatus = Schema.Literals(["waiting", "delivered", "failed"])
export type DeliveryStatus = typeof DeliveryStatus.Type

/** A message to a webhook, and what became of it. */
export const WebhookDelivery = Schema.Struct({
  /** The `webhook-id` of every try. */
  messageId: Schema.String,
  type: MessageType,
  runId: Schema.NullOr(Schema.String),
  interactionId: Schema.NullOr(Schema.String),
  at: EpochMs,
  status: DeliveryStatus,
  /** While it waits: when it is tried next. */
  nextAt: Schema.NullOr(EpochMs),
  /** What is sent, as text; null before the first try. */
  body: Schema.NullOr(Schema.String),
  /** Oldest first. */
  attempts: Schema.Array(WebhookAttempt)
})
export type WebhookDelivery = typeof WebhookDelivery.Type
