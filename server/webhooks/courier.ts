import { Cause, Clock, Context, Effect, FiberMap, Layer, Random, Result, Schedule, Semaphore } from "effect"
import { AppConfig } from "../config/config"
import { systemActor } from "../domain/principal"
import { redactText } from "../domain/redact"
import type { WebhookAttempt } from "../domain/webhook"
import type { StoreUnavailable } from "../engine/run-store"
import { type ClaimedMessage, Outbox } from "../store/outbox"
import { type WebhookRecord, WebhookTable } from "../store/webhook-table"
import type { HttpAnswer } from "../tools/http-client/exchange"
import { HttpClient } from "../tools/http-client/http-client"
import { makeScrub } from "../tools/sources/scrub"
import { messageBody } from "./message-body"
import { nextStep } from "./retry-plan"
import { signedHeaders } from "./signature"

/** How late a message may go out. */
const sweepEvery = "1 second"
/** A receiver says that it has the message, and works on it afterwards. */
const answerWithinMs = 15_000
/** After so long who claimed a message is taken for gone. Longer than any try. */
const claimMs = 45_000
/** Of one webhook at a time, so that a slow receiver is not stormed. */
const atOnce = 4
/** Of all webhooks together. */
const mostSending = 32
const mostWebhooksADue = 200
const answerBytes = 16 << 10
const excerptChars = 500
/** How long the log is kept. */
export const keptMs = 30 * 86_400_000
const forgetEvery = "1 hour"
const forgetBatch = 500

/**
 * Sends what the outbox holds.
 *
 * I1 A message is claimed before it is sent, so two processes do not send it at once. Who claimed it and is gone, leaves
 *    it due again: it may then arrive twice, under one id.
 * I2 Every try sends the same bytes; only the time, and so the signature, is new.
 * I3 One receiver that is slow or down keeps no other webhook waiting.
 */
export class Courier extends Context.Service<
  Courier,
  {
    /** Sends all that is due, and returns when all of it was tried. */
    readonly deliverDue: Effect.Effect<void, StoreUnavailable>
    /** The messages of one webhook that are due. */
    deliverTo(webhookId: string): Effect.Effect<void, StoreUnavailable>
    /** This message now, whether its webhook is active or not; null when somebody else is sending it. */
    deliverOne(webhookId: string, messageId: string): Effect.Effect<WebhookAttempt | null, StoreUnavailable>
  }
>()("signalbox/webhooks/Courier") {
  static readonly layer: Layer.Layer<Courier, never, Outbox | WebhookTable | HttpClient | AppConfig> = Layer.effect(
    Courier,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const outbox = yield* Outbox
  const table = yield* WebhookTable
  const http = yield* HttpClient
  const { publicUrl } = yield* AppConfig
  const sending = yield* Semaphore.make(mostSending)

  const claimNow = Effect.fnUntraced(function* (webhookId: string) {
    const at = yield* Clock.currentTimeMillis
    const parts = yield* Effect.all([Random.nextInt, Random.nextInt])
    return { webhookId, claim: `${at}.${parts.join(".")}`, at, until: at + claimMs }
  })

  /** The answer's status and beginning, or why there is none. */
  const post = Effect.fnUntraced(function* (webhook: WebhookRecord, messageId: string, body: string) {
    const { secrets, olderSecretUntil } = webhook
    const at = yield* Clock.currentTimeMillis
    if (secrets === null)
      return { at, durationMs: 0, answer: null, error: "its address and secret cannot be read: they were kept under another SIGNALBOX_SECRET" }
    const olderSigns = secrets.older !== null && olderSecretUntil !== null && olderSecretUntil > at
    const keys = olderSigns && secrets.older !== null ? [secrets.secret, secrets.older] : [secrets.secret]
    const request = {
      method: "POST",
      url: secrets.url,
      headers: { "content-type": "application/json", "user-agent": "Signalbox-Webhooks", ...signedHeaders({ id: messageId, at, body }, keys) },
      body: new TextEncoder().encode(body),
      isRead: false,
      timeoutMs: answerWithinMs,
      answerBytes,
      isCut: true
    }
    const sent = yield* Effect.result(sending.withPermit(http.send(request)))
    const durationMs = (yield* Clock.currentTimeMillis) - at
    return Result.isSuccess(sent) ? { at, durationMs, answer: sent.success, error: null } : { at, durationMs, answer: null, error: sent.failure.message }
  })

  const deliver = Effect.fn("Courier.deliver")(function* (message: ClaimedMessage, claim: string) {
    const { webhookId, messageId, type } = message
    const webhook = yield* table.findAny(webhookId)
    // Removed meanwhile, and its messages with it.
    if (webhook === null) return null
    const isTest = type === "webhook.test"
    const facts = message.body !== null || isTest ? null : yield* outbox.facts(message)
    if (message.body === null && !isTest && facts === null) {
      const attempt = { at: yield* Clock.currentTimeMillis, durationMs: 0, status: null, error: "nothing was sent: its run is kept no longer", excerpt: null }
      yield* outbox.settle(message, claim, { attempt, status: "failed", nextAt: null, body: null })
      return attempt
    }
    const body = message.body ?? messageBody(message, facts, publicUrl)
    const { at, durationMs, answer, error } = yield* post(webhook, messageId, body)
    const status = answer?.status ?? null
    const attempt: WebhookAttempt = {
      at,
      durationMs,
      status,
      error: error ?? redirectWords(answer),
      excerpt: answer === null ? null : excerptOf(answer, webhook)
    }
    const next = nextStep({ isTest, attempts: message.attempts, status, retryAfterMs: retryAfterOf(answer) }, yield* Random.next)
    yield* outbox.settle(message, claim, {
      attempt,
      body,
      status: next._tag === "Delivered" ? "delivered" : next._tag === "Again" ? "waiting" : "failed",
      nextAt: next._tag === "Again" ? at + durationMs + next.afterMs : null
    })
    if (next._tag === "Gone" && webhook.status !== "disabled") yield* disable(webhook)
    return attempt
  })

  /** Unless an admin changed it meanwhile: then the answer was about another address. */
  const disable = (webhook: WebhookRecord) =>
    table.change(
      webhook,
      { ...webhook, status: "disabled" },
      { action: "webhook.disabled", data: { name: webhook.name, reason: "the receiver answered 410: it is gone" }, by: { actor: systemActor, via: "system" } }
    )

  const deliverTo = Effect.fn("Courier.deliverTo")(function* (webhookId: string) {
    while (true) {
      const claim = yield* claimNow(webhookId)
      const messages = yield* outbox.claimDue(claim, atOnce)
      yield* Effect.forEach(messages, (message) => deliver(message, claim.claim), { concurrency: atOnce, discard: true })
      if (messages.length < atOnce) return
    }
  })

  const deliverOne = Effect.fn("Courier.deliverOne")(function* (webhookId: string, messageId: string) {
    const claim = yield* claimNow(webhookId)
    const message = yield* outbox.claimOne(claim, messageId)
    return message === null ? null : yield* deliver(message, claim.claim)
  })

  const deliverDue = Effect.gen(function* () {
    const due = yield* outbox.due(yield* Clock.currentTimeMillis, mostWebhooksADue)
    yield* Effect.forEach(due, deliverTo, { concurrency: "unbounded", discard: true })
  })

  return Courier.of({ deliverDue, deliverTo, deliverOne })
})

