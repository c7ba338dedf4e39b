import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { root } from "./paths.mjs"

const testFile = /\.(test|spec)\.[a-z]+$/

/** Every file under the given files and folders, sorted, so that two machines agree; tests only when asked for. */
export const filesOf = (entries, skip = [], { tests = false } = {}) => {
  const found = []
  const visit = (path) => {
    const full = join(root, path)
    if (!existsSync(full) || skip.includes(path) || path.endsWith(".DS_Store")) return
    if (!statSync(full).isDirectory()) {
      if (tests || !testFile.test(path)) found.push(path)
      return
    }
    for (const name of readdirSync(full)) visit(`${path}/${name}`)
  }
  entries.forEach(visit)
  return found.sort()
}

/** A hash over names and contents of `entries` and over `extra`. */
export const fingerprint = (entries, { skip = [], extra = [] } = {}) => {
  const hash = createHash("sha256")
  for (const path of filesOf(entries, skip)) {
    const content = readFileSync(join(root, path))
    // The length keeps two neighbours from passing for one file with the text of both.
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.update(extra.join("\0")).digest("hex").slice(0, 20)
}
