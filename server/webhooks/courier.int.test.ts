import { createHmac } from "node:crypto"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { bothStores } from "../../test/fixtures/both-stores"
import { upstream } from "../../test/fixtures/outgoing"
import { aDecision, aRunningRun, asking, startOfTime } from "../../test/fixtures/stored-run"
import { admin, aWebhook, logOf, webhookWorld } from "../../test/fixtures/webhook-world"
import { RunStore } from "../engine/run-store"
import { Courier, forgetOldDeliveries, keptMs } from "./courier"
import { Webhooks } from "./webhooks"

const deliverDue = Courier.use((courier) => courier.deliverDue)
const signatureOf = (secret: string, id: string, timestamp: string, body: string): string =>
  `v1,${createHmac("sha256", Buffer.from(secret.slice(6), "base64"))
    .update(`${id}.${timestamp}.${body}`)
    .digest("base64")}`

/** The clock stands at the time of the runs. */
const began = TestClock.setTime(startOfTime + 1_000)

describe.each(bothStores)("webhooks on $name", ({ store }) => {
  it.layer(webhookWorld(store))((it) => {
    it.effect("a question, its deadline and the end of its run are each told once, signed, to those of the team who want to know", () =>
      Effect.gen(function* () {
        yield* began
        const open = yield* upstream((_, response) => void response.end("thanks"))
        const hook = yield* aWebhook(`${open.origin}/hook?key=abc`)
        yield* aWebhook(`${open.origin}/ends`, { events: ["run.failed"] }, hook.teamId)
        const stranger = yield* aWebhook(`${open.origin}/stranger`)
        const owned = yield* aRunningRun({ teamId: hook.teamId, title: "Close stale tickets" })
        const id = yield* asking(owned, 1, 10, { expiresAt: startOfTime + 500_000, args: { title: "x", token: "[redacted]" } })
        const { change } = yield* RunStore
        const warning = {
          interactionId: id,
          revision: 0,
          change: "expiring",
          by: admin.actor,
          via: "system",
          at: startOfTime + 20,
          comment: null
        } as const
        yield* change({ ...warning, warnings: 1 })
        yield* RunStore.use((rows) => rows.decide(aDecision(id)))
        yield* owned.step(30, owned.end(30, "failed"))
        yield* deliverDue
        const order = ["interaction.pending", "interaction.expiring", "run.failed"]
        const placeOf = (body: string) => order.indexOf(JSON.parse(body).type)
        // They go out together, so they may come in any order.
        const toHook = open.received.filter(({ url }) => url.startsWith("/hook")).sort((one, other) => placeOf(one.body) - placeOf(other.body))
        expect(toHook.map(({ body }) => JSON.parse(body).type)).toEqual(order)
        const [asked] = toHook
        if (asked === undefined) throw new Error("nothing came")
        expect(asked).toMatchObject({ method: "POST", url: "/hook?key=abc", headers: { "content-type": "application/json" } })
        expect(JSON.parse(asked.body)).toEqual({
          type: "interaction.pending",
          timestamp: new Date(startOfTime + 10).toISOString(),
          data: {
            url: `http://localhost:3000/approvals/${id}`,
            interaction: {
              ...{ id, kind: "approval", toolPath: "demo.echo", connection: null, message: "May it?", args: { title: "x", token: "[redacted]" } },
              createdAt: new Date(startOfTime + 10).toISOString(),
              expiresAt: new Date(startOfTime + 500_000).toISOString()
            },
            run: {
              ...{ id: owned.run.id, kind: "code", title: "Close stale tickets", trigger: "api", actor: { ...owned.run.actor } },
              startedAt: new Date(startOfTime).toISOString()
            }
          }
        })
        for (const { headers, body } of toHook) {
          const { "webhook-id": messageId = "", "webhook-timestamp": timestamp = "", "webhook-signature": signature } = headers
          expect(Number(timestamp) * 1000).toBe(startOfTime + 1_000)
          expect(signature).toBe(signatureOf(hook.secret, messageId, timestamp, body))
          expect(messageId).toMatch(/^msg_[a-z]+_[\w-]+$/)
        }
        expect(JSON.parse(toHook[2]?.body ?? "").data).toMatchObject({
          url: `http://localhost:3000/runs/${owned.run.id}`,
          run: { durationMs: 30, error: null }
        })
        expect(open.received.filter(({ url }) => url === "/ends").map(({ body }) => JSON.parse(body).type)).toEqual(["run.failed"])
        expect(yield* logOf(stranger)).toEqual([])
        const log = yield* logOf(hook)
        expect(log.map(({ type, status, attempts }) => [type, status, attempts.map((one) => [one.status, one.error, one.excerpt])])).toEqual([
          ["run.failed", "delivered", [[200, null, "thanks"]]],
          ["interaction.expiring", "delivered", [[200, null, "thanks"]]],
          ["interaction.pending", "delivered", [[200, null, "thanks"]]]
        ])
        yield* deliverDue
        expect(open.received).toHaveLength(4)
      })
    )

    it.effect("nothing is told of what did not happen: a step that lost its run, a run that was cancelled, a paused webhook", () =>
      Effect.gen(function* () {
        yield* began
        const open = yield* upstream((_, response) => void response.end())
        const hook = yield* aWebhook(open.origin)
        const owned = yield* aRunningRun({ teamId: hook.teamId })
        yield* RunStore.use((rows) => rows.open(owned.run.id, "another owner", () => ({ _tag: "Start", at: 0, seed: 1, codeHash: "x", engineVersion: 1 })))
        expect(
          yield* asking(owned, 1, 10).pipe(
            Effect.as("written"),
            Effect.catchCause(() => Effect.succeed("refused"))
          )
        ).toBeDefined()
        const cancelled = yield* aRunningRun({ teamId: hook.teamId })
        yield* cancelled.step(5, cancelled.end(5, "cancelled"))
        yield* Webhooks.use((webhooks) => webhooks.pause(hook))
        const quiet = yield* aRunningRun({ teamId: hook.teamId })
        yield* quiet.step(5, quiet.end(5))
        yield* deliverDue
        expect([open.received, yield* logOf(hook)]).toEqual([[], []])
        yield* Webhooks.use((webhooks) => webhooks.resume(hook))
        const heard = yield* aRunningRun({ teamId: hook.teamId })
        yield* heard.step(5, heard.end(5))
        yield* deliverDue
        expect(open.received.map(({ body }) => JSON.parse(body).data.run.id)).toEqual([heard.run.id])
      })
    )

    it.effect("a test and a message sent again answer at once, whatever the webhook's state; a test is tried once", () =>
      Effect.gen(function* () {
        yield* began
        let status = 500
        const open = yield* upstream((_, response) => void response.writeHead(status).end())
        const hook = yield* aWebhook(open.origin)
        const ended = yield* aRunningRun({ teamId: hook.teamId })
        yield* ended.step(5, ended.end(5))
        yield* deliverDue
        const [message] = yield* logOf(hook)
        const webhooks = yield* Webhooks
        yield* webhooks.pause(hook)
        expect(yield* webhooks.test(hook)).toMatchObject({ type: "webhook.test", status: "failed", attempts: [{ status: 500 }] })
        expect(yield* Effect.flip(webhooks.resend(hook, message?.messageId ?? ""))).toMatchObject({ _tag: "DeliveryWaits" })
        expect(yield* Effect.flip(webhooks.resend(hook, "msg_unknown"))).toMatchObject({ _tag: "DeliveryNotFound" })
        status = 200
        const tested = yield* webhooks.test(hook)
        expect(tested).toMatchObject({ status: "delivered", attempts: [{ status: 200 }] })
        expect(yield* webhooks.resend(hook, tested.messageId)).toMatchObject({ status: "delivered", attempts: [{ status: 200 }, { status: 200 }] })
        expect(open.received.at(-1)?.headers["webhook-id"]).toBe(tested.messageId)
        const strange = { ...hook, teamId: (yield* aWebhook(open.origin)).teamId }
        expect(yield* Effect.flip(webhooks.test(strange))).toMatchObject({ _tag: "WebhookNotFound" })
        expect(yield* Effect.flip(webhooks.resend(strange, tested.messageId))).toMatchObject({ _tag: "WebhookNotFound" })
      })
    )

    it.effect("a new secret and the one before sign for a day, then the new one alone", () =>
      Effect.gen(function* () {
        yield* began
        const open = yield* upstream((_, response) => void response.end())
        const hook = yield* aWebhook(open.origin)
        const webhooks = yield* Webhooks
        const { secret } = yield* webhooks.rotate(hook)
        expect(secret).not.toBe(hook.secret)
        yield* webhooks.test(hook)
        yield* TestClock.adjust("24 hours")
        yield* webhooks.test(hook)
        const signed = open.received.map(({ headers, body }) => {
          const { "webhook-id": id = "", "webhook-timestamp": timestamp = "", "webhook-signature": signature = "" } = headers
          return [signature.split(" "), [secret, hook.secret].map((one) => signatureOf(one, id, timestamp, body))] as const
        })
        expect(signed[0]?.[0]).toEqual(signed[0]?.[1])
        expect(signed[1]?.[0]).toEqual(signed[1]?.[1].slice(0, 1))
      })
    )

    it.effect("what is a month old is deleted with its tries, and what is removed is gone", () =>
      Effect.gen(function* () {
        yield* began
        const open = yield* upstream((_, response) => void response.end())
        const hook = yield* aWebhook(open.origin)
        const webhooks = yield* Webhooks
        yield* webhooks.test(hook)
        yield* TestClock.adjust(keptMs - 1_000)
        yield* webhooks.test(hook)
        expect(yield* logOf(hook)).toHaveLength(2)
        yield* TestClock.adjust(2_000)
        expect(yield* forgetOldDeliveries()).toBeGreaterThan(0)
        expect(yield* logOf(hook)).toHaveLength(1)
        yield* webhooks.remove(hook)
        expect(yield* Effect.flip(logOf(hook))).toMatchObject({ _tag: "WebhookNotFound" })
        expect(yield* Effect.flip(webhooks.remove(hook))).toMatchObject({ _tag: "WebhookNotFound" })
      })
    )
  })
})

