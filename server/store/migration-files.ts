import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Dialect } from "./sql/statement"

export interface MigrationFile {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

export interface MigrationFiles {
  /** Prisma's: `migrations/<name>/migration.sql`. */
  readonly migrations: ReadonlyArray<MigrationFile>
  /** What Prisma cannot express: `extra/<name>.sql`. */
  readonly extras: ReadonlyArray<MigrationFile>
}

/** Where the committed SQL of a store is; the server is started in the folder that has `prisma`. */
export const migrationsFolder = (dialect: Dialect): string =>
  join(/* turbopackIgnore: true */ process.cwd(), "prisma", dialect === "sqlite" ? "sqlite" : "postgres")

/** All of them, in the order in which they apply. */
export const readMigrationFiles = (folder: string): MigrationFiles => ({
  migrations: sorted(join(folder, "migrations"))
    .map((name) => ({ name, path: join(folder, "migrations", name, "migration.sql") }))
    .filter(({ path }) => existsSync(path))
    .map(({ name, path }) => fileOf(name, path)),
  extras: sorted(join(folder, "extra"))
    .filter((name) => name.endsWith(".sql"))
    .map((name) => fileOf(name.slice(0, -".sql".length), join(folder, "extra", name)))
})

const sorted = (folder: string): ReadonlyArray<string> => (existsSync(folder) ? readdirSync(folder).sort() : [])

const fileOf = (name: string, path: string): MigrationFile => {
  const sql = readFileSync(path, "utf8")
  return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") }
}
