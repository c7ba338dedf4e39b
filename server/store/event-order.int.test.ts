import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Ref } from "effect"
import { freshPostgres } from "../../test/fixtures/fresh-postgres"
import { aRunningRun } from "../../test/fixtures/stored-run"
import { temporaryStore } from "../../test/fixtures/temporary-store"
import { Database } from "./database"
import { runStoreLayer } from "./run-store-sql"

/*
 * PostgreSQL hands out numbers before commit: without care, a reader who asks for `id > last` skips an event whose
 * transaction commits late. Here two servers write while one reads.
 */
it.live("with two servers on one database a reader of events in order of their id misses none", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const url = yield* Effect.promise(freshPostgres)
      const server = () => Layer.build(Layer.provideMerge(runStoreLayer, Layer.fresh(temporaryStore({ database: { kind: "postgresql", url } }))))
      const [one, other] = [yield* server(), yield* server()]
      const isOver = yield* Ref.make(false)

      const reader = yield* Effect.gen(function* () {
        const { client } = yield* Database
        const seen: Array<number> = []
        while (true) {
          const last = yield* Ref.get(isOver)
          const rows = yield* Effect.promise(() =>
            client.runEvent.findMany({ where: { id: { gt: seen.at(-1) ?? 0 } }, orderBy: { id: "asc" }, select: { id: true } })
          )
          seen.push(...rows.map(({ id }) => id))
          if (last) return seen
        }
      }).pipe(Effect.provide(one), Effect.forkChild)

      const writing = Effect.gen(function* () {
        const runs = yield* Effect.forEach(Array.from({ length: 4 }), () => aRunningRun(), { concurrency: "unbounded" })
        yield* Effect.forEach(
          Array.from({ length: 200 }, (_, n) => n),
          (n) => Effect.forEach(runs, (owned) => owned.step(n, owned.log(`${n}`)), { concurrency: "unbounded" }),
          { concurrency: 8 }
        )
      })
      yield* Effect.all([Effect.provide(writing, one), Effect.provide(writing, other)], { concurrency: "unbounded" })
      yield* Ref.set(isOver, true)

      const seen = yield* Fiber.join(reader)
      const all = yield* Database.use(({ client }) => Effect.promise(() => client.runEvent.findMany({ orderBy: { id: "asc" }, select: { id: true } }))).pipe(
        Effect.provide(one)
      )
      assert.strictEqual(all.length, 2 * 4 * 201)
      assert.deepStrictEqual(
        seen,
        all.map(({ id }) => id)
      )
    })
  )
)
