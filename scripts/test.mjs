// `npm test`: from whatever state the clone is in to one line that says how many tests passed. Node built-ins only, like start.mjs.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { nodeFault } from "./node-version.mjs"
import { root } from "./paths.mjs"
import { playwrightCounts, sum, summary, vitestCounts } from "./test-counts.mjs"
import { planOf } from "./test-plan.mjs"

const { parts, filters, flags } = planOf(process.argv.slice(2))
const reports = mkdtempSync(join(tmpdir(), "signalbox-test-"))
const counts = []

const finish = () => {
  rmSync(reports, { recursive: true, force: true })
  const total = sum(counts)
  // Nothing run is not a success: a filter that matches nothing must not pass.
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
  console.log(summary(total))
}

const fail = (sentence) => {
  console.error(sentence)
  counts.push({ passed: 0, failed: 1, skipped: 0 })
}

const heading = (text) => console.log(`\n── ${text}`)

process.chdir(root)
process.env.CHECKPOINT_DISABLE ??= "1"
process.env.NEXT_TELEMETRY_DISABLED ??= "1"

const runVitest = async ({ runCommand }, project) => {
  heading(`${project} tests`)
  const file = join(reports, `${project}.json`)
  const args = ["node_modules/vitest/vitest.mjs", "run", `--project=${project}`, "--reporter=default", "--reporter=json", `--outputFile.json=${file}`]
  const { code } = await runCommand(process.execPath, [...args, ...passWithoutMatch(), ...flags, ...filters])
  counts.push(vitestCounts(file, code))
}

/** A filter that names no part is tried on both kinds of tests; one of them may have none of it. */
const passWithoutMatch = () => (filters.length > 0 ? ["--passWithNoTests"] : [])

const runPlaywright = async ({ runCommand }, project, build) => {
  heading(`${project} tests`)
  const file = join(reports, `${project}.json`)
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...(build ? { SIGNALBOX_DIST_DIR: build } : {}) }
  const args = ["node_modules/@playwright/test/cli.js", "test", `--project=${project}`, "--reporter=list,json"]
  const { code } = await runCommand(process.execPath, [...args, ...flags, ...filters], { env })
  counts.push(playwrightCounts(file, code))
}

/** The protocol's own suite; it is not ours, so where it cannot be had it is skipped. */
const runConformance = async ({ runCommand }) => {
  heading("conformance")
  const { code } = await runCommand(process.execPath, ["scripts/conformance.mjs"])
  counts.push({ passed: code === 0 ? 1 : 0, failed: code === 0 || code === 75 ? 0 : 1, skipped: code === 75 ? 1 : 0 })
}

const run = async () => {
  const fault = nodeFault(process.versions.node)
  if (fault) return fail(fault)
  const { ensureTools } = await import("./test-tools.mjs")
  const missing = await ensureTools(parts)
  if (missing.length > 0) return missing.forEach(fail)

  const { prepare } = await import("./prepare.mjs")
  const commands = await import("./run-command.mjs")
  await prepare({ build: false })

  if (parts.includes("check")) {
    heading("checks")
    const { runChecks } = await import("./check.mjs")
    counts.push(await runChecks())
  }
  if (parts.includes("unit")) await runVitest(commands, "unit")
  if (parts.includes("integration")) await runVitest(commands, "integration")
  if (parts.includes("conformance")) await runConformance(commands)
  // One production build for every browser test.
  if (parts.includes("browser")) await runPlaywright(commands, "browser", await prepare({ build: true }))
  if (parts.includes("clone")) await runPlaywright(commands, "clone", null)
}

await run().catch((error) => fail(error.message))
finish()
