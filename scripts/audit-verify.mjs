// npm run audit:verify [-- --head HASH]: follows the audit log of every team and says the first entry that is not what was written.
// Only reads, so it can run beside a server. With --head, the newest hash of one of the chains has to be this one: a hash that was
// kept elsewhere shows that nothing was cut off at the end either.
import { existsSync } from "node:fs"
import { join, resolve } from "node:path"
import { proofWords, proveChain } from "../server/store/audit-proof.ts"
import { root } from "./paths.mjs"

if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"))

const columns = ["teamId", "seq", "at", "action", "actorKind", "actorId", "actorLabel", "via", "subject", "data", "previousHash", "hash"]
const select = `SELECT ${columns.map((name) => `"${name}"`).join(", ")} FROM "AuditEntry"`
const teams = `SELECT DISTINCT "teamId" FROM "AuditEntry" ORDER BY "teamId"`

const openSqlite = async (file) => {
  if (!existsSync(file)) throw new Error(`There is no database ${file}. Set SIGNALBOX_DATA_DIR or DATABASE_URL as for the server.`)
  const { default: Database } = await import("better-sqlite3")
  const database = new Database(file, { readonly: true })
  return {
    teams: async () => database.prepare(teams).all(),
    read: async (teamId, after, limit) => database.prepare(`${select} WHERE "teamId" = ? AND "seq" > ? ORDER BY "seq" LIMIT ?`).all(teamId, after, limit),
    close: async () => database.close()
  }
}

const openPostgres = async (url) => {
  const { default: pg } = await import("pg")
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    teams: async () => (await client.query(teams)).rows,
    read: async (teamId, after, limit) => {
      const { rows } = await client.query(`${select} WHERE "teamId" = $1 AND "seq" > $2 ORDER BY "seq" LIMIT $3`, [teamId, after, limit])
      return rows.map((row) => ({ ...row, at: Number(row.at) }))
    },
    close: () => client.end()
  }
}

const { DATABASE_URL: url = "", SIGNALBOX_DATA_DIR: dataDir = "./data" } = process.env
const wantedAt = process.argv.indexOf("--head")
const wanted = wantedAt === -1 ? undefined : process.argv[wantedAt + 1]
try {
  const store = await (url === "" ? openSqlite(join(resolve(root, dataDir), "signalbox.db")) : openPostgres(url))
  const proofs = []
  for (const { teamId } of await store.teams()) proofs.push(await proveChain(teamId, store.read))
  await store.close()
  for (const proof of proofs) console.log(`team ${proof.teamId}: ${proofWords(proof)}`)
  if (proofs.length === 0) console.log("The audit log is empty.")
  const isHead = wanted === undefined || proofs.some(({ head }) => head.hash === wanted)
  if (!isHead) console.log(`broken: no chain ends with ${wanted}`)
  process.exitCode = isHead && proofs.every(({ fault }) => fault === null) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
}
