// `npm start`: from whatever state the clone is in to a serving console. Node built-ins only, because nothing may be installed yet.
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { nodeFault } from "./node-version.mjs"
import { root } from "./paths.mjs"

const fault = nodeFault(process.versions.node)
if (fault) {
  console.error(fault)
  process.exit(1)
}

// What the shell already set wins over the file.
const envFile = join(root, ".env")
if (existsSync(envFile)) process.loadEnvFile(envFile)

process.chdir(root)
process.env.NODE_ENV = "production"
process.env.NEXT_TELEMETRY_DISABLED ??= "1"
process.env.CHECKPOINT_DISABLE ??= "1"

const { prepare } = await import("./prepare.mjs")
try {
  process.env.SIGNALBOX_DIST_DIR = await prepare({ build: true })
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

// The server ends its streams and runs in order before it exits; Next would exit while that is under way.
process.env.NEXT_MANUAL_SIG_HANDLE = "1"
const port = /^\d+$/.test(process.env.PORT ?? "") ? process.env.PORT : "3000"
const host = process.env.HOST || "127.0.0.1"

// In this process and not in a child: a signal, a crash and an exit code are then the server's own, with nobody in between to lose them.
const require = createRequire(import.meta.url)
process.argv = [process.execPath, require.resolve("next/dist/bin/next"), "start", "--port", port, "--hostname", host]
require("next/dist/bin/next")
