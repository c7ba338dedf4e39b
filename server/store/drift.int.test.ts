import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { freshPostgres } from "../../test/fixtures/fresh-postgres"
import { temporaryStore } from "../../test/fixtures/temporary-store"
import type { AppConfigValues } from "../config/config"
import { Database } from "./database"
import { migrationsFolder, readMigrationFiles } from "./migration-files"

/** What the models have that the committed migrations do not make: SQL, or a comment that there is nothing. */
const difference = (store: "sqlite" | "postgres", url: string): Effect.Effect<string> =>
  Effect.promise(async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        "node_modules/prisma/build/index.js",
        "migrate",
        "diff",
        "--from-migrations",
        `prisma/${store}/migrations`,
        "--to-schema",
        `prisma/${store}`,
        "--script"
      ],
      { env: { ...process.env, SIGNALBOX_PRISMA_STORE: store, DATABASE_URL: url, NO_COLOR: "1" } }
    )
    return stdout.replaceAll(/^--.*$/gm, "").trim()
  })

it.live("the SQLite migrations make exactly what the models say", () =>
  Effect.gen(function* () {
    assert.strictEqual(yield* difference("sqlite", "file::memory:"), "")
  })
)

it.live("the PostgreSQL migrations make exactly what the models say", () =>
  Effect.gen(function* () {
    assert.strictEqual(yield* difference("postgres", yield* Effect.promise(freshPostgres)), "")
  })
)

const indexesOf = { sqlite: `SELECT "name" FROM sqlite_master WHERE "type" = 'index'`, postgresql: `SELECT indexname AS "name" FROM pg_indexes` }

/** Everything that the extra SQL names is there, and both stores have the same. */
const extras = (database: AppConfigValues["database"] | undefined) =>
  Effect.gen(function* () {
    const { client, kind } = yield* Database
    const rows = yield* Effect.promise(() => client.$queryRawUnsafe<Array<{ name: string }>>(indexesOf[kind]))
    const wanted = readMigrationFiles(migrationsFolder(kind)).extras.flatMap(({ sql }) => [...sql.matchAll(/CREATE INDEX "(\w+)"/g)].map((match) => match[1]))
    assert.isNotEmpty(wanted)
    assert.includeMembers(
      rows.map(({ name }) => name),
      wanted
    )
    return [...wanted].sort()
  }).pipe(Effect.provide(temporaryStore(database === undefined ? {} : { database })))

it.live("both stores have what the extra SQL names", () =>
  Effect.gen(function* () {
    const url = yield* Effect.promise(freshPostgres)
    assert.deepStrictEqual(yield* extras(undefined), yield* extras({ kind: "postgresql", url }))
  })
)
