import { randomUUID } from "node:crypto"
import { mkdirSync } from "node:fs"
import { dirname } from "node:path"
import { Clock, Effect, Schema } from "effect"
import { AppConfig, type AppConfigValues } from "../config/config"
import { type MigrationConnection, MigrationFailed, openMigrationConnection } from "./migration-connection"
import { type MigrationFile, migrationsFolder, readMigrationFiles } from "./migration-files"
import type { Dialect } from "./sql/statement"

export { MigrationFailed } from "./migration-connection"

/** Brings the configured database to what this version needs, and gives the names of what was applied. */
export const migrate: Effect.Effect<ReadonlyArray<string>, MigrationFailed, AppConfig> = Effect.gen(function* () {
  const { database } = yield* AppConfig
  return yield* migrateWith(database, migrationsFolder(database.kind))
})

/** The same with another folder of migrations. */
export const migrateWith = Effect.fn("migrate")(function* (database: AppConfigValues["database"], folder: string) {
  const files = yield* Effect.try({ try: () => readMigrationFiles(folder), catch: (cause) => new MigrationFailed({ reason: String(cause) }) })
  if (files.migrations.length === 0)
    return yield* new MigrationFailed({ reason: `There are no migrations in ${folder}. Start the server in the folder it was installed in.` })
  if (database.kind === "sqlite") yield* Effect.sync(() => mkdirSync(dirname(database.file), { recursive: true, mode: 0o700 }))
  return yield* Effect.scoped(
    Effect.gen(function* () {
      const connection = yield* openMigrationConnection(database)
      const applied = yield* applyAll(connection, { ...prismaHistory(connection.dialect), kept: namedBy(files.extras) }, files.migrations)
      return [...applied, ...(yield* applyAll(connection, extraHistory(connection.dialect), files.extras))]
    })
  )
})

/** A table that remembers what was applied. */
interface History {
  readonly create: string
  readonly select: string
  readonly insert: string
  readonly values: (file: MigrationFile, atMs: number) => ReadonlyArray<string | number>
  /** Indexes and triggers that its files know nothing of, and that have to be there after each as before. */
  readonly kept: ReadonlySet<string>
}

const namedBy = (extras: ReadonlyArray<MigrationFile>): ReadonlySet<string> =>
  new Set(extras.flatMap(({ sql }) => [...sql.matchAll(/CREATE (?:INDEX|TRIGGER) "(\w+)"/g)].map(([, name = ""]) => name)))

const Applied = Schema.Struct({ name: Schema.String, checksum: Schema.String, isFinished: Schema.Union([Schema.Boolean, Schema.Finite]) })
const decodeApplied = Schema.decodeUnknownEffect(Schema.Array(Applied))

const appliedIn = (connection: MigrationConnection, history: History) =>
  connection.rows({ sql: history.select, parameters: [] }).pipe(
    Effect.flatMap(decodeApplied),
    Effect.catchTag("SchemaError", (error) => new MigrationFailed({ reason: `The history of migrations cannot be read: ${error.message}` })),
    Effect.map((rows) => new Map(rows.map((row) => [row.name, row])))
  )

const applyAll = Effect.fnUntraced(function* (connection: MigrationConnection, history: History, files: ReadonlyArray<MigrationFile>) {
  yield* connection.script(history.create)
  const before = yield* appliedIn(connection, history)
  const known = new Set(files.map((file) => file.name))
  for (const name of before.keys()) {
    if (!known.has(name))
      return yield* new MigrationFailed({
        reason: `The database was migrated by another version of this server (${name} is not known here). Start that version, or restore a backup from before.`
      })
  }
  const applied: Array<string> = []
  for (const file of files) {
    const row = before.get(file.name)
    if (row === undefined ? yield* applyOne(connection, history, file) : yield* check(file, row)) applied.push(file.name)
  }
  return applied
})

const check = (file: MigrationFile, row: typeof Applied.Type): Effect.Effect<false, MigrationFailed> => {
  if (!row.isFinished)
    return Effect.fail(
      new MigrationFailed({
        reason: `The migration ${file.name} was begun and not finished. Restore the database from a backup, or repair it and mark the migration in _prisma_migrations.`
      })
    )
  if (row.checksum !== file.checksum) {
    return Effect.fail(
      new MigrationFailed({
        reason: `The migration ${file.name} is not the one that was applied to this database: its checksum is ${file.checksum}, recorded is ${row.checksum}. Restore the original file.`
      })
    )
  }
  return Effect.succeed(false)
}

