import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { root } from "./paths.mjs"

const readPackages = (path) => JSON.parse(readFileSync(path, "utf8")).packages

/** Whether node_modules holds what the lock file names, built for this Node: so an `npm ci` by hand is not repeated. */
export const isInstalled = () => {
  // npm writes it last; it is missing after an install that was killed.
  const hidden = join(root, "node_modules", ".package-lock.json")
  if (!existsSync(hidden)) return false
  const there = readPackages(hidden)
  const wanted = readPackages(join(root, "package-lock.json"))
  const missing = Object.entries(wanted).find(([path, { version, optional, devOptional }]) => {
    if (path === "" || optional || devOptional) return false
    return there[path]?.version !== version
  })
  return !missing && nativeCodeLoads()
}

const nativeCodeLoads = () => {
  try {
    const require = createRequire(join(root, "package.json"))
    const Database = require("better-sqlite3")
    new Database(":memory:").close()
    return true
  } catch {
    return false
  }
}
