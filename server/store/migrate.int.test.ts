import { spawn } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import SqliteDatabase from "better-sqlite3"
import { Effect } from "effect"
import pg from "pg"
import { freshPostgres } from "../../test/fixtures/fresh-postgres"
import type { AppConfigValues } from "../config/config"
import { migrateWith } from "./migrate"
import { migrationsFolder, readMigrationFiles } from "./migration-files"

type DatabaseSetting = AppConfigValues["database"]

interface Place {
  readonly database: DatabaseSetting
  /** A copy of the committed migrations that a test may change. */
  readonly folder: string
  readonly rows: (sql: string) => Promise<ReadonlyArray<Record<string, unknown>>>
}

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "signalbox-migrate-"))),
  (dir) => Effect.sync(() => rmSync(dir, { recursive: true, force: true }))
)

const place = (kind: DatabaseSetting["kind"]) =>
  Effect.gen(function* () {
    const dir = yield* temporaryFolder
    const folder = join(dir, "prisma")
    cpSync(migrationsFolder(kind), folder, { recursive: true })
    if (kind === "sqlite") {
      const file = join(dir, "data", "signalbox.db")
      const rows = async (sql: string) => {
        const open = new SqliteDatabase(file)
        const found = open.prepare<[], Record<string, unknown>>(sql).all()
        open.close()
        return found
      }
      return { database: { kind, file }, folder, rows } satisfies Place
    }
    const url = yield* Effect.promise(freshPostgres)
    const rows = async (sql: string) => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      const found = await client.query<Record<string, unknown>>(sql)
      await client.end()
      return found.rows
    }
    return { database: { kind, url }, folder, rows } satisfies Place
  })

const addMigration = (folder: string, name: string, sql: string): void => {
  mkdirSync(join(folder, "migrations", name), { recursive: true })
  writeFileSync(join(folder, "migrations", name, "migration.sql"), sql)
}

const aRunRow = `INSERT INTO "Run" ("id", "teamId", "kind", "status", "title", "trigger", "actorKind", "actorId", "actorLabel", "startedAt", "programHash") VALUES ('r', 't', 'code', 'queued', '', 'api', 'user', 'u', 'u', 1, '')`

for (const kind of ["sqlite", "postgresql"] as const) {
  describe(`migrations on ${kind}`, () => {
    it.live("everything committed is applied once, in order", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { database, folder, rows } = yield* place(kind)
          const files = readMigrationFiles(folder)
          assert.deepStrictEqual(
            yield* migrateWith(database, folder),
            [...files.migrations, ...files.extras].map(({ name }) => name)
          )
          assert.deepStrictEqual(yield* migrateWith(database, folder), [])
          const recorded = yield* Effect.promise(() =>
            rows(`SELECT "migration_name" AS "name", "checksum" FROM "_prisma_migrations" ORDER BY "migration_name"`)
          )
          assert.deepStrictEqual(
            recorded,
            files.migrations.map(({ name, checksum }) => ({ name, checksum }))
          )
        })
      )
    )

    it.live("a migration that was changed after it was applied is reported", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { database, folder } = yield* place(kind)
          yield* migrateWith(database, folder)
          const [first] = readMigrationFiles(folder).migrations
          addMigration(folder, first?.name ?? "", `${first?.sql}\n-- changed`)
          const failure = yield* Effect.flip(migrateWith(database, folder))
          assert.include(failure.message, first?.name ?? "")
          assert.include(failure.message, "checksum")
        })
      )
    )

    it.live("a database of a newer version is refused", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { database, folder } = yield* place(kind)
          addMigration(folder, "99990101000000_from_the_future", `CREATE TABLE "Future" ("id" TEXT)`)
          yield* migrateWith(database, folder)
          rmSync(join(folder, "migrations", "99990101000000_from_the_future"), { recursive: true })
          assert.include((yield* Effect.flip(migrateWith(database, folder))).message, "99990101000000_from_the_future")
        })
      )
    )

    it.live("nothing of a migration that fails is kept, and it is tried again", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { database, folder, rows } = yield* place(kind)
          const name = "99990101000000_broken"
          addMigration(folder, name, `CREATE TABLE "Half" ("id" TEXT); CREATE TABLE "Half" ("id" TEXT);`)
          assert.include((yield* Effect.flip(migrateWith(database, folder))).message, name)
          addMigration(folder, name, `CREATE TABLE "Half" ("id" TEXT);`)
          assert.include(yield* migrateWith(database, folder), name)
          assert.deepStrictEqual(yield* Effect.promise(() => rows(`SELECT * FROM "Half"`)), [])
        })
      )
    )

    it.live("starts at the same moment apply everything exactly once", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const { database, folder, rows } = yield* place(kind)
          const program = `import { Effect } from "effect"
import { migrateWith } from "./server/store/migrate.ts"
const [database, folder] = JSON.parse(process.argv[1])
console.log(JSON.stringify(await Effect.runPromise(migrateWith(database, folder))))`
          const start = () =>
            new Promise<ReadonlyArray<string>>((resolve, reject) => {
              const child = spawn(
                process.execPath,
                ["--import", "./scripts/ts-loader.mjs", "--input-type=module", "-e", program, JSON.stringify([database, folder])],
                { stdio: ["ignore", "pipe", "inherit"] }
              )
              let output = ""
              child.stdout.on("data", (chunk) => {
                output += chunk
              })
              child.on("close", (code) => (code === 0 ? resolve(JSON.parse(output)) : reject(new Error(`a start ended with ${code}`))))
            })
          const applied = yield* Effect.promise(() => Promise.all([start(), start(), start()]))
          const files = readMigrationFiles(folder)
          assert.deepStrictEqual(applied.flat().sort(), [...files.migrations, ...files.extras].map(({ name }) => name).sort())
          const [counted] = yield* Effect.promise(() => rows(`SELECT count(*) AS "n" FROM "_prisma_migrations"`))
          assert.strictEqual(Number(counted?.["n"]), files.migrations.length)
        })
      )
    )
  })
}

