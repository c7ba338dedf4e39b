import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { vi } from "vitest"
import { temporaryStore } from "../../test/fixtures/temporary-store"
import { AppConfig } from "../config/config"
import { PrismaClient } from "../generated/sqlite/client"
import { Database } from "./database"
import { PatientSqlite } from "./patient-sqlite"
import { transactionOptions } from "./transaction-patience"

const setting = (key: string, value = "1") => ({ data: { key, value } })
const set = (key: string) => ({ sql: `INSERT INTO "Setting" ("key", "value") VALUES (?, '1')`, parameters: [key] })

/** A second client on the file of the open store, as accounts have one. */
const second = Effect.gen(function* () {
  const { database } = yield* AppConfig
  const file = database.kind === "sqlite" ? database.file : ""
  return yield* Effect.acquireRelease(
    Effect.sync(() => new PrismaClient({ adapter: new PatientSqlite(file), transactionOptions })),
    (client) => Effect.promise(() => client.$disconnect())
  )
})

/** A promise to wait for, and its end. */
const latch = () => {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

/** A transaction that writes `key`, says that it did, waits, and then commits or not. */
const held = (client: PrismaClient, key: string, end: "commits" | "fails") => {
  const written = latch()
  const go = latch()
  // allow transaction: it is what better-auth's adapter does
  const done = client.$transaction(async (tx) => {
    await tx.setting.create(setting(key))
    written.open()
    await go.opened
    if (end === "fails") throw new Error("rolled back")
  })
  return { written: written.opened, go: go.open, done }
}

it.live("a plain write made during a transaction that is rolled back is kept", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const client = yield* second
      const keys = yield* Effect.promise(async () => {
        const transaction = held(client, "lost", "fails")
        await transaction.written
        const plain = client.setting.create(setting("kept"))
        const waiting = plain.then(() => undefined)
        transaction.go()
        await transaction.done.catch(() => undefined)
        await waiting
        return (await client.setting.findMany()).map(({ key }) => key)
      })
      assert.deepStrictEqual(keys, ["kept"])
    })
  ).pipe(Effect.provide(temporaryStore()))
)

it.live("a writer of another connection is told that the file is busy, at once, and can write when the transaction is over", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const client = yield* second
      const { session } = yield* Database
      const transaction = held(client, "one", "commits")
      yield* Effect.promise(() => transaction.written)
      const busy = yield* Effect.flip(session.transaction([set("two")]))
      assert.strictEqual(busy.reason, "busy")
      transaction.go()
      yield* Effect.promise(() => transaction.done)
      yield* session.transaction([set("two")])
      assert.strictEqual(yield* Effect.promise(() => client.setting.count()), 2)
    })
  ).pipe(Effect.provide(temporaryStore()))
)

it.live("a transaction that reads before it writes cannot be overtaken by another connection", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const client = yield* second
      const { session } = yield* Database
      const read = latch()
      const go = latch()
      // allow transaction: it is what better-auth's adapter does
      const transaction = client.$transaction(async (tx) => {
        const before = await tx.setting.count()
        read.open()
        await go.opened
        await tx.setting.create(setting("mine"))
        return before
      })
      yield* Effect.promise(() => read.opened)
      const overtaking = yield* Effect.flip(session.transaction([set("theirs")]))
      assert.strictEqual(overtaking.reason, "busy")
      go.open()
      assert.strictEqual(yield* Effect.promise(() => transaction), 0)
    })
  ).pipe(Effect.provide(temporaryStore()))
)

it.live("two clients whose transactions meet take turns", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const [one, other] = [yield* second, yield* second]
      const write = (client: PrismaClient, key: string) => client.$transaction([client.setting.count(), client.setting.create(setting(key))])
      yield* Effect.promise(() => Promise.all(Array.from({ length: 40 }, (_, n) => write(n % 2 === 0 ? one : other, `${n}`))))
      assert.strictEqual(yield* Effect.promise(() => one.setting.count()), 40)
    })
  ).pipe(Effect.provide(temporaryStore()))
)

it.live("a transaction waits as long for another connection's as the file is waited for, not Prisma's two seconds", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const [one, other] = [yield* second, yield* second]
      yield* Effect.promise(async () => {
        const transaction = held(one, "first", "commits")
        await transaction.written
        // Connected, so that time stands still for nothing but the waiting.
        await other.setting.count()
        vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
        const waiting = other.$transaction([other.setting.count(), other.setting.create(setting("second"))])
        const settled = Promise.allSettled([waiting])
        // Prisma's patience has begun, and the first pause of the file's.
        while (vi.getTimerCount() < 2) {
          await vi.advanceTimersByTimeAsync(1)
          await new Promise(setImmediate)
        }
        await vi.advanceTimersByTimeAsync(4_000)
        transaction.go()
        await transaction.done
        await vi.advanceTimersByTimeAsync(100)
        vi.useRealTimers()
        assert.deepStrictEqual(
          (await settled).map(({ status }) => status),
          ["fulfilled"]
        )
      }).pipe(Effect.ensuring(Effect.sync(() => vi.useRealTimers())))
      assert.strictEqual(yield* Effect.promise(() => one.setting.count()), 2)
    })
  ).pipe(Effect.provide(temporaryStore()))
)
