import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { bothStores } from "../../test/fixtures/both-stores"
import { upstream } from "../../test/fixtures/outgoing"
import { aRunningRun, startOfTime } from "../../test/fixtures/stored-run"
import { aWebhook, logOf, webhookWorld } from "../../test/fixtures/webhook-world"
import { Courier } from "./courier"
import { Webhooks } from "./webhooks"

const deliverDue = Courier.use((courier) => courier.deliverDue)
/** The clock stands at the time of the runs. */
const began = TestClock.setTime(startOfTime + 1_000)
/** Where names lead to; a test changes it. */
const namesOf = () =>
  new Map([
    ["hooks.example", "10.0.0.7"],
    ["localhost", "127.0.0.1"]
  ])

describe.each(bothStores)("receivers in trouble, with $name", ({ store }) => {
  const names = namesOf()
  const resolve = (host: string) => Promise.resolve([names.get(host) ?? []].flat())
  it.layer(webhookWorld(store, { resolve }))((it) => {
    it.effect("a receiver that is down hears of it later, with the same bytes and a new signature, and is given up after the tenth try", () =>
      Effect.gen(function* () {
        yield* began
        let isUp = false
        const open = yield* upstream((_, response) => void response.writeHead(isUp ? 204 : 500).end("broken"))
        const hook = yield* aWebhook(open.origin)
        const ended = yield* aRunningRun({ teamId: hook.teamId })
        yield* ended.step(5, ended.end(5))
        yield* deliverDue
        yield* deliverDue
        expect(open.received).toHaveLength(1)
        yield* TestClock.adjust("7 seconds")
        isUp = true
        yield* deliverDue
        const [first, second] = open.received
        expect(second?.body).toBe(first?.body)
        expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"])
        expect(second?.headers["webhook-signature"]).not.toBe(first?.headers["webhook-signature"])
        expect(yield* logOf(hook)).toMatchObject([{ status: "delivered", nextAt: null, attempts: [{ status: 500, excerpt: "broken" }, { status: 204 }] }])
        isUp = false
        const other = yield* aRunningRun({ teamId: hook.teamId })
        yield* other.step(6, other.end(6))
        for (let tries = 0; tries < 12; tries++) {
          yield* deliverDue
          yield* TestClock.adjust("10 hours")
        }
        expect(open.received).toHaveLength(12)
        expect((yield* logOf(hook))[0]).toMatchObject({ status: "failed", nextAt: null })
      })
    )

    it.effect("a receiver that cannot be reached, is slow or talks without end keeps nobody else waiting, and is told as what it is", () =>
      Effect.gen(function* () {
        yield* began
        const asked = yield* Deferred.make<void>()
        const silent = yield* upstream(() => void Effect.runSync(Deferred.succeed(asked, undefined)))
        const endless = yield* upstream((_, response) => {
          const more = (): void => void (response.destroyed || response.write("x".repeat(65_536), () => setImmediate(more)))
          more()
        })
        const good = yield* upstream((_, response) => void response.end("ok"))
        const slow = yield* aWebhook(silent.origin)
        const huge = yield* aWebhook(endless.origin, {}, slow.teamId)
        const quick = yield* aWebhook(good.origin, {}, slow.teamId)
        const down = yield* aWebhook("http://127.0.0.1:1/", {}, slow.teamId)
        const ended = yield* aRunningRun({ teamId: slow.teamId })
        yield* ended.step(5, ended.end(5))
        const sending = yield* Effect.forkChild(deliverDue)
        yield* Deferred.await(asked)
        // The others are done while the slow one is still being waited for.
        const settled = Effect.gen(function* () {
          while ((yield* Effect.forEach([huge, quick, down], logOf)).some(([one]) => one?.attempts.length !== 1))
            yield* Effect.promise(() => new Promise(setImmediate))
        })
        yield* settled
        expect((yield* logOf(slow))[0]?.attempts).toEqual([])
        yield* TestClock.adjust("15 seconds")
        yield* Fiber.join(sending)
        expect(yield* logOf(slow)).toMatchObject([
          { status: "waiting", attempts: [{ status: null, durationMs: 15_000, error: expect.stringContaining("did not answer within") }] }
        ])
        expect(yield* logOf(quick)).toMatchObject([{ status: "delivered" }])
        expect(yield* logOf(down)).toMatchObject([{ status: "waiting", attempts: [{ status: null, error: expect.stringContaining("refuses connections") }] }])
        const [big] = yield* logOf(huge)
        expect(big).toMatchObject({ status: "delivered", attempts: [{ status: 200 }] })
        expect(big?.attempts[0]?.excerpt?.length).toBeLessThan(600)
      })
    )

    it.effect("a redirect to a private place is not followed, and nothing reaches that place", () =>
      Effect.gen(function* () {
        yield* began
        const inner = yield* upstream((_, response) => void response.end("secret"))
        const open = yield* upstream((_, response) => void response.writeHead(307, { location: `http://localhost:${inner.port}/` }).end())
        const hook = yield* aWebhook(open.origin)
        const ended = yield* aRunningRun({ teamId: hook.teamId })
        yield* ended.step(5, ended.end(5))
        yield* deliverDue
        expect(inner.received).toEqual([])
        expect(yield* logOf(hook)).toMatchObject([
          { status: "waiting", attempts: [{ status: 307, error: expect.stringContaining("redirects are not followed") }] }
        ])
        for (const url of ["http://10.0.0.1/", "http://169.254.169.254/latest", "http://hooks.example/", "file:///etc/passwd", "http://a:b@127.0.0.1/"])
          expect(yield* Effect.flip(aWebhook(url)), url).toMatchObject({ _tag: "InvalidWebhook", path: "url" })
        // A name that led somewhere public when it was added, and leads inside now.
        names.set("hooks.example", "93.184.215.14")
        const turned = yield* aWebhook(`http://hooks.example:${inner.port}/`)
        names.set("hooks.example", "127.0.0.2")
        yield* Webhooks.use((webhooks) => webhooks.test(turned))
        expect(inner.received).toEqual([])
        expect(yield* logOf(turned)).toMatchObject([{ status: "failed", attempts: [{ status: null, error: expect.stringContaining("this machine itself") }] }])
      })
    )

    it.effect("410 switches the webhook off, and the audit log says why", () =>
      Effect.gen(function* () {
        yield* began
        const open = yield* upstream((_, response) => void response.writeHead(410).end())
        const hook = yield* aWebhook(open.origin)
        const ended = yield* aRunningRun({ teamId: hook.teamId })
        yield* ended.step(5, ended.end(5))
        yield* deliverDue
        expect(yield* Webhooks.use((webhooks) => webhooks.get(hook.teamId, hook.id))).toMatchObject({ status: "disabled" })
        const more = yield* aRunningRun({ teamId: hook.teamId })
        yield* more.step(5, more.end(5))
        yield* deliverDue
        expect(open.received).toHaveLength(1)
        expect(yield* logOf(hook)).toMatchObject([{ status: "failed" }])
      })
    )

    it.effect("two processes that sweep at once send a message once; one that died with it leaves it to the other", () =>
      Effect.gen(function* () {
        yield* began
        const arrived = yield* Deferred.make<void>()
        const held: Array<() => void> = []
        const open = yield* upstream((_, response) => {
          held.push(() => response.end("ok"))
          Effect.runSync(Deferred.succeed(arrived, undefined))
        })
        const hook = yield* aWebhook(open.origin)
        const ended = yield* aRunningRun({ teamId: hook.teamId })
        yield* ended.step(5, ended.end(5))
        const first = yield* Effect.forkChild(deliverDue)
        yield* Deferred.await(arrived)
        // The first one is in the middle of it: nothing is due for another.
        yield* Effect.all([deliverDue, deliverDue, deliverDue], { concurrency: "unbounded" })
        expect(open.received).toHaveLength(1)
        // It dies. What it held is due again once nobody can still be sending it.
        yield* Fiber.interrupt(first)
        yield* deliverDue
        expect(open.received).toHaveLength(1)
        yield* TestClock.adjust("46 seconds")
        const second = yield* Effect.forkChild(deliverDue)
        while (held.length < 2) yield* Effect.promise(() => new Promise(setImmediate))
        held[1]?.()
        yield* Fiber.join(second)
        expect(new Set(open.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1)
        expect(yield* logOf(hook)).toMatchObject([{ status: "delivered", attempts: [{ status: 200 }] }])
      })
    )

    it.effect("fifty messages at once go out once each, four at a time", () =>
      Effect.gen(function* () {
        yield* began
        let underWay = 0
        let most = 0
        const open = yield* upstream((_, response) => {
          most = Math.max(most, ++underWay)
          setImmediate(() => {
            underWay--
            response.end()
          })
        })
        const hook = yield* aWebhook(open.origin)
        const runs = yield* Effect.forEach(Array.from({ length: 50 }), () => aRunningRun({ teamId: hook.teamId }), { concurrency: 10 })
        yield* Effect.forEach(runs, (one) => one.step(5, one.end(5)), { concurrency: "unbounded" })
        yield* Effect.all([deliverDue, deliverDue], { concurrency: 2 })
        expect(new Set(open.received.map(({ headers }) => headers["webhook-id"])).size).toBe(50)
        expect(open.received).toHaveLength(50)
        expect(most).toBeLessThanOrEqual(8)
      })
    )
  })
})