/** Applies one file in its own transaction, unless somebody else did meanwhile. True when it was applied here. */
const applyOne = Effect.fnUntraced(function* (connection: MigrationConnection, history: History, file: MigrationFile) {
  const now = yield* Clock.currentTimeMillis
  yield* connection.begin
  return yield* Effect.gen(function* () {
    const row = (yield* appliedIn(connection, history)).get(file.name)
    if (row !== undefined) {
      yield* connection.script("COMMIT")
      return yield* check(file, row)
    }
    if (connection.dialect === "sqlite") yield* withoutKept(connection, history.kept, connection.script(file.sql))
    else yield* connection.script(file.sql)
    if (connection.dialect === "sqlite") yield* noOrphans(connection, file)
    yield* connection.rows({ sql: history.insert, parameters: history.values(file, now) })
    yield* connection.script("COMMIT")
    return true
  }).pipe(
    Effect.onError(() => Effect.ignore(connection.script("ROLLBACK"))),
    Effect.mapError((error) => new MigrationFailed({ reason: `The migration ${file.name} failed, nothing of it was kept: ${error.message}` }))
  )
})

const Made = Schema.Struct({ type: Schema.String, name: Schema.String, sql: Schema.String })
const decodeMade = Schema.decodeUnknownEffect(Schema.Array(Made))
const selectMade = { sql: `SELECT "type", "name", "sql" FROM sqlite_master WHERE "type" IN ('index', 'trigger') AND "sql" IS NOT NULL`, parameters: [] }

/**
 * SQLite has a table rebuilt where a column changes: that takes the table's indexes and triggers with it, and is refused
 * while another table's trigger names it. So ours are taken away for the change and put back after it.
 */
const withoutKept = Effect.fnUntraced(function* (connection: MigrationConnection, kept: ReadonlySet<string>, change: Effect.Effect<void, MigrationFailed>) {
  const made = connection.rows(selectMade).pipe(
    Effect.flatMap(decodeMade),
    Effect.catchTag("SchemaError", (error) => new MigrationFailed({ reason: `The schema cannot be read: ${error.message}` })),
    Effect.map((all) => all.filter(({ name }) => kept.has(name)))
  )
  const before = yield* made
  for (const { type, name } of before) if (type === "trigger") yield* connection.script(`DROP TRIGGER "${name}"`)
  yield* change
  const left = new Set((yield* made).map(({ name }) => name))
  for (const { name, sql } of before) if (!left.has(name)) yield* connection.script(sql)
})

/** Foreign keys are off while SQLite migrates, so what a migration tore apart must be looked for. */
const noOrphans = (connection: MigrationConnection, file: MigrationFile) =>
  connection
    .rows({ sql: "PRAGMA foreign_key_check", parameters: [] })
    .pipe(
      Effect.flatMap((orphans) =>
        orphans.length === 0 ? Effect.void : new MigrationFailed({ reason: `${file.name} leaves ${orphans.length} rows without the rows they belong to` })
      )
    )

const prismaHistory = (dialect: Dialect): History => ({
  create:
    dialect === "sqlite"
      ? `CREATE TABLE IF NOT EXISTS "_prisma_migrations" ("id" TEXT PRIMARY KEY NOT NULL, "checksum" TEXT NOT NULL, "finished_at" DATETIME, "migration_name" TEXT NOT NULL, "logs" TEXT, "rolled_back_at" DATETIME, "started_at" DATETIME NOT NULL DEFAULT current_timestamp, "applied_steps_count" INTEGER UNSIGNED NOT NULL DEFAULT 0)`
      : `CREATE TABLE IF NOT EXISTS "_prisma_migrations" ("id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ, "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ, "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`,
  select: `SELECT "migration_name" AS "name", "checksum", "finished_at" IS NOT NULL AS "isFinished" FROM "_prisma_migrations" WHERE "rolled_back_at" IS NULL`,
  insert: `INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "started_at", "finished_at", "applied_steps_count") VALUES (${dialect === "sqlite" ? "?, ?, ?, ?, ?, 1" : "$1, $2, $3, $4, $5, 1"})`,
  kept: new Set(),
  values: (file, atMs) => {
    const at = dialect === "sqlite" ? atMs : new Date(atMs).toISOString()
    return [randomUUID(), file.checksum, file.name, at, at]
  }
})

const extraHistory = (dialect: Dialect): History => ({
  create: `CREATE TABLE IF NOT EXISTS "_signalbox_extra" ("name" TEXT PRIMARY KEY NOT NULL, "checksum" TEXT NOT NULL, "appliedAt" BIGINT NOT NULL)`,
  select: `SELECT "name", "checksum", 1 AS "isFinished" FROM "_signalbox_extra"`,
  insert: `INSERT INTO "_signalbox_extra" ("name", "checksum", "appliedAt") VALUES (${dialect === "sqlite" ? "?, ?, ?" : "$1, $2, $3"})`,
  kept: new Set(),
  values: (file, atMs) => [file.name, file.checksum, atMs]
})
