// Checks imports against the tables of .dependency-cruiser.cjs. `--root` checks another tree: that is how its own test shows that it fails.
import { existsSync, readdirSync } from "node:fs"
import { createRequire } from "node:module"
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { cruise } from "dependency-cruiser"
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config"
import { root } from "./paths.mjs"

const { values } = parseArgs({ options: { root: { type: "string", default: root }, minimum: { type: "string", default: "150" } } })
process.chdir(resolve(values.root))

const { serverFolders, forbidden, options } = createRequire(import.meta.url)("../.dependency-cruiser.cjs")
const faults = []

for (const entry of readdirSync("server", { withFileTypes: true }))
  if (entry.isDirectory() && !serverFolders.includes(entry.name)) faults.push(`server/${entry.name}: no table says what this folder may import`)

const entries = ["app", "server", "test", "e2e", "instrumentation.ts", "proxy.ts"].filter((entry) => existsSync(entry))
const { output } = await cruise(entries, { ...options, ruleSet: { forbidden }, validate: true, doNotFollow: options.doNotFollow }, undefined, {
  tsConfig: extractTSConfig(resolve("tsconfig.json"))
})

const inspected = output.modules.filter(({ source }) => /^(app|server)\//.test(source) && !source.startsWith("server/generated/")).length
// A parser that does not understand the compiler inspects nothing and finds nothing.
if (inspected < Number(values.minimum)) faults.push(`only ${inspected} modules of app/ and server/ were inspected, at least ${values.minimum} are expected`)
for (const { rule, from, to, cycle } of output.summary.violations)
  faults.push(`${from}: ${rule.name} → ${cycle ? cycle.map(({ name }) => name).join(" → ") : to}`)

for (const fault of faults) console.error(fault)
console.log(faults.length === 0 ? `architecture: ${inspected} modules follow the tables` : `architecture: ${faults.length} faults in ${inspected} modules`)
process.exitCode = faults.length === 0 ? 0 : 1
