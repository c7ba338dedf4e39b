import SqliteDatabase from "better-sqlite3"
import { Effect, Predicate, Schedule, Schema, type Scope } from "effect"
import pg from "pg"
import type { AppConfigValues } from "../config/config"
import type { Dialect, Row, Statement } from "./sql/statement"

/** The database could not be brought to what this version needs; the message says what to do. */
export class MigrationFailed extends Schema.TaggedError<MigrationFailed>()("MigrationFailed", { reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}

/** A connection for changing the schema. While its scope is open nobody else migrates a PostgreSQL database. */
export interface MigrationConnection {
  readonly dialect: Dialect
  /** One or more statements without parameters. */
  readonly script: (sql: string) => Effect.Effect<void, MigrationFailed>
  readonly rows: (statement: Statement) => Effect.Effect<ReadonlyArray<Row>, MigrationFailed>
  /** Begins a transaction that no other migration can be in at the same time. */
  readonly begin: Effect.Effect<void, MigrationFailed>
}

export const openMigrationConnection = (database: AppConfigValues["database"]): Effect.Effect<MigrationConnection, MigrationFailed, Scope.Scope> =>
  database.kind === "sqlite" ? openSqlite(database.file) : openPostgres(database.url)

const lockedForMs = 30_000

const openSqlite = (file: string) =>
  Effect.acquireRelease(
    attempt(() => new SqliteDatabase(file, { timeout: lockedForMs }), `The database ${file} cannot be opened`),
    (database) => Effect.sync(() => database.close())
  ).pipe(
    Effect.tap((database) =>
      attempt(() => {
        database.pragma("journal_mode = WAL")
        database.pragma("synchronous = FULL")
        // Prisma rebuilds a table by dropping it: with foreign keys on that would delete every child row, and the
        // pragma does nothing inside a transaction.
        database.pragma("foreign_keys = OFF")
      }, `The database ${file} cannot be used`).pipe(
        // Two first starts: switching a new file to WAL answers "busy" without waiting.
        Effect.retry({ schedule: Schedule.spaced("50 millis"), times: 100 })
      )
    ),
    Effect.map((database): MigrationConnection => {
      const script = (sql: string) => attempt(() => void database.exec(sql))
      return {
        dialect: "sqlite",
        script,
        rows: ({ sql, parameters }) =>
          attempt(() => {
            const statement = database.prepare(sql)
            if (statement.reader) return statement.all(...parameters).filter(Predicate.isObject)
            statement.run(...parameters)
            return []
          }),
        begin: script("BEGIN IMMEDIATE")
      }
    })
  )

/** The lock that Prisma's own command takes as well. */
const migrationLock = 72_707_369
const connectWithinMs = 10_000

const openPostgres = (url: string) =>
  Effect.acquireRelease(
    attemptPromise(async () => {
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: connectWithinMs, application_name: "signalbox migration" })
      client.on("error", () => undefined)
      await client.connect()
      return client
    }, "The PostgreSQL database of DATABASE_URL cannot be reached"),
    (client) => Effect.promise(() => client.end())
  ).pipe(
    Effect.tap((client) => attemptPromise(() => client.query(`SELECT pg_advisory_lock(${migrationLock})`))),
    Effect.map((client): MigrationConnection => {
      const script = (sql: string) => attemptPromise(() => client.query(sql)).pipe(Effect.asVoid)
      return {
        dialect: "postgresql",
        script,
        rows: ({ sql, parameters }) => attemptPromise(() => client.query<Row>(sql, [...parameters])).pipe(Effect.map(({ rows }) => rows)),
        begin: script("BEGIN")
      }
    })
  )

const failed = (cause: unknown, what?: string): MigrationFailed => {
  const why = cause instanceof Error ? cause.message || cause.name : String(cause)
  return new MigrationFailed({ reason: what === undefined ? why : `${what}: ${why}` })
}
const attempt = <A>(run: () => A, what?: string) => Effect.try({ try: run, catch: (cause) => failed(cause, what) })
const attemptPromise = <A>(run: () => Promise<A>, what?: string) => Effect.tryPromise({ try: run, catch: (cause) => failed(cause, what) })
