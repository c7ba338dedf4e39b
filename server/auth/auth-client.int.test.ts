import SqliteFile from "better-sqlite3"
import { Effect, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import { type Access, accessWorld, ada, signedIn, withAdmin } from "../../test/fixtures/access-world"
import { AppConfig } from "../config/config"
import { Auth } from "./auth"
import { principalOf } from "./principal-of"
import { signIn } from "./sign-in"

const run = <A, E>(effect: Effect.Effect<A, E, Access>) => Effect.runPromise(Effect.provide(effect, accessWorld()))

/** Another connection to the same file that holds the write lock, as the store's writer does while it commits. */
const lock = Effect.gen(function* () {
  const { database } = yield* AppConfig
  const file = new SqliteFile(database.kind === "sqlite" ? database.file : "")
  file.exec("BEGIN IMMEDIATE")
  return () => {
    file.exec("COMMIT")
    file.close()
  }
})

const ticks = (count: number) =>
  Effect.promise(async () => {
    for (let tick = 0; tick < count; tick++) await new Promise((resolve) => setImmediate(resolve))
  })

describe("the connection of accounts beside the store's, in one SQLite file", () => {
  it("waits for the writer without stopping the thread that must end it", () =>
    run(
      Effect.gen(function* () {
        yield* withAdmin
        const release = yield* lock
        const entering = yield* Effect.forkChild(signIn(ada, new Headers()), { startImmediately: true })
        // As long as the password takes, and then some: the write is tried meanwhile, and the loop turns all the time.
        const { betterAuth } = yield* Auth
        yield* Effect.promise(async () => (await betterAuth.$context).password.hash("x"))
        yield* ticks(1000)
        expect(entering.pollUnsafe()).toBeUndefined()
        release()
        expect((yield* Fiber.join(entering)).status).toBe(200)
      })
    ))

  it("reads while the writer writes", () =>
    run(
      Effect.gen(function* () {
        yield* withAdmin
        const headers = yield* signedIn()
        const release = yield* lock
        expect(yield* principalOf(headers)).toMatchObject({ role: "admin" })
        release()
      })
    ))

  it("keeps a plain write that was made while a transaction was open and then rolled back", () =>
    run(
      Effect.gen(function* () {
        const { client } = yield* Auth
        const team = (id: string) => client.organization.create({ data: { id, name: id, slug: id, createdAt: new Date() } })
        yield* Effect.promise(() => team("taken"))
        const ends = yield* Effect.promise(() =>
          Promise.allSettled([
            client.$transaction([team("rolled-back"), team("taken")]),
            team("plain"),
            client.$transaction([team("rolled-back"), team("taken")])
          ])
        )
        expect(ends.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected"])
        expect((yield* Effect.promise(() => client.organization.findMany({ orderBy: { id: "asc" } }))).map(({ id }) => id)).toEqual(["plain", "taken"])
      })
    ))
})