describe("secrets", () => {
  it.effect.each(bothStores)("are neither in what is listed, nor in the rows, nor in the log of an answer that echoes them ($name)", ({ store }) =>
    Effect.gen(function* () {
      yield* began
      const open = yield* upstream(({ url, headers }, response) => void response.end(`${url} ${headers["webhook-signature"]} ${secretOf()}`))
      let secretOf = () => ""
      const hook = yield* aWebhook(`${open.origin}/hook?token=tok-7777777`)
      secretOf = () => hook.secret
      const webhooks = yield* Webhooks
      yield* webhooks.test(hook)
      const { Database } = yield* Effect.promise(() => import("../store/database"))
      const { client } = yield* Database
      const rows = yield* Effect.promise(() =>
        Promise.all([client.webhook.findMany(), client.webhookDelivery.findMany(), client.webhookAttempt.findMany(), client.auditEntry.findMany()])
      )
      const everything = JSON.stringify([rows, yield* webhooks.list(hook.teamId), yield* logOf(hook)], (_, value) =>
        typeof value === "bigint" ? Number(value) : value
      )
      for (const secret of [hook.secret, hook.secret.slice(6), "tok-7777777"]) expect(everything).not.toContain(secret)
      expect(everything).toContain("[redacted]")
    }).pipe(Effect.provide(Layer.fresh(webhookWorld(store))))
  )
})
