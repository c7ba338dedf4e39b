import type { DeliveryStatus, MessageType, WebhookEvent, WebhookStatus } from "@/server/domain/webhook"

/** What each event is. */
export const eventWords: Readonly<Record<WebhookEvent, string>> = {
  "interaction.pending": "A question waits for a person",
  "interaction.expiring": "A question’s time runs out: half of it is over, or nine tenths",
  "run.failed": "A run failed",
  "run.completed": "A run completed"
}

export const messageWords = (type: MessageType): string => (type === "webhook.test" ? "A test" : eventWords[type])

export const statusWords: Readonly<Record<WebhookStatus, string>> = {
  active: "active",
  paused: "paused",
  disabled: "switched off: its receiver answered 410"
}

export const deliveryWords: Readonly<Record<DeliveryStatus, string>> = { waiting: "waits", delivered: "delivered", failed: "not delivered" }

/** `1 try`, `3 tries`. */
export const triesText = (count: number): string => (count === 1 ? "1 try" : `${count} tries`)
