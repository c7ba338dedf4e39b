import { Clock, Context, Effect, Layer, Random, Result, Schema } from "effect"
import { type TeamId, uuidv7 } from "../domain/ids"
import { redactText } from "../domain/redact"
import type { NewWebhook, Webhook, WebhookChange, WebhookDelivery, WebhookWithSecret } from "../domain/webhook"
import type { StoreUnavailable } from "../engine/run-store"
import { type DeliveryPlace, Outbox } from "../store/outbox"
import { mostWebhooks, type WebhookAuthor, type WebhookRecord, WebhookTable } from "../store/webhook-table"
import { HttpClient } from "../tools/http-client/http-client"
import { Courier } from "./courier"
import { newSecret } from "./signature"

export class WebhookNotFound extends Schema.TaggedError<WebhookNotFound>()("WebhookNotFound", { webhookId: Schema.String }) {}
/** Somebody else changed it at the same moment. */
export class WebhookChanged extends Schema.TaggedError<WebhookChanged>()("WebhookChanged", { webhookId: Schema.String }) {}
export class InvalidWebhook extends Schema.TaggedError<InvalidWebhook>()("InvalidWebhook", { path: Schema.String, reason: Schema.String }) {}
export class TooManyWebhooks extends Schema.TaggedError<TooManyWebhooks>()("TooManyWebhooks", { most: Schema.Int }) {}
export class DeliveryNotFound extends Schema.TaggedError<DeliveryNotFound>()("DeliveryNotFound", { messageId: Schema.String }) {}
/** It waits to be delivered already, or is being sent. */
export class DeliveryWaits extends Schema.TaggedError<DeliveryWaits>()("DeliveryWaits", { messageId: Schema.String }) {}

/** For so long the secret before signs as well: time to bring the new one to the receiver. */
export const olderSignsMs = 24 * 3_600_000

type Changing = StoreUnavailable | WebhookNotFound | WebhookChanged

/** Which webhook of which team, and who wants it. */
export interface WebhookCall {
  readonly teamId: TeamId
  readonly id: string
  readonly by: WebhookAuthor
}

/** A team's webhooks, as its admins keep them. Who may is asked before. */
export class Webhooks extends Context.Service<
  Webhooks,
  {
    list(teamId: TeamId): Effect.Effect<ReadonlyArray<Webhook>>
    get(teamId: TeamId, id: string): Effect.Effect<Webhook, WebhookNotFound>
    add(teamId: TeamId, webhook: NewWebhook, by: WebhookAuthor): Effect.Effect<WebhookWithSecret, StoreUnavailable | InvalidWebhook | TooManyWebhooks>
    change(call: WebhookCall, change: WebhookChange): Effect.Effect<Webhook, Changing | InvalidWebhook>
    /** What happens while it is paused passes it by; what waits already, waits on. */
    pause(call: WebhookCall): Effect.Effect<Webhook, Changing>
    resume(call: WebhookCall): Effect.Effect<Webhook, Changing>
    /** A new secret; the one before signs as well for a day. */
    rotate(call: WebhookCall): Effect.Effect<WebhookWithSecret, Changing | InvalidWebhook>
    remove(call: WebhookCall): Effect.Effect<void, Changing>
    /** Sends a message that tells of nothing, once, and says what came of it. */
    test(call: WebhookCall): Effect.Effect<WebhookDelivery, StoreUnavailable | WebhookNotFound>
    /** Sends a message again, under its own id, and says what came of it. */
    resend(call: WebhookCall, messageId: string): Effect.Effect<WebhookDelivery, StoreUnavailable | WebhookNotFound | DeliveryNotFound | DeliveryWaits>
    deliveries(of: {
      readonly teamId: TeamId
      readonly id: string
      readonly before: DeliveryPlace | null
      readonly limit: number
    }): Effect.Effect<ReadonlyArray<WebhookDelivery>, WebhookNotFound>
  }
