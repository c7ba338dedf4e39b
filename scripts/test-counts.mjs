import { existsSync, readFileSync } from "node:fs"

const none = { passed: 0, failed: 0, skipped: 0 }

/** A runner that ends badly without a failed test (a file that does not load, an error outside tests, no test at all) has failed once. */
const judged = (counts, code) => (code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts)

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null)

export const vitestCounts = (file, code) => {
  const report = read(file)
  if (!report) return judged(none, code || 1)
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.every((one) => one.status !== "failed")
  ).length
  return judged({ passed: report.numPassedTests, failed: report.numFailedTests + brokenFiles, skipped: report.numPendingTests + report.numTodoTests }, code)
}

export const playwrightCounts = (file, code) => {
  const report = read(file)
  if (!report) return judged(none, code || 1)
  const { expected, unexpected, flaky, skipped } = report.stats
  return judged({ passed: expected, failed: unexpected + flaky, skipped }, code)
}

export const sum = (all) =>
  all.reduce((total, one) => ({ passed: total.passed + one.passed, failed: total.failed + one.failed, skipped: total.skipped + one.skipped }), none)

export const summary = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`
