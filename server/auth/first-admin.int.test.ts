import { Effect, Exit, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { type Access, accessWorld, ada, signedIn, stores, withAdmin } from "../../test/fixtures/access-world"
import { temporaryStore } from "../../test/fixtures/temporary-store"
import type { AppConfigValues } from "../config/config"
import { accessLayer } from "./access-layer"
import { Auth } from "./auth"
import { createAdminOfEnvironment, createFirstAdmin, isSetupOpen, lacksAdmin, setupLink } from "./first-admin"
import { principalOf } from "./principal-of"
import { firstTeam } from "./team"

const tokenOf = (link: string | null): string => new URL(link ?? "").searchParams.get("token") ?? ""
const admins = Auth.use(({ client }) => Effect.promise(() => client.member.count({ where: { role: "admin" } })))
const rows = Auth.use(({ client }) =>
  Effect.promise(async () => ({ users: await client.user.count(), accounts: await client.account.count(), members: await client.member.count() }))
)

describe.each(stores)("the first admin, on $name", ({ use }) => {
  const database = use()
  const run = async <A, E>(effect: Effect.Effect<A, E, Access>, given: Partial<AppConfigValues> = {}) =>
    Effect.runPromise(Effect.provide(effect, accessWorld({ ...(await database()), ...given })))

  it("comes from the one-time link, may sign in, and is an admin of the first team", () =>
    run(
      Effect.gen(function* () {
        const teamId = yield* firstTeam
        const link = yield* setupLink
        expect(link).toMatch(/^http:\/\/localhost:3000\/setup\?token=[\w-]{43}$/)
        expect([yield* isSetupOpen(tokenOf(link)), yield* lacksAdmin]).toEqual([true, true])
        yield* createFirstAdmin(tokenOf(link), ada)
        expect(yield* principalOf(yield* signedIn())).toMatchObject({ _tag: "Person", teamId, role: "admin", actor: { kind: "user", label: "Ada Lovelace" } })
      })
    ))

  it("is exactly one, however many forms are sent at once", () =>
    run(
      Effect.gen(function* () {
        const token = tokenOf(yield* setupLink)
        const ends = yield* Effect.forEach(
          Array.from({ length: 8 }, (_, index) => `admin${index}@example.com`),
          (email) => Effect.exit(createFirstAdmin(token, { ...ada, email })),
          { concurrency: "unbounded" }
        )
        expect(ends.filter(Exit.isSuccess)).toHaveLength(1)
        expect(ends.filter(Exit.isFailure).map(({ cause }) => cause.reasons.map((reason) => (reason._tag === "Fail" ? reason.error._tag : reason)))).toEqual(
          Array.from({ length: 7 }, () => ["SetupClosed"])
        )
        expect(yield* rows).toEqual({ users: 1, accounts: 1, members: 1 })
      })
    ))

  it("is one of the two when the environment names another at the same moment", () =>
    run(
      Effect.gen(function* () {
        const token = tokenOf(yield* setupLink)
        yield* Effect.all([Effect.exit(createFirstAdmin(token, { ...ada, email: "form@example.com" })), createAdminOfEnvironment], { concurrency: "unbounded" })
        expect(yield* admins).toBe(1)
        expect(yield* rows).toEqual({ users: 1, accounts: 1, members: 1 })
      }),
      { admin: ada }
    ))

  it("is made of the environment without the browser, once", () =>
    run(
      Effect.gen(function* () {
        yield* createAdminOfEnvironment
        yield* createAdminOfEnvironment
        expect(yield* setupLink).toBeNull()
        expect(yield* rows).toEqual({ users: 1, accounts: 1, members: 1 })
        expect(yield* principalOf(yield* signedIn())).toMatchObject({ role: "admin" })
      }),
      { admin: ada }
    ))

  it("is in place before anybody calls: with the layer that the server runs on", async () => {
    const given = { admin: ada, ...(await database()) }
    const entered = Effect.flatMap(signedIn(), principalOf)
    const world = Layer.provideMerge(accessLayer, temporaryStore(given))
    expect(await Effect.runPromise(Effect.provide(entered, world))).toMatchObject({ _tag: "Person", role: "admin" })
  })

  it("ends the link: none is printed, and the old one opens nothing", () =>
    run(
      Effect.gen(function* () {
        const link = yield* setupLink
        yield* createFirstAdmin(tokenOf(link), ada)
        expect(yield* setupLink).toBeNull()
        expect([yield* isSetupOpen(tokenOf(link)), yield* lacksAdmin]).toEqual([false, false])
        expect(yield* Effect.flip(createFirstAdmin(tokenOf(link), { ...ada, email: "eve@example.com" }))).toMatchObject({ _tag: "SetupClosed" })
        expect(yield* admins).toBe(1)
      })
    ))

  it("is not made by a guessed, an empty or a replaced link", () =>
    run(
      Effect.gen(function* () {
        const replaced = tokenOf(yield* setupLink)
        const newest = tokenOf(yield* setupLink)
        for (const token of [replaced, "", "guess", `${newest}x`]) {
          expect(yield* Effect.flip(createFirstAdmin(token, ada))).toMatchObject({ _tag: "SetupClosed" })
          expect(yield* isSetupOpen(token)).toBe(false)
        }
        expect(yield* rows).toEqual({ users: 0, accounts: 0, members: 0 })
      })
    ))

  it("leaves no token in the store that would open anything", () =>
    run(
      Effect.gen(function* () {
        const token = tokenOf(yield* setupLink)
        const kept = yield* Auth.use(({ client }) => Effect.promise(() => client.setting.findMany()))
        expect(JSON.stringify(kept)).toContain("tokenHash")
        expect(JSON.stringify(kept)).not.toContain(token)
      })
    ))

  it("can be set up again when the only admin was removed by hand", () =>
    run(
      Effect.gen(function* () {
        yield* withAdmin
        yield* Auth.use(({ client }) => Effect.promise(() => client.user.deleteMany()))
        yield* createFirstAdmin(tokenOf(yield* setupLink), ada)
        expect(yield* admins).toBe(1)
      })
    ))

  it("finds the first team there before any admin, and one only, also when two processes boot at once", () =>
    run(
      Effect.gen(function* () {
        const ids = yield* Effect.all(
          Array.from({ length: 5 }, () => firstTeam),
          { concurrency: "unbounded" }
        )
        expect(new Set(ids).size).toBe(1)
        expect(yield* Auth.use(({ client }) => Effect.promise(() => client.organization.count()))).toBe(1)
      })
    ))
})
