import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import pg from "pg"
import { freshPostgres } from "../../../test/fixtures/fresh-postgres"
import { openPostgresSession } from "./postgres-session"

const select = (sql: string) => ({ sql, parameters: [] })

const opened = Effect.gen(function* () {
  const url = yield* Effect.promise(freshPostgres)
  const session = yield* openPostgresSession(url)
  yield* session.transaction([select(`CREATE TABLE "T" ("id" INT PRIMARY KEY, "at" BIGINT)`)])
  const admin = yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      return client
    }),
    (client) => Effect.promise(() => client.end())
  )
  return { session, admin }
})

it.live("whole numbers are numbers, of any width", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { session } = yield* opened
      const [, rows] = yield* session.transaction([
        select(`INSERT INTO "T" VALUES (1, 1700000000000)`),
        select(`SELECT "id", "at", count(*) OVER () AS "n" FROM "T"`)
      ])
      assert.deepStrictEqual(rows, [{ id: 1, at: 1_700_000_000_000, n: 1 }])
    })
  )
)

it.live("nothing of a refused transaction is kept, and the next one works", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { session } = yield* opened
      const failure = yield* Effect.flip(session.transaction([select(`INSERT INTO "T" VALUES (1, 1)`), select(`INSERT INTO "T" VALUES (1, 2)`)]))
      assert.deepInclude(failure, { reason: "refused", isAmbiguous: false })
      assert.deepStrictEqual(yield* session.transaction([select(`SELECT * FROM "T"`)]), [[]])
    })
  )
)

it.live("a connection that the server ended in the middle of a transaction is unavailable, not refused, and is replaced", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const { session, admin } = yield* opened
      const failure = yield* Effect.flip(
        session.transaction([select(`INSERT INTO "T" VALUES (1, 1)`), select("SELECT pg_terminate_backend(pg_backend_pid())")])
      )
      assert.deepInclude(failure, { reason: "unavailable", isAmbiguous: false })
      yield* session.transaction([select(`INSERT INTO "T" VALUES (2, 2)`)])
      // Idle connections that die meanwhile end nothing either.
      yield* Effect.promise(() => admin.query(`SELECT pg_terminate_backend("pid") FROM pg_stat_activity WHERE "application_name" = 'signalbox writer'`))
      const rows = yield* Effect.retry(session.transaction([select(`SELECT "id" FROM "T"`)]), { times: 3 })
      assert.deepStrictEqual(rows, [[{ id: 2 }]])
    })
  )
)

it.live("a server that is not there is unavailable", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const session = yield* openPostgresSession("postgresql://nobody@127.0.0.1:1/none")
      assert.strictEqual((yield* Effect.flip(session.transaction([select("SELECT 1")]))).reason, "unavailable")
    })
  )
)