>()("signalbox/webhooks/Webhooks") {
  static readonly layer: Layer.Layer<Webhooks, never, WebhookTable | Outbox | Courier | HttpClient> = Layer.effect(
    Webhooks,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const table = yield* WebhookTable
  const outbox = yield* Outbox
  const courier = yield* Courier
  const http = yield* HttpClient

  const find = Effect.fnUntraced(function* (teamId: TeamId, id: string) {
    return (yield* table.find(teamId, id)) ?? (yield* new WebhookNotFound({ webhookId: id }))
  })

  /** An address that may be called now; said when it is written, not when the first message fails. */
  const checkUrl = Effect.fnUntraced(function* (url: string) {
    const checked = yield* Effect.result(http.check(url))
    // A name that leads nowhere today may lead somewhere tomorrow.
    if (Result.isFailure(checked) && checked.failure.fault !== "unreachable") return yield* new InvalidWebhook({ path: "url", reason: checked.failure.message })
  })

  const add = Effect.fn("Webhooks.add")(function* (teamId: TeamId, { name, url, events }: NewWebhook, by: WebhookAuthor) {
    yield* checkUrl(url)
    const id = `wh_${yield* uuid}`
    const secret = newSecret()
    const shown = { name, url: shownUrl(url), events: [...new Set(events)] }
    const isAdded = yield* table.add({ ...shown, id, teamId, secrets: { url, secret, older: null } }, { action: "webhook.created", data: shown, by })
    if (!isAdded) return yield* new TooManyWebhooks({ most: mostWebhooks })
    return { ...viewOf(yield* Effect.orDie(find(teamId, id))), secret }
  })

  /** The webhook as it is afterwards. */
  const changed = Effect.fnUntraced(function* (before: WebhookRecord, after: Partial<WebhookRecord>, action: string, data: Schema.Json, by: WebhookAuthor) {
    if (!(yield* table.change(before, { ...before, ...after }, { action, data, by }))) return yield* new WebhookChanged({ webhookId: before.id })
    return viewOf(yield* find(before.teamId, before.id))
  })

  const change = Effect.fn("Webhooks.change")(function* ({ teamId, id, by }: WebhookCall, { name, url, events }: WebhookChange) {
    const before = yield* find(teamId, id)
    if (url !== undefined) yield* checkUrl(url)
    const { secrets } = before
    if (url !== undefined && secrets === null) return yield* new InvalidWebhook({ path: "url", reason: unreadable })
    const after = {
      name: name ?? before.name,
      url: url === undefined ? before.url : shownUrl(url),
      events: events === undefined ? before.events : [...new Set(events)]
    }
    const data = { before: { name: before.name, url: before.url, events: before.events }, after }
    return yield* changed(before, { ...after, ...(url !== undefined && secrets !== null && { secrets: { ...secrets, url } }) }, "webhook.changed", data, by)
  })

  const pause = Effect.fn("Webhooks.pause")(function* ({ teamId, id, by }: WebhookCall) {
    const before = yield* find(teamId, id)
    return before.status === "paused" ? viewOf(before) : yield* changed(before, { status: "paused" }, "webhook.paused", { name: before.name }, by)
  })

  const resume = Effect.fn("Webhooks.resume")(function* ({ teamId, id, by }: WebhookCall) {
    const before = yield* find(teamId, id)
    return before.status === "active" ? viewOf(before) : yield* changed(before, { status: "active" }, "webhook.resumed", { name: before.name }, by)
  })

  const rotate = Effect.fn("Webhooks.rotate")(function* ({ teamId, id, by }: WebhookCall) {
    const before = yield* find(teamId, id)
    const { secrets } = before
    if (secrets === null) return yield* new InvalidWebhook({ path: "id", reason: unreadable })
    const secret = newSecret()
    const olderSecretUntil = (yield* Clock.currentTimeMillis) + olderSignsMs
    const after = { secrets: { ...secrets, secret, older: secrets.secret }, olderSecretUntil }
    return { ...(yield* changed(before, after, "webhook.secret_rotated", { name: before.name }, by)), secret }
  })

  const remove = Effect.fn("Webhooks.remove")(function* ({ teamId, id, by }: WebhookCall) {
    const before = yield* find(teamId, id)
    const { name, url, events } = before
    if (!(yield* table.remove(before, { action: "webhook.removed", data: { name, url, events }, by }))) return yield* new WebhookChanged({ webhookId: id })
  })

  const entryOf = Effect.fnUntraced(function* ({ teamId, id, by }: WebhookCall, action: string, data: Schema.Json) {
    return { teamId, at: yield* Clock.currentTimeMillis, action, subject: id, data, actor: by.actor, via: by.via } as const
  })

  const test = Effect.fn("Webhooks.test")(function* (call: WebhookCall) {
    const { name } = yield* find(call.teamId, call.id)
    const messageId = `msg_test_${yield* uuid}`
    const key = { teamId: call.teamId, webhookId: call.id, messageId }
    yield* outbox.queueTest(key, yield* entryOf(call, "webhook.tested", { name, messageId }))
    yield* courier.deliverOne(call.id, messageId)
    return (yield* outbox.find(key)) ?? (yield* new WebhookNotFound({ webhookId: call.id }))
  })

  const resend = Effect.fn("Webhooks.resend")(function* (call: WebhookCall, messageId: string) {
    const { name } = yield* find(call.teamId, call.id)
    const key = { teamId: call.teamId, webhookId: call.id, messageId }
    if ((yield* outbox.find(key)) === null) return yield* new DeliveryNotFound({ messageId })
    if (!(yield* outbox.queueAgain(key, yield* entryOf(call, "webhook.resent", { name, messageId })))) return yield* new DeliveryWaits({ messageId })
    yield* courier.deliverOne(call.id, messageId)
    return (yield* outbox.find(key)) ?? (yield* new DeliveryNotFound({ messageId }))
  })

  return Webhooks.of({
    list: Effect.fn("Webhooks.list")((teamId: TeamId) => Effect.map(table.list(teamId), (all) => all.map(viewOf))),
    get: Effect.fn("Webhooks.get")((teamId: TeamId, id: string) => Effect.map(find(teamId, id), viewOf)),
    add,
    change,
    pause,
    resume,
    rotate,
    remove,
    test,
    resend,
    deliveries: Effect.fn("Webhooks.deliveries")(function* ({ teamId, id, before, limit }) {
      yield* find(teamId, id)
      return yield* outbox.list({ teamId, webhookId: id, before, limit })
    })
  })
})

const unreadable = "its address and secret were kept under another SIGNALBOX_SECRET; remove the webhook and add it again"

const uuid = Effect.gen(function* () {
  const at = yield* Clock.currentTimeMillis
  return uuidv7(at, yield* Effect.all(Array.from({ length: 10 }, () => Random.nextIntBetween(0, 256))))
})

const shownUrl = (url: string): string => {
  const { origin, pathname, search } = new URL(url)
  return redactText(`${origin}${pathname}${search === "" ? "" : "?…"}`)
}

/** Never its secrets. */
const viewOf = ({ id, name, url, events, status, olderSecretUntil, createdAt, updatedAt }: WebhookRecord): Webhook => ({
  ...{ id, name, url, events, status, olderSecretUntil, createdAt, updatedAt }
})
