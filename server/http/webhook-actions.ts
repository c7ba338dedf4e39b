import { Effect, Schema } from "effect"
import type { Principal } from "../domain/principal"
import { NewWebhook, WebhookChange, type WebhookDelivery } from "../domain/webhook"
import { type WebhookCall, Webhooks } from "../webhooks/webhooks"
import { action, goTo, thenRefresh } from "./action"
import { decodeForm } from "./decode"

/*
 * The forms of the webhooks' settings; they work before JavaScript has loaded.
 */

const callOf = ({ teamId, actor }: Principal, id: string): WebhookCall => ({ teamId, id, by: { actor, via: "console" } })
const placeOf = (id: string): string => `/settings/webhooks?open=${encodeURIComponent(id)}`

/** `name`, `url`, and `events` as often as one is ticked. */
const WebhookForm = Schema.Struct({
  name: Schema.optionalKey(Schema.String),
  url: Schema.optionalKey(Schema.String),
  events: Schema.optionalKey(Schema.Union([Schema.String, Schema.Array(Schema.String)]))
})

/** The value has the secret. */
export const createWebhookAction = thenRefresh(
  action(
    "webhooks:manage",
    WebhookForm,
    Effect.fn("createWebhookForm")(function* ({ name = "", url = "", events = [] }, principal) {
      const wanted = yield* decodeForm(NewWebhook)({ name, url, events: [events].flat() })
      return yield* Webhooks.use((webhooks) => webhooks.add(principal.teamId, wanted, callOf(principal, "").by))
    })
  )
)

/** An address that is left empty stays as it is: the whole of it is never shown. */
export const changeWebhookAction = action(
  "webhooks:manage",
  Schema.Struct({ ...WebhookForm.fields, id: Schema.String }),
  Effect.fn("changeWebhookForm")(function* ({ id, name = "", url = "", events = [] }, principal) {
    const change = yield* decodeForm(WebhookChange)({ name, events: [events].flat(), ...(url.trim() !== "" && { url }) })
    yield* Webhooks.use((webhooks) => webhooks.change(callOf(principal, id), change))
    return goTo(placeOf(id))
  })
)

const OneForm = Schema.Struct({ id: Schema.String })

export const pauseWebhookAction = action("webhooks:manage", OneForm, ({ id }, principal) =>
  Effect.as(
    Webhooks.use((webhooks) => webhooks.pause(callOf(principal, id))),
    goTo(placeOf(id))
  )
)

export const resumeWebhookAction = action("webhooks:manage", OneForm, ({ id }, principal) =>
  Effect.as(
    Webhooks.use((webhooks) => webhooks.resume(callOf(principal, id))),
    goTo(placeOf(id))
  )
)

export const removeWebhookAction = action("webhooks:manage", OneForm, ({ id }, principal) =>
  Effect.as(
    Webhooks.use((webhooks) => webhooks.remove(callOf(principal, id))),
    goTo("/settings/webhooks")
  )
)

/** The value has the new secret. */
export const rotateWebhookAction = thenRefresh(
  action("webhooks:manage", OneForm, ({ id }, principal) => Webhooks.use((webhooks) => webhooks.rotate(callOf(principal, id))))
)

/** What came of the last try, in words. */
const outcomeOf = ({ status, attempts }: WebhookDelivery) => {
  const last = attempts.at(-1)
  if (last === undefined) return { worked: false, message: "It waits to be sent." }
  return {
    worked: status === "delivered",
    message: last.status === null ? (last.error ?? "There was no answer.") : `Answered ${last.status} after ${last.durationMs} ms.`
  }
}

export const testWebhookAction = thenRefresh(
  action("webhooks:manage", OneForm, ({ id }, principal) =>
    Effect.map(
      Webhooks.use((webhooks) => webhooks.test(callOf(principal, id))),
      outcomeOf
    )
  )
)

/** `id`, `messageId` */
export const resendAction = thenRefresh(
  action("webhooks:manage", Schema.Struct({ id: Schema.String, messageId: Schema.String }), ({ id, messageId }, principal) =>
    Effect.map(
      Webhooks.use((webhooks) => webhooks.resend(callOf(principal, id), messageId)),
      outcomeOf
    )
  )
)
