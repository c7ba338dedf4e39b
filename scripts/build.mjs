// Production builds, each in a folder of its own under .signalbox/builds. `current.json` names the newest complete one and is replaced in one
// step, so a build that is killed was never current, and a server that runs from an older folder keeps it.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fingerprint } from "./fingerprint.mjs"
import { state } from "./paths.mjs"
import { isAlive } from "./process-alive.mjs"
import { runCommand } from "./run-command.mjs"

const inputs = [
  "app",
  "server",
  "prisma",
  "public",
  "instrumentation.ts",
  "proxy.ts",
  "next.config.ts",
  "postcss.config.mjs",
  "tsconfig.json",
  "tsconfig.base.json",
  "package.json",
  "package-lock.json"
]
const generated = ["server/generated", "prisma/sqlite/models", "prisma/postgres/models"]

const sourceHash = () => fingerprint(inputs, { skip: generated, extra: [process.versions.node.split(".")[0]] })

const builds = join(state, "builds")
const users = join(state, "servers")
const pointer = join(builds, "current.json")

const readPointer = () => {
  if (!existsSync(pointer)) return null
  const current = JSON.parse(readFileSync(pointer, "utf8"))
  // `BUILD_ID` is gone when somebody emptied the folder by hand.
  return existsSync(join(builds, current.folder, "BUILD_ID")) ? current : null
}

/** Notes that this process serves from `folder`, and removes the builds that nobody serves from. */
const claim = (folder) => {
  mkdirSync(users, { recursive: true })
  const used = new Set([folder])
  for (const pid of readdirSync(users)) {
    if (isAlive(Number(pid))) used.add(readFileSync(join(users, pid), "utf8"))
    else rmSync(join(users, pid), { force: true })
  }
  writeFileSync(join(users, String(process.pid)), folder)
  for (const entry of readdirSync(builds, { withFileTypes: true })) {
    if (entry.isDirectory() && !used.has(entry.name)) rmSync(join(builds, entry.name), { recursive: true, force: true })
  }
}

const build = async (hash) => {
  const folder = `${hash}-${process.pid}`
  mkdirSync(builds, { recursive: true })
  rmSync(join(builds, folder), { recursive: true, force: true })
  console.log("Building (about a minute, only when the sources changed) …")
  const { code } = await runCommand(process.execPath, ["node_modules/next/dist/bin/next", "build"], {
    env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", SIGNALBOX_DIST_DIR: `.signalbox/builds/${folder}` }
  })
  if (code !== 0) {
    rmSync(join(builds, folder), { recursive: true, force: true })
    throw new Error("The build failed; the messages above say why.")
  }
  return folder
}

/** Call it under the lock of `prepare`. Returns the build's folder, relative to the root. */
export const ensureBuilt = async () => {
  const hash = sourceHash()
  let current = readPointer()
  if (current?.hash !== hash) {
    const folder = await build(hash)
    // A source that changed during the build may be in it or not: serve it, and let the next start build again.
    current = { hash: sourceHash() === hash ? hash : null, folder }
    writeFileSync(`${pointer}.new`, JSON.stringify(current))
    renameSync(`${pointer}.new`, pointer)
  }
  claim(current.folder)
  return `.signalbox/builds/${current.folder}`
}