const redirectWords = (answer: HttpAnswer | null): string | null =>
  answer !== null && answer.status >= 300 && answer.status < 400 ? "redirects are not followed: give the address that it leads to" : null

/** Redacted, and without the webhook's own secrets, whatever the receiver echoes. */
const excerptOf = (answer: HttpAnswer, { secrets }: WebhookRecord): string => {
  const text = makeScrub(secrets === null ? [] : [secrets.url, secrets.secret, ...(secrets.older === null ? [] : [secrets.older])]).text(
    Buffer.from(answer.body).toString("utf8")
  )
  const clean = redactText(text)
  return clean.length > excerptChars ? `${clean.slice(0, excerptChars)}…` : clean
}

const retryAfterOf = (answer: HttpAnswer | null): number | null => {
  const given = answer?.headers["retry-after"]?.trim()
  return given !== undefined && /^\d{1,6}$/.test(given) ? Number(given) * 1000 : null
}

/** Deletes what the log keeps no longer, and says how much. */
export const forgetOldDeliveries = Effect.fn("forgetOldDeliveries")(function* () {
  const outbox = yield* Outbox
  const before = (yield* Clock.currentTimeMillis) - keptMs
  let count = 0
  for (let gone = forgetBatch; gone === forgetBatch; ) {
    gone = yield* outbox.forget(before, forgetBatch)
    count += gone
  }
  return count
})

const logged = (what: string) =>
  Effect.catchCauseIf(
    (cause: Cause.Cause<unknown>) => !Cause.hasInterruptsOnly(cause),
    (cause) => Effect.logError(what, cause)
  )

/** Works as long as its scope is open. A webhook that is being served is left alone meanwhile; the others are not kept waiting. */
export const courierWorkerLayer: Layer.Layer<never, never, Courier | Outbox> = Layer.effectDiscard(
  Effect.gen(function* () {
    const courier = yield* Courier
    const outbox = yield* Outbox
    const served = yield* FiberMap.make<string>()
    const sweep = Effect.gen(function* () {
      const due = yield* outbox.due(yield* Clock.currentTimeMillis, mostWebhooksADue)
      const serve = (webhookId: string) => courier.deliverTo(webhookId).pipe(logged("messages could not be delivered"))
      yield* Effect.forEach(due, (webhookId) => FiberMap.run(served, webhookId, serve(webhookId), { onlyIfMissing: true }), { discard: true })
    })
    yield* sweep.pipe(logged("the outbox could not be read"), Effect.repeat(Schedule.spaced(sweepEvery)), Effect.forkScoped)
    yield* Effect.asVoid(forgetOldDeliveries()).pipe(
      logged("old deliveries could not be deleted"),
      Effect.repeat(Schedule.spaced(forgetEvery)),
      Effect.forkScoped
    )
  })
)
