import type { DeliveryStatus, MessageType, WebhookEvent, WebhookStatus } from "@/server/domain/webhook"

/** What each event is. */
export const eventWords: Readonly<Record<WebhookEvent, string>> = {
  "interaction.pending": "a question waits for a person",
  "interaction.expiring": "half, and nine tenths, of its time are over",
  "run.failed": "a run failed",
  "run.completed": "a run completed"
}

export const messageWords = (type: MessageType): string => (type === "webhook.test" ? "a test" : eventWords[type])

export const statusWords: Readonly<Record<WebhookStatus, string>> = {
  active: "active",
  paused: "paused",
  disabled: "switched off: its receiver answered 410"
}

export const deliveryWords: Readonly<Record<DeliveryStatus, string>> = { waiting: "waits", delivered: "delivered", failed: "not delivered" }

/** `1 try`, `3 tries`. */
export const triesText = (count: number): string => (count === 1 ? "1 try" : `${count} tries`)
