import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { freshPostgres } from "../../test/fixtures/fresh-postgres"
import { aDecision, aRun, asking, callEntry, ownedBy, startEntry } from "../../test/fixtures/stored-run"
import { temporaryStore } from "../../test/fixtures/temporary-store"
import { AppConfig } from "../config/config"
import { RunStore } from "../engine/run-store"
import { Database } from "./database"
import { runStoreLayer } from "./run-store-sql"

/* Real values that a program, a tool or a person gives may be secrets: nowhere in the database may they be readable. */

const canary = "canary-7f3a91c2"

/** A run with the canary in its arguments, journal, approved bytes and answer; its redacted forms are stored beside. */
const leaveCanaries = Effect.gen(function* () {
  const { submit, open, decide } = yield* RunStore
  const run = aRun({ args: { password: canary }, idempotencyKey: "k" })
  yield* submit(run)
  yield* open(run.id, "one", startEntry)
  const owned = ownedBy(run, "one")
  yield* owned.step(1, {
    _tag: "AppendJournal",
    seq: 2,
    entry: { ...callEntry(1), _tag: "Call", id: 1, kind: "tool", path: "demo.echo", line: 1, args: `{"token":"${canary}"}` }
  })
  yield* owned.step(2, { _tag: "AppendJournal", seq: 3, entry: { _tag: "Settle", id: 1, ok: true, at: 2, json: `"${canary}"` } })
  const id = yield* asking(owned, 2, 3, { exactArgs: `{"password":"${canary}"}`, args: { password: "…" } })
  yield* decide(aDecision(id, { content: { password: canary }, comment: `Bearer ${canary}${canary}` }))
  const opened = yield* open(run.id, "two", startEntry)
  // The owner gets all of it back.
  assert.include(JSON.stringify(opened.run.args), canary)
  assert.include(JSON.stringify(opened.journal), canary)
  assert.include(opened.interactions[0]?.exactArgs ?? "", canary)
  assert.deepStrictEqual(opened.interactions[0]?.exactContent, { password: canary })
  assert.notInclude(JSON.stringify(opened.interactions[0]?.interaction), canary)
})

it.live("no real value is readable in the files of the embedded store", () =>
  Effect.gen(function* () {
    yield* leaveCanaries
    const { dataDir } = yield* AppConfig
    const files = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name)))
    assert.isTrue(
      files.some((bytes) => bytes.includes("demo.echo")),
      "the search finds what is stored in the clear"
    )
    assert.isFalse(files.some((bytes) => bytes.includes(canary)))
  }).pipe(Effect.provide(Layer.provideMerge(runStoreLayer, temporaryStore())))
)

it.live("no real value is readable in any column on PostgreSQL", () =>
  Effect.gen(function* () {
    yield* leaveCanaries
    const { client } = yield* Database
    const text = yield* Effect.promise(async () => {
      const tables = await client.$queryRawUnsafe<Array<{ name: string }>>(`SELECT tablename AS "name" FROM pg_tables WHERE schemaname = 'public'`)
      const rows = await Promise.all(tables.map(({ name }) => client.$queryRawUnsafe<Array<{ row: string }>>(`SELECT t::text AS "row" FROM "${name}" AS t`)))
      return JSON.stringify(rows)
    })
    assert.include(text, "demo.echo")
    assert.notInclude(text, canary)
  }).pipe(
    Effect.provide(
      Layer.provideMerge(
        runStoreLayer,
        Layer.unwrap(Effect.map(Effect.promise(freshPostgres), (url) => temporaryStore({ database: { kind: "postgresql", url } })))
      )
    )
  )
)

it.live("under another secret a run can be opened and its questions seen, but it has no beginning to be continued from", () =>
  Effect.gen(function* () {
    const kept = yield* Layer.build(temporaryStore())
    const opened = yield* Effect.gen(function* () {
      const { submit, open } = yield* RunStore
      const begun = ownedBy(aRun({ args: { password: canary } }), "one")
      const queued = aRun({ args: { password: canary } })
      yield* submit(begun.run)
      yield* submit(queued)
      yield* open(begun.run.id, "one", startEntry)
      yield* asking(begun, 1, 1)
      return { begun: begun.run.id, queued: queued.id }
    }).pipe(Effect.provide(runStoreLayer), Effect.scoped, Effect.provide(kept))
    const otherSecret = Layer.provide(
      runStoreLayer,
      Layer.effect(
        AppConfig,
        AppConfig.use((config) => Effect.succeed({ ...config, secret: Redacted.make("another secret altogether") }))
      )
    )
    yield* Effect.gen(function* () {
      const { open, pending } = yield* RunStore
      for (const id of [opened.begun, opened.queued]) assert.notStrictEqual((yield* open(id, "two", startEntry)).journal[0]?._tag, "Start")
      assert.strictEqual((yield* pending({ runId: opened.begun })).length, 1)
    }).pipe(Effect.provide(otherSecret), Effect.provide(kept))
  })
)
