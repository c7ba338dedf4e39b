import { Effect, Schema } from "effect"
import type { Principal } from "../../domain/principal"
import { NewWebhook, Webhook, WebhookChange, WebhookWithSecret } from "../../domain/webhook"
import { type WebhookCall, Webhooks } from "../../webhooks/webhooks"
import { body, noBody } from "./body"
import { endpoint, noQuery } from "./endpoint"

/** The webhook that a call names, and who calls. */
export const webhookCall = ({ principal, id }: { readonly principal: Principal; readonly id: string }): WebhookCall => ({
  teamId: principal.teamId,
  id,
  by: { actor: principal.actor, via: "api" }
})

const manage = { permission: "webhooks:manage", query: noQuery } as const

export const listWebhooks = endpoint({
  ...manage,
  method: "GET",
  path: "/api/v1/webhooks",
  operationId: "listWebhooks",
  summary: "The team's webhooks, oldest first; never their secrets.",
  body: noBody,
  answer: Schema.Struct({ items: Schema.Array(Webhook) }),
  statuses: { 200: "All of them" },
  failures: [],
  run: Effect.fnUntraced(function* ({ principal }) {
    return { value: { items: yield* Webhooks.use((webhooks) => webhooks.list(principal.teamId)) } }
  })
})

export const postWebhook = endpoint({
  ...manage,
  method: "POST",
  path: "/api/v1/webhooks",
  operationId: "createWebhook",
  summary:
    "Has events sent to an address, as Standard Webhooks describes: the headers webhook-id, webhook-timestamp and webhook-signature, at least once, and again for about a day until it is answered with 2xx. `secret` is what they are signed with and is shown this once.",
  body: body(NewWebhook),
  answer: WebhookWithSecret,
  statuses: { 201: "The webhook, with its secret" },
  failures: [409, 503],
  run: Effect.fnUntraced(function* ({ principal, body: wanted }) {
    return { status: 201, value: yield* Webhooks.use((webhooks) => webhooks.add(principal.teamId, wanted, { actor: principal.actor, via: "api" })) }
  })
})

export const getWebhook = endpoint({
  ...manage,
  method: "GET",
  path: "/api/v1/webhooks/{id}",
  operationId: "getWebhook",
  summary: "One webhook.",
  body: noBody,
  answer: Webhook,
  statuses: { 200: "The webhook" },
  failures: [404],
  run: Effect.fnUntraced(function* ({ principal, id }) {
    return { value: yield* Webhooks.use((webhooks) => webhooks.get(principal.teamId, id)) }
  })
})

export const postWebhookChange = endpoint({
  ...manage,
  method: "POST",
  path: "/api/v1/webhooks/{id}",
  operationId: "changeWebhook",
  summary: "Changes a webhook: what is given. Its secret stays.",
  body: body(WebhookChange),
  answer: Webhook,
  statuses: { 200: "The webhook as it is now" },
  failures: [404, 409, 503],
  run: Effect.fnUntraced(function* (call) {
    return { value: yield* Webhooks.use((webhooks) => webhooks.change(webhookCall(call), call.body)) }
  })
})

export const deleteWebhook = endpoint({
  ...manage,
  method: "DELETE",
  path: "/api/v1/webhooks/{id}",
  operationId: "removeWebhook",
  summary: "Removes a webhook, with all that waits for it and its log.",
  body: noBody,
  answer: Schema.Struct({ id: Schema.String }),
  statuses: { 200: "It is gone" },
  failures: [404, 409, 503],
  run: Effect.fnUntraced(function* (call) {
    yield* Webhooks.use((webhooks) => webhooks.remove(webhookCall(call)))
    return { value: { id: call.id } }
  })
})

export const postPause = endpoint({
  ...manage,
  method: "POST",
  path: "/api/v1/webhooks/{id}/pause",
  operationId: "pauseWebhook",
  summary: "Sends it nothing until it is resumed. What happens meanwhile passes it by; what waits already, waits on.",
  body: noBody,
  answer: Webhook,
  statuses: { 200: "The webhook as it is now" },
  failures: [404, 409, 503],
  run: Effect.fnUntraced(function* (call) {
    return { value: yield* Webhooks.use((webhooks) => webhooks.pause(webhookCall(call))) }
  })
})

export const postResume = endpoint({
  ...manage,
  method: "POST",
  path: "/api/v1/webhooks/{id}/resume",
  operationId: "resumeWebhook",
  summary: "Sends again to a webhook that was paused, or that was disabled because its receiver answered 410.",
  body: noBody,
  answer: Webhook,
  statuses: { 200: "The webhook as it is now" },
  failures: [404, 409, 503],
  run: Effect.fnUntraced(function* (call) {
    return { value: yield* Webhooks.use((webhooks) => webhooks.resume(webhookCall(call))) }
  })
})

export const postRotation = endpoint({
  ...manage,
  method: "POST",
  path: "/api/v1/webhooks/{id}/rotate-secret",
  operationId: "rotateWebhookSecret",
  summary: "Makes a new secret, which is shown this once. For a day messages carry two signatures: one of the new secret and one of the secret before.",
  body: noBody,
  answer: WebhookWithSecret,
  statuses: { 200: "The webhook, with its new secret" },
  failures: [404, 409, 503],
  run: Effect.fnUntraced(function* (call) {
    return { value: yield* Webhooks.use((webhooks) => webhooks.rotate(webhookCall(call))) }
  })
})
