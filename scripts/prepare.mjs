// Brings a clone to where it can run: dependencies, generated code, a production build. Each step leaves a stamp of what it was made from
// and is skipped while that is still so. A step that is killed leaves no stamp, so the next start does it again.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ensureBuilt } from "./build.mjs"
import { fingerprint } from "./fingerprint.mjs"
import { isInstalled } from "./installed.mjs"
import { withLock } from "./lock.mjs"
import { root } from "./paths.mjs"
import { runCommand, runNpm } from "./run-command.mjs"

const readStamp = (path) => (existsSync(path) ? readFileSync(path, "utf8") : null)

const writeStamp = (path, text) => {
  writeFileSync(`${path}.${process.pid}`, text)
  renameSync(`${path}.${process.pid}`, path)
}

const { modules: abi } = process.versions
const lockHash = () => fingerprint(["package-lock.json"], { extra: [abi, process.platform, process.arch] })

const ensureInstalled = async () => {
  // Inside node_modules: it goes when they go, and `npm ci` removes them before anything else.
  const stamp = join(root, "node_modules", ".signalbox-installed")
  const wanted = lockHash()
  if (readStamp(stamp) === wanted) return
  if (!isInstalled()) {
    console.log("Installing dependencies (a minute or two, only when they changed) …")
    const { code } = await runNpm(["ci", "--include=dev", "--no-fund", "--no-audit", "--loglevel=error"])
    if (code !== 0)
      throw new Error(
        "The dependencies could not be installed; npm says why above. It needs the network, and a C++ compiler with make and Python 3 when better-sqlite3 has no binary for this machine (Debian: apt-get install -y build-essential python3)."
      )
  }
  writeStamp(stamp, wanted)
}

/** The generator itself leaves alone what has not changed. */
const ensureGenerated = async () => {
  const { code } = await runCommand(process.execPath, ["scripts/generate.mjs"])
  if (code !== 0) throw new Error("The database clients could not be generated; the messages above say why.")
}

/** Installs and generates when needed, builds when asked, and returns the build's folder relative to the root (null without a build). */
export const prepare = ({ build }) =>
  withLock(
    "prepare",
    () => console.log("Another start is preparing this folder; waiting for it …"),
    async () => {
      await ensureInstalled()
      await ensureGenerated()
      return build ? await ensureBuilt() : null
    }
  )
