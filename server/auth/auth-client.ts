import { PrismaPg } from "@prisma/adapter-pg"
import { Effect, type Scope } from "effect"
import { AppConfig } from "../config/config"
import { PrismaClient as PostgresClient } from "../generated/postgres/client"
import { PrismaClient } from "../generated/sqlite/client"
import { PatientSqlite } from "../store/patient-sqlite"
import { transactionOptions } from "../store/transaction-patience"

/** Prisma for accounts, sessions and keys alone; the SQLite client's type stands for both. */
export type AuthClient = PrismaClient

const connections = 5

/**
 * A client of its own: better-auth's adapter uses interactive transactions, and a plain write of the main client made
 * meanwhile would join one and be lost with its rollback.
 */
export const openAuthClient: Effect.Effect<AuthClient, never, AppConfig | Scope.Scope> = Effect.gen(function* () {
  const { database } = yield* AppConfig
  return yield* Effect.acquireRelease(
    Effect.sync(() => {
      switch (database.kind) {
        case "sqlite":
          return new PrismaClient({ adapter: new PatientSqlite(database.file), transactionOptions })
        case "postgresql":
          // Both clients are generated from the same models; only the SQLite one's type is used.
          return new PostgresClient({
            adapter: new PrismaPg({ connectionString: database.url, max: connections }),
            transactionOptions
          }) as unknown as PrismaClient // allow cast: same models
      }
    }),
    (client) => Effect.promise(() => client.$disconnect())
  )
})
