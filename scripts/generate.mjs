// Copies the shared models to both stores and makes a client for each; what has not changed since the last time is left
// alone. Node built-ins only: it runs right after `npm ci`.
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stores = ["sqlite", "postgres"]
const models = join(root, "prisma/models")

const wantedStamp = (store) => {
  const hash = createHash("sha256")
  const inputs = [
    ...readdirSync(models)
      .filter((name) => name.endsWith(".prisma"))
      .sort()
      .map((name) => join(models, name)),
    join(root, "prisma", store, "datasource.prisma"),
    join(root, "prisma.config.ts"),
    join(root, "node_modules/prisma/package.json"),
    fileURLToPath(import.meta.url)
  ]
  for (const file of inputs)
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update("\0")
  return hash.digest("hex")
}

const runPrisma = (store) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, "node_modules/prisma/build/index.js"), "generate"], {
      cwd: root,
      // Whatever database the caller's environment names, this is about the schema of `store` only.
      env: { ...process.env, SIGNALBOX_PRISMA_STORE: store, DATABASE_URL: "", PRISMA_HIDE_UPDATE_MESSAGE: "1", NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "pipe"]
    })
    let output = ""
    child.stdout.on("data", (chunk) => (output += chunk))
    child.stderr.on("data", (chunk) => (output += chunk))
    child.on("error", reject)
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`prisma generate failed for ${store}:\n${output}`))))
  })

const generate = async (store) => {
  const output = join(root, "server/generated", store)
  const stamp = join(output, ".stamp")
  const copies = join(root, "prisma", store, "models")
  const wanted = wantedStamp(store)
  if (existsSync(copies) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return

  rmSync(stamp, { force: true })
  rmSync(copies, { recursive: true, force: true })
  cpSync(models, copies, { recursive: true })
  await runPrisma(store)
  mkdirSync(output, { recursive: true })
  writeFileSync(stamp, wanted)
}

const results = await Promise.allSettled(stores.map(generate))
const failures = results.filter((result) => result.status === "rejected")
for (const { reason } of failures) console.error(reason.message)
process.exitCode = failures.length > 0 ? 1 : 0
