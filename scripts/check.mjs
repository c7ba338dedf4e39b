// `npm run check`: everything that is checked without running it.
import { pathToFileURL } from "node:url"
import { runCommand } from "./run-command.mjs"

const node = (...args) => [process.execPath, args]
const next = "node_modules/next/dist/bin/next"

const checks = [
  { name: "formatting and lint", steps: [node("node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", "--max-diagnostics=100", ".")] },
  { name: "house rules", steps: [node("scripts/check-style.mjs")] },
  { name: "architecture", steps: [node("scripts/check-architecture.mjs")] },
  { name: "types", steps: [node(next, "typegen"), node("node_modules/typescript/bin/tsc", "--noEmit")] }
]

/** Runs every check, also after one has failed, and returns the counts. */
export const runChecks = async () => {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const { name, steps } of checks) {
    let ok = true
    for (const [command, args] of steps) {
      if (!ok) continue
      const { code } = await runCommand(command, args, { env: { NEXT_TELEMETRY_DISABLED: "1" } })
      ok = code === 0
    }
    counts[ok ? "passed" : "failed"] += 1
    console.log(`${ok ? "✓" : "✗"} check: ${name}`)
  }
  return counts
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { failed } = await runChecks()
  process.exitCode = failed === 0 ? 0 : 1
}
