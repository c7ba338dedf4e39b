import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { aDecision, aRunningRun, asking } from "../../test/fixtures/stored-run"
import { temporaryStore } from "../../test/fixtures/temporary-store"
import { RunStore } from "../engine/run-store"
import { Database } from "./database"
import { runStoreLayer } from "./run-store-sql"

const full = 2

it.live("every connection of the embedded store writes through to the disk and keeps foreign keys", () =>
  Effect.gen(function* () {
    const { client, session } = yield* Database
    for (const [pragma, wanted] of [
      ["journal_mode", "wal"],
      ["synchronous", full],
      ["foreign_keys", 1]
    ] as const) {
      const [writer] = yield* session.transaction([{ sql: `PRAGMA ${pragma}`, parameters: [] }])
      const [reader] = yield* Effect.promise(() => client.$queryRawUnsafe<Array<Record<string, unknown>>>(`PRAGMA ${pragma}`))
      for (const row of [writer?.[0], reader]) assert.strictEqual(String(row?.[pragma]), String(wanted), pragma)
    }
  }).pipe(Effect.provide(temporaryStore()))
)

it.live("deleting a run deletes all of it", () =>
  Effect.gen(function* () {
    const owned = yield* aRunningRun()
    const id = yield* asking(owned, 1, 1)
    yield* RunStore.use(({ decide }) => decide(aDecision(id)))
    const { client } = yield* Database
    yield* Effect.promise(() => client.run.delete({ where: { id: owned.run.id } }))
    const left = yield* Effect.promise(() =>
      Promise.all([
        client.runDetail.count(),
        client.runEvent.count(),
        client.journalEntry.count(),
        client.toolCall.count(),
        client.toolCallPayload.count(),
        client.interaction.count(),
        client.runTool.count()
      ])
    )
    assert.deepStrictEqual(left, [0, 0, 0, 0, 0, 0, 0])
  }).pipe(Effect.provide(Layer.provideMerge(runStoreLayer, temporaryStore())))
)
