import { existsSync, readFileSync } from "node:fs"
import { stripVTControlCharacters } from "node:util"

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null)

/** Enough to know a fault by; the whole of it stands where the test ran. */
const mostLines = 12

const shortened = (message) => stripVTControlCharacters(message).split("\n").slice(0, mostLines).join("\n")

/** What failed in a report of Vitest: `{ name, message }` of each failed test, and of each file that did not load. */
export const vitestFailures = (file) =>
  (read(file)?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === "failed")
    if (failed.length > 0) return failed.map((one) => ({ name: `${name} › ${one.fullName}`, message: shortened(one.failureMessages.join("\n")) }))
    return status === "failed" ? [{ name, message: shortened(message ?? "") }] : []
  })

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

/** The same of a report of Playwright; errors outside tests are told as well. */
export const playwrightFailures = (file) => {
  const report = read(file)
  if (!report) return []
  const failed = report.suites.flatMap(specsOf).filter((spec) => !spec.ok)
  const outside = report.errors.map(({ message = "" }) => ({ name: "outside the stories", message: shortened(message) }))
  return [
    ...failed.map((spec) => {
      const errors = spec.tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
      return { name: `${spec.file}:${spec.line} › ${spec.title}`, message: shortened(errors.map(({ message = "" }) => message).join("\n")) }
    }),
    ...outside
  ]
}

/** The list at the very end of the output: of a log of which only the end was kept, it is what is left. */
export const failureList = (failures) =>
  failures.map(({ name, message }) => `✗ ${name}${message === "" ? "" : `\n${message.replace(/^/gm, "    ")}`}`).join("\n")
