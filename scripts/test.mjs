// `npm test`: from whatever state the clone is in to one line that says how many tests passed. Node built-ins only, like start.mjs.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { nodeFault } from "./node-version.mjs"
import { root } from "./paths.mjs"
import { playwrightCounts, sum, summary, vitestCounts } from "./test-counts.mjs"
import { failureList, playwrightFailures, vitestFailures, worthASecondLook } from "./test-failures.mjs"
import { planOf } from "./test-plan.mjs"

const { parts, filters, flags } = planOf(process.argv.slice(2))
const reports = mkdtempSync(join(tmpdir(), "signalbox-test-"))
const counts = []
const failures = []
/** What failed and passed at CI's second look. */
const unsteady = []

const finish = () => {
  rmSync(reports, { recursive: true, force: true })
  const total = sum(counts)
  // Nothing run is not a success: a filter that matches nothing must not pass.
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
  if (unsteady.length > 0) console.log(`\n── unsteady: failed, then passed twice by itself; each hides a race until it is found\n${failureList(unsteady)}\n`)
  if (failures.length > 0) console.log(`\n── what failed\n${failureList(failures)}\n`)
  console.log(summary(total))
}

const fail = (sentence) => {
  failures.push({ name: sentence, message: "", again: null })
  counts.push({ passed: 0, failed: 1, skipped: 0 })
}

/**
 * A part has ended. One that failed without a test that did (the runner itself broke) is told by its own name. `run` starts the
 * part's runner with the arguments of one failed test, and resolves with its counts.
 */
const took = (part, count, failed, run) => {
  counts.push(count)
  const broken = { name: part, message: "the runner failed, see its output above", again: null }
  failures.push(...(count.failed > 0 && failed.length === 0 ? [broken] : failed.map((one) => ({ ...one, run }))))
}

/** Nothing run is not a success here either. */
const isFine = ({ passed, failed }) => passed > 0 && failed === 0

/**
 * CI alone, where nobody can press the button again, runs a failed test twice by itself. One that passes both times is counted as
 * passed and told as unsteady; here, where the fault can be looked for, a failure is a failure.
 */
const secondLook = async () => {
  for (const failure of process.env.CI === undefined ? [] : worthASecondLook([...failures])) {
    heading(`a second look at ${failure.name}`)
    if (!isFine(await failure.run(failure.again)) || !isFine(await failure.run(failure.again))) continue
    failures.splice(failures.indexOf(failure), 1)
    unsteady.push(failure)
    counts.push({ passed: 1, failed: -1, skipped: 0 })
  }
}

const heading = (text) => console.log(`\n── ${text}`)

process.chdir(root)
process.env.CHECKPOINT_DISABLE ??= "1"
process.env.NEXT_TELEMETRY_DISABLED ??= "1"

const runVitest = async ({ runCommand }, project) => {
  heading(`${project} tests`)
  const file = join(reports, `${project}.json`)
  const args = ["node_modules/vitest/vitest.mjs", "run", `--project=${project}`, "--reporter=default", "--reporter=json", `--outputFile.json=${file}`]
  const counted = async (which) => vitestCounts(file, (await runCommand(process.execPath, [...args, ...which])).code)
  const count = await counted([...passWithoutMatch(), ...flags, ...filters])
  took(`${project} tests`, count, vitestFailures(file), counted)
}

/** A filter that names no part is tried on both kinds of tests; one of them may have none of it. */
const passWithoutMatch = () => (filters.length > 0 ? ["--passWithNoTests"] : [])

const runPlaywright = async ({ runCommand }, project, build) => {
  heading(`${project} tests`)
  const file = join(reports, `${project}.json`)
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...(build ? { SIGNALBOX_DIST_DIR: build } : {}) }
  const args = ["node_modules/@playwright/test/cli.js", "test", `--project=${project}`, "--reporter=list,json"]
  const counted = async (which) => playwrightCounts(file, (await runCommand(process.execPath, [...args, ...which], { env })).code)
  const count = await counted([...flags, ...filters])
  took(`${project} tests`, count, playwrightFailures(file), counted)
}

/** The protocol's own suite; it is not ours, so where it cannot be had it is skipped. */
const runConformance = async ({ runCommand }) => {
  heading("conformance")
  const counted = async () => {
    const { code } = await runCommand(process.execPath, ["scripts/conformance.mjs"])
    return { passed: code === 0 ? 1 : 0, failed: code === 0 || code === 75 ? 0 : 1, skipped: code === 75 ? 1 : 0 }
  }
  const count = await counted()
  took("conformance", count, count.failed > 0 ? [{ name: "conformance", message: "see its output above", again: [] }] : [], counted)
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
  await secondLook()
}

await run().catch((error) => fail(error.message))
finish()
