import { existsSync, readFileSync } from "node:fs"
import { stripVTControlCharacters } from "node:util"

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null)

/** Enough to know a fault by; the whole of it stands where the test ran. */
const mostLines = 12

const shortened = (message) => stripVTControlCharacters(message).split("\n").slice(0, mostLines).join("\n")

const asPattern = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/**
 * What failed in a report of Vitest: each failed test, and each file that did not load, as `{ name, message, again }`. `again` are the
 * runner's arguments for this test alone.
 */
export const vitestFailures = (file) =>
  (read(file)?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === "failed")
    if (failed.length > 0)
      return failed.map((one) => ({
        name: `${name} › ${one.fullName}`,
        message: shortened(one.failureMessages.join("\n")),
        again: [name, "-t", `^${asPattern(one.fullName)}$`]
      }))
    return status === "failed" ? [{ name, message: shortened(message ?? ""), again: [name] }] : []
  })

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

/** The same of a report of Playwright; errors outside tests are told as well, and cannot be run again alone. */
export const playwrightFailures = (file) => {
  const report = read(file)
  if (!report) return []
  const failed = report.suites.flatMap(specsOf).filter((spec) => !spec.ok)
  const outside = report.errors.map(({ message = "" }) => ({ name: "outside the stories", message: shortened(message), again: null }))
  return [
    ...failed.map((spec) => {
      const errors = spec.tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
      const message = shortened(errors.map(({ message = "" }) => message).join("\n"))
      return { name: `${spec.file}:${spec.line} › ${spec.title}`, message, again: [`${spec.file}:${spec.line}`] }
    }),
    ...outside
  ]
}

/** A list for the very end of the output: of a log of which only the end was kept, it is what is left. */
export const failureList = (failures) =>
  failures.map(({ name, message }) => `✗ ${name}${message === "" ? "" : `\n${message.replace(/^/gm, "    ")}`}`).join("\n")

/** More than this many are not bad luck. */
const mostUnsteady = 3

/**
 * Which failures CI looks at a second time. A machine that is shared may take any single test past its patience, and one of thousands
 * must not hold back everything; but many at once, or a runner that broke, are a fault whatever a second look says.
 */
export const worthASecondLook = (failures) =>
  failures.length > 0 && failures.length <= mostUnsteady && failures.every(({ again }) => again !== null) ? failures : []
