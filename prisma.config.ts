import { resolve } from "node:path"
import { defineConfig } from "prisma/config"

// The engine from the npm registry instead of a downloaded one; a person's own choice wins.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= resolve(import.meta.dirname, "scripts/schema-engine.mjs")
process.env.CHECKPOINT_DISABLE ??= "1"

const url = process.env.DATABASE_URL || `file:${resolve(import.meta.dirname, "data/signalbox.db")}`
const store = process.env.SIGNALBOX_PRISMA_STORE ?? (/^postgres(ql)?:/.test(url) ? "postgres" : "sqlite")

export default defineConfig({
  schema: `prisma/${store}`,
  migrations: { path: `prisma/${store}/migrations` },
  datasource: { url }
})
