import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { nodeFault } from "./node-version.mjs"
import { playwrightCounts, sum, summary, vitestCounts } from "./test-counts.mjs"
import { allParts, planOf } from "./test-plan.mjs"

test("without arguments everything runs", () => {
  expect(planOf([])).toEqual({ parts: allParts, filters: [], flags: [] })
})

test("parts, filters and the runner's flags are told apart", () => {
  expect(planOf(["unit"]).parts).toEqual(["unit"])
  expect(planOf(["integration", "server/store"])).toEqual({ parts: ["integration"], filters: ["server/store"], flags: [] })
  expect(planOf(["server/engine"]).parts).toEqual(["unit", "integration"])
  expect(planOf(["e2e/sign-in.spec.ts"]).parts).toEqual(["browser"])
  expect(planOf(["unit", "server/engine", "-t", "answers twice"])).toEqual({ parts: ["unit"], filters: ["server/engine"], flags: ["-t", "answers twice"] })
})

const reportFile = (report) => {
  const file = join(mkdtempSync(join(tmpdir(), "signalbox-counts-")), "report.json")
  writeFileSync(file, JSON.stringify(report))
  return file
}

test("a runner that leaves no report, or fails without a failed test, has failed", () => {
  expect(vitestCounts("/nowhere/report.json", 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(playwrightCounts("/nowhere/report.json", 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  const unhandled = reportFile({ numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] })
  expect(vitestCounts(unhandled, 1)).toEqual({ passed: 3, failed: 1, skipped: 0 })
})

test("a file that does not load counts as failed", () => {
  const report = reportFile({
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [{ status: "failed", assertionResults: [] }]
  })
  expect(vitestCounts(report, 1)).toEqual({ passed: 3, failed: 2, skipped: 3 })
})

test("a flaky browser test is a failed one", () => {
  expect(playwrightCounts(reportFile({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 } }), 1)).toEqual({ passed: 4, failed: 2, skipped: 2 })
})

test("the last line sums the runners", () => {
  expect(
    summary(
      sum([
        { passed: 1, failed: 0, skipped: 0 },
        { passed: 2, failed: 1, skipped: 3 }
      ])
    )
  ).toBe("3 passed, 1 failed, 3 skipped")
})

test.each([
  ["18.20.0", false],
  ["20.18.3", false],
  ["20.19.0", true],
  ["21.7.0", false],
  ["22.11.0", false],
  ["22.12.0", true],
  ["24.0.0", true]
])("Node %s is told apart", (version, supported) => {
  expect(nodeFault(version) === null).toBe(supported)
})
