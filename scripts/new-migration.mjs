// npm run migrate:new -- NAME: writes what the models have that the committed migrations do not, for both stores.
import { execFileSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { startTemporaryPostgres } from "./temporary-postgres.mjs"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const name = process.argv[2]
if (!name || !/^[a-z0-9_]+$/.test(name)) {
  console.error("Name the migration in snake_case: npm run migrate:new -- add_saved_views")
  process.exit(1)
}

const node = (args, env) =>
  execFileSync(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] })
const differenceOf = (store, url) =>
  node(
    ["node_modules/prisma/build/index.js", "migrate", "diff", "--from-migrations", `prisma/${store}/migrations`, "--to-schema", `prisma/${store}`, "--script"],
    { SIGNALBOX_PRISMA_STORE: store, DATABASE_URL: url }
  )

node(["scripts/generate.mjs"], {})
const postgres = await startTemporaryPostgres()
try {
  const at = new Date().toISOString().replace(/\D/g, "").slice(0, 14)
  for (const [store, url] of [
    ["sqlite", "file::memory:"],
    ["postgres", postgres.url]
  ]) {
    const sql = differenceOf(store, url)
    if (sql.trim() === "" || sql.includes("This is an empty migration.")) {
      console.log(`${store}: the migrations already make what the models say`)
      continue
    }
    const file = join("prisma", store, "migrations", `${at}_${name}`, "migration.sql")
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), sql)
    console.log(`${store}: ${file}`)
  }
} finally {
  await postgres.stop()
}
