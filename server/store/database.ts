import { PrismaPg } from "@prisma/adapter-pg"
import { Context, Effect, Layer } from "effect"
import { AppConfig, type AppConfigValues } from "../config/config"
import { PrismaClient as PostgresClient } from "../generated/postgres/client"
import { PrismaClient } from "../generated/sqlite/client"
import { type DataDirLocked, lockDataDir } from "./data-dir-lock"
import { type MigrationFailed, migrate } from "./migrate"
import { PatientSqlite } from "./patient-sqlite"
import { openPostgresSession } from "./sql/postgres-session"
import type { SqlSession } from "./sql/session"
import { openSqliteSession } from "./sql/sqlite-session"
import { transactionOptions } from "./transaction-patience"

const postgresConnections = 10

/** The open database: locked (SQLite), migrated, and closed with its scope. */
export class Database extends Context.Service<
  Database,
  {
    readonly kind: "sqlite" | "postgresql"
    /** For reading, and for single writes of administration. The SQLite client's type stands for both. Never an interactive transaction. */
    readonly client: PrismaClient
    /** For the writer of runs alone. */
    readonly session: SqlSession
  }
>()("signalbox/store/Database") {
  static readonly layer: Layer.Layer<Database, DataDirLocked | MigrationFailed, AppConfig> = Layer.effect(
    Database,
    Effect.gen(function* () {
      const { database, dataDir } = yield* AppConfig
      if (database.kind === "sqlite") yield* lockDataDir(dataDir)
      yield* migrate
      const session = yield* database.kind === "sqlite" ? openSqliteSession(database.file) : openPostgresSession(database.url)
      const client = yield* Effect.acquireRelease(
        Effect.sync(() => clientOf(database)),
        (open) => Effect.promise(() => open.$disconnect())
      )
      return Database.of({ kind: database.kind, client, session })
    })
  )
}

const clientOf = (database: AppConfigValues["database"]): PrismaClient => {
  switch (database.kind) {
    case "sqlite":
      return new PrismaClient({ adapter: new PatientSqlite(database.file), transactionOptions })
    case "postgresql":
      return new PostgresClient({
        adapter: new PrismaPg({ connectionString: database.url, max: postgresConnections }),
        transactionOptions
      }) as unknown as PrismaClient // allow cast: generated from the same models
  }
}
