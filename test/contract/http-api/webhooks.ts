import { createHmac } from "node:crypto"
import { Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AuditEntry } from "../../../server/domain/audit"
import { Webhook, WebhookDelivery, WebhookWithSecret } from "../../../server/domain/webhook"
import { type ApiUpstream, apiUpstream } from "../../fixtures/api-upstream"
import { type Credentials, del, get, post, read } from "../../fixtures/http-world"
import { asked, asking, failure, submit } from "./shared"

const Log = Schema.Struct({ items: Schema.Array(WebhookDelivery), nextCursor: Schema.NullOr(Schema.String) })

/** Webhooks: told of what happens, by the server's own worker. */
export const webhooksOfTheApi = (_name: string, admin: () => Credentials) =>
  describe("webhooks", () => {
    let receiver: ApiUpstream
    let status = 200
    let came: (type: string) => void = () => undefined
    beforeAll(async () => {
      receiver = await apiUpstream(({ body }, response) => {
        response.writeHead(status).end("noted")
        came(JSON.parse(body).type)
      })
    })
    afterAll(() => receiver.close())

    /** Done when so many messages have arrived. */
    const arrived = (count: number): Promise<void> =>
      new Promise((resolve) => {
        const look = () => receiver.received.length >= count && resolve()
        came = look
        look()
      })
    const add = (events: ReadonlyArray<string>) => post("/api/v1/webhooks", { name: "Desk", url: `${receiver.origin}/desk?key=k-123456`, events }, admin())

    it("hear of a question and of the end of its run, with a link to the card and a signature that fits", async () => {
      const hook = await read(await add(["interaction.pending", "run.completed", "run.failed"]), 201, WebhookWithSecret)
      expect(hook).toMatchObject({ status: "active", url: `${receiver.origin}/desk?…`, secret: expect.stringMatching(/^whsec_/) })
      const run = await submit(asking)
      const { id } = asked(run)
      await arrived(1)
      await post(`/api/v1/interactions/${id}/answer`, { action: "accept" }, admin())
      await arrived(2)
      const [question, end] = receiver.received
      expect(JSON.parse(question?.body ?? "")).toMatchObject({
        type: "interaction.pending",
        data: { url: `http://localhost:3000/approvals/${id}`, interaction: { id }, run: { id: run.id } }
      })
      expect(JSON.parse(end?.body ?? "")).toMatchObject({
        type: "run.completed",
        data: { url: `http://localhost:3000/runs/${run.id}`, run: { id: run.id, error: null } }
      })
      for (const { headers, body } of receiver.received) {
        const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`
        const signature = createHmac("sha256", Buffer.from(hook.secret.slice(6), "base64"))
          .update(signed)
          .digest("base64")
        expect(headers["webhook-signature"]).toBe(`v1,${signature}`)
      }
      expect((await read(await get(`/api/v1/webhooks/${hook.id}`, admin()), 200, Webhook)).id).toBe(hook.id)
      const { items, nextCursor } = await read(await get(`/api/v1/webhooks/${hook.id}/deliveries?limit=1`, admin()), 200, Log)
      expect(items.map(({ type }) => type)).toEqual(["run.completed"])
      const older = await read(await get(`/api/v1/webhooks/${hook.id}/deliveries?cursor=${nextCursor}`, admin()), 200, Log)
      expect(older).toMatchObject({ items: [{ type: "interaction.pending", interactionId: id }], nextCursor: null })
      expect((await del(`/api/v1/webhooks/${hook.id}`, admin())).status).toBe(200)
    })

    it("are tried out, paused, given another secret, changed and removed, and the audit log has it all without a secret", async () => {
      const hook = await read(await add(["run.failed"]), 201, WebhookWithSecret)
      const one = `/api/v1/webhooks/${hook.id}`
      status = 503
      const tested = await read(await post(`${one}/test`, {}, admin()), 200, WebhookDelivery)
      expect(tested).toMatchObject({ type: "webhook.test", status: "failed", attempts: [{ status: 503, excerpt: "noted" }] })
      status = 200
      const again = await read(await post(`${one}/resend`, { messageId: tested.messageId }, admin()), 200, WebhookDelivery)
      expect(again).toMatchObject({ status: "delivered", attempts: [{ status: 503 }, { status: 200 }] })
      expect((await failure(await post(`${one}/resend`, { messageId: "msg_x" }, admin()), 404)).code).toBe("delivery_not_found")
      expect(await read(await post(`${one}/pause`, {}, admin()), 200, Webhook)).toMatchObject({ status: "paused" })
      expect(await read(await post(`${one}/resume`, {}, admin()), 200, Webhook)).toMatchObject({ status: "active" })
      const rotated = await read(await post(`${one}/rotate-secret`, {}, admin()), 200, WebhookWithSecret)
      expect(rotated.secret).not.toBe(hook.secret)
      expect(rotated.olderSecretUntil).toBeGreaterThan(Date.now())
      expect(await read(await post(one, { name: "Other desk" }, admin()), 200, Webhook)).toMatchObject({ name: "Other desk", events: ["run.failed"] })
      expect((await failure(await post(one, { url: "http://10.0.0.1/" }, admin()), 400)).issues?.[0]?.path).toBe("url")
      expect((await del(one, admin())).status).toBe(200)
      expect((await failure(await get(one, admin()), 404)).code).toBe("webhook_not_found")
      const audit = await get("/api/v1/audit?noun=webhook&limit=8", admin())
      const text = await audit.clone().text()
      const { items } = await read(audit, 200, Schema.Struct({ items: Schema.Array(AuditEntry), next: Schema.NullOr(Schema.Int) }))
      expect(items.filter(({ subject }) => subject === hook.id).map(({ action, via }) => [action, via])).toEqual(
        ["removed", "changed", "secret_rotated", "resumed", "paused", "resent", "tested", "created"].map((deed) => [`webhook.${deed}`, "api"])
      )
      for (const secret of [hook.secret, rotated.secret, "k-123456"]) expect(text).not.toContain(secret)
    })

    it("that cannot be kept are refused with what is wrong", async () => {
      const bad = await failure(await post("/api/v1/webhooks", { name: " ", url: "https://x.example", events: [] }, admin()), 400)
      expect(bad.issues?.map(({ path }) => path)).toEqual(["name", "events"])
      const inside = await failure(await post("/api/v1/webhooks", { name: "x", url: "http://169.254.169.254/", events: ["run.failed"] }, admin()), 400)
      expect(inside).toMatchObject({ code: "invalid_webhook", issues: [{ path: "url", message: expect.stringContaining("SIGNALBOX_ALLOW_HOSTS") }] })
      expect((await failure(await get("/api/v1/webhooks"), 403)).code).toBe("forbidden")
    })
  })
