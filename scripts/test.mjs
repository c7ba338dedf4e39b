// `npm test`: from whatever state the clone is in to one line that says how many tests passed. Node built-ins only, like start.mjs.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { nodeFault } from "./node-version.mjs"
import { root } from "./paths.mjs"
import { playwrightCounts, sum, summary, vitestCounts } from "./test-counts.mjs"
import { failureList, playwrightFailures, vitestFailures } from "./test-failures.mjs"
import { planOf } from "./test-plan.mjs"

const { parts, filters, flags } = planOf(process.argv.slice(2))
const reports = mkdtempSync(join(tmpdir(), "signalbox-test-"))
const counts = []
const failures = []

const finish = () => {
  rmSync(reports, { recursive: true, force: true })
  const total = sum(counts)
  // Nothing run is not a success: a filter that matches nothing must not pass.
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
  if (failures.length > 0) console.log(`\n── what failed\n${failureList(failures)}\n`)
  console.log(summary(total))
}

const fail = (sentence) => {
  failures.push({ name: sentence, message: "" })
  counts.push({ passed: 0, failed: 1, skipped: 0 })
}

/** A part has ended. One that failed without a test that did (the runner itself broke) is told by its own name. */
const took = (part, count, failed) => {
  counts.push(count)
  failures.push(...(count.failed > 0 && failed.length === 0 ? [{ name: part, message: "the runner failed, see its output above" }] : failed))
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
  took(`${project} tests`, vitestCounts(file, code), vitestFailures(file))
}

/** A filter that names no part is tried on both kinds of tests; one of them may have none of it. */
const passWithoutMatch = () => (filters.length > 0 ? ["--passWithNoTests"] : [])

const runPlaywright = async ({ runCommand }, project, build) => {
  heading(`${project} tests`)
  const file = join(reports, `${project}.json`)
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...(build ? { SIGNALBOX_DIST_DIR: build } : {}) }
  const args = ["node_modules/@playwright/test/cli.js", "test", `--project=${project}`, "--reporter=list,json"]
  const { code } = await runCommand(process.execPath, [...args, ...flags, ...filters], { env })
  took(`${project} tests`, playwrightCounts(file, code), playwrightFailures(file))
}

/** The protocol's own suite; it is not ours, so where it cannot be had it is skipped. */
const runConformance = async ({ runCommand }) => {
  heading("conformance")
  const { code } = await runCommand(process.execPath, ["scripts/conformance.mjs"])
  took("conformance", { passed: code === 0 ? 1 : 0, failed: code === 0 || code === 75 ? 0 : 1, skipped: code === 75 ? 1 : 0 }, [])
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
    took("checks", await runChecks(), [])
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
