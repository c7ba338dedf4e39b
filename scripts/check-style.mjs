import { readFileSync } from "node:fs"
import { join } from "node:path"
import { filesOf } from "./fingerprint.mjs"
import { root } from "./paths.mjs"
import { styleFaults } from "./style-rules.mjs"

const folders = ["app", "server", "test", "e2e", "bench"]
const files = filesOf([...folders, "instrumentation.ts", "proxy.ts"], ["server/generated"], { tests: true }).filter((path) => /\.tsx?$/.test(path))
const minimum = 100

let faults = 0
for (const path of files) {
  for (const { line, rule, message } of styleFaults(path, readFileSync(join(root, path), "utf8"))) {
    faults += 1
    console.error(`${path}:${line} ${rule}: ${message}`)
  }
}
if (files.length < minimum) {
  faults += 1
  console.error(`only ${files.length} files were read, at least ${minimum} are expected`)
}
console.log(faults === 0 ? `style: ${files.length} files follow the house rules` : `style: ${faults} faults in ${files.length} files`)
process.exitCode = faults === 0 ? 0 : 1
