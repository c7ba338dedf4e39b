// `npm run bench` runs every benchmark of bench/, `npm run bench -- NAME` one. Prints its figures and keeps them in bench/results.json.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { root } from "./paths.mjs"
import { prepare } from "./prepare.mjs"

process.chdir(root)
const folder = join(root, "bench")
const all = readdirSync(folder).flatMap((name) => (name.endsWith(".ts") ? [name.slice(0, -3)] : []))
const named = process.argv.slice(2)
const unknown = named.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(", ")}; there are: ${all.join(", ")}`)
  process.exit(1)
}

process.env.SIGNALBOX_DIST_DIR = await prepare({ build: true })
await import("./ts-loader.mjs")
const file = join(folder, "results.json")
for (const name of named.length > 0 ? named : all) {
  const { default: run } = await import(pathToFileURL(join(folder, `${name}.ts`)).href)
  const figures = await run()
  console.log(`\n${name}`)
  for (const [what, value] of Object.entries(figures)) console.log(`  ${what.padEnd(24)} ${Math.round(value * 100) / 100}`)
  const before = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}
  writeFileSync(file, `${JSON.stringify({ ...before, [name]: { at: new Date().toISOString(), ...figures } }, null, 2)}\n`)
}
