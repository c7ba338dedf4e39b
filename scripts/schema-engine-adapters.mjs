// Driver adapters as the WebAssembly schema engine needs them: what the published adapters lack is added here.
import { randomUUID } from "node:crypto"
import { mkdirSync } from "node:fs"
import { dirname, isAbsolute, resolve } from "node:path"

export const isPostgres = (url) => /^postgres(ql)?:/.test(url)

/** The same server, user and parameters (sslmode and all), another database. */
export const withDatabase = (url, database) => {
  const other = new URL(url)
  other.pathname = `/${encodeURIComponent(database)}`
  return other.toString()
}

export const databaseOf = (url) => decodeURIComponent(new URL(url).pathname.slice(1))

const internalChar = 18
const bpchar = 1042

/** Catalogue queries answer with PostgreSQL's internal "char", which the adapter does not know. */
const knowingInternalChar = (adapter) => {
  const performIO = adapter.performIO.bind(adapter)
  adapter.performIO = async (query) => {
    const answer = await performIO(query)
    for (const field of answer?.fields ?? []) if (field.dataTypeID === internalChar) field.dataTypeID = bpchar
    return answer
  }
  return adapter
}

const postgresAdapter = async (url) => {
  const { PrismaPg } = await import("@prisma/adapter-pg")
  const connectTo = (address) => new PrismaPg({ connectionString: address }).connect()
  const factory = new PrismaPg({ connectionString: url })
  factory.connect = async () => knowingInternalChar(await connectTo(url))
  // The adapter's own would drop the shadow before closing its pool, which PostgreSQL refuses.
  factory.connectToShadowDb = async () => {
    const name = `prisma_migrate_shadow_db_${randomUUID()}`
    const main = await connectTo(url)
    await main.executeScript(`CREATE DATABASE "${name}"`)
    const shadow = await connectTo(withDatabase(url, name))
    const dispose = shadow.dispose.bind(shadow)
    shadow.dispose = async () => {
      await dispose()
      await main.executeScript(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
      await main.dispose()
    }
    return knowingInternalChar(shadow)
  }
  return factory
}

/** The engine replays whole migration files through executeRaw, and better-sqlite3 prepares one statement only. */
const takingScripts = (adapter) => {
  const executeRaw = adapter.executeRaw.bind(adapter)
  adapter.executeRaw = async (query) => {
    try {
      return await executeRaw(query)
    } catch (error) {
      if (query.args?.length || !/more than one statement/.test(String(error?.message))) throw error
      await adapter.executeScript(query.sql)
      return 0
    }
  }
  return adapter
}

const sqliteAdapter = async (url) => {
  const { PrismaBetterSqlite3 } = await import("@prisma/adapter-better-sqlite3")
  const path = url.replace(/^file:(\/\/)?/, "")
  const file = path === ":memory:" || isAbsolute(path) ? path : resolve(process.cwd(), path)
  if (file !== ":memory:") mkdirSync(dirname(file), { recursive: true })
  const factory = new PrismaBetterSqlite3({ url: `file:${file}` })
  const connect = factory.connect.bind(factory)
  const connectToShadowDb = factory.connectToShadowDb.bind(factory)
  factory.connect = async () => takingScripts(await connect())
  factory.connectToShadowDb = async () => takingScripts(await connectToShadowDb())
  return factory
}

export const adapterFor = (url) => (isPostgres(url) ? postgresAdapter(url) : sqliteAdapter(url))

/** The WebAssembly engine's reset leaves tables behind, where the native one deletes the file. */
export const resetSqlite = async (url) => {
  const adapter = await (await adapterFor(url)).connect()
  const { rows } = await adapter.queryRaw({
    sql: "SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' AND type IN ('table', 'view')",
    args: [],
    argTypes: []
  })
  const drops = rows.map(([type, name]) => `DROP ${type} IF EXISTS "${name}";`)
  await adapter.executeScript(["PRAGMA foreign_keys = OFF;", ...drops, "PRAGMA foreign_keys = ON;"].join("\n"))
  await adapter.dispose()
}