describe("migrations on sqlite", () => {
  it.live("a table that is rebuilt does not take its children's rows with it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { database, folder, rows } = yield* place("sqlite")
        yield* migrateWith(database, folder)
        yield* Effect.promise(() => rows(`${aRunRow} RETURNING 1`))
        yield* Effect.promise(() => rows(`INSERT INTO "RunDetail" ("runId", "code", "language", "timeoutMs") VALUES ('r', '', '', 1) RETURNING 1`))
        // As Prisma redefines a table: a copy, the old one dropped, the copy renamed.
        addMigration(
          folder,
          "99990101000000_rebuild",
          `PRAGMA foreign_keys=OFF;
CREATE TABLE "new_Run" AS SELECT * FROM "Run"; CREATE UNIQUE INDEX "new_Run_id" ON "new_Run" ("id");
DROP TABLE "Run"; ALTER TABLE "new_Run" RENAME TO "Run"; PRAGMA foreign_keys=ON;`
        )
        yield* migrateWith(database, folder)
        assert.deepStrictEqual(yield* Effect.promise(() => rows(`SELECT "runId" FROM "RunDetail"`)), [{ runId: "r" }])
        // Nor the indexes and triggers that Prisma knows nothing of.
        const named = yield* Effect.promise(() => rows(`SELECT "name" FROM sqlite_master WHERE "name" IN ('Run_by_actor', 'RunText_new') ORDER BY "name"`))
        assert.deepStrictEqual(named, [{ name: "RunText_new" }, { name: "Run_by_actor" }])
      })
    )
  )

  it.live("a migration that leaves rows without the rows they belong to is refused", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { database, folder, rows } = yield* place("sqlite")
        yield* migrateWith(database, folder)
        yield* Effect.promise(() => rows(`${aRunRow} RETURNING 1`))
        yield* Effect.promise(() => rows(`INSERT INTO "RunDetail" ("runId", "code", "language", "timeoutMs") VALUES ('r', '', '', 1) RETURNING 1`))
        addMigration(folder, "99990101000000_orphans", `DELETE FROM "Run";`)
        assert.include((yield* Effect.flip(migrateWith(database, folder))).message, "without the rows they belong to")
        assert.deepStrictEqual(yield* Effect.promise(() => rows(`SELECT "id" FROM "Run"`)), [{ id: "r" }])
      })
    )
  )
})

it.live("a PostgreSQL that cannot be reached is one clear message", () =>
  Effect.gen(function* () {
    const failure = yield* Effect.flip(migrateWith({ kind: "postgresql", url: "postgresql://nobody@127.0.0.1:1/none" }, migrationsFolder("postgresql")))
    assert.include(failure.message, "DATABASE_URL cannot be reached")
  })
)
