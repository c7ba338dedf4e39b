import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { nodeFault } from "./node-version.mjs"
import { playwrightCounts, sum, summary, vitestCounts } from "./test-counts.mjs"
import { failureList, playwrightFailures, vitestFailures, worthASecondLook } from "./test-failures.mjs"
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

test("each failed test is named again at the end, with the beginning of what it said", () => {
  const vitest = reportFile({
    testResults: [
      {
        name: "a.test.ts",
        status: "failed",
        assertionResults: [
          { fullName: "holds", status: "passed", failureMessages: [] },
          { fullName: "breaks", status: "failed", failureMessages: ["\u001b[31mexpected 1\u001b[39m\nto be 2"] }
        ]
      },
      { name: "b.test.ts", status: "failed", message: "does not load", assertionResults: [] }
    ]
  })
  const failed = { title: "a story", file: "a.spec.ts", line: 8, ok: false, tests: [{ results: [{ errors: [{ message: `gone\n${"more\n".repeat(100)}` }] }] }] }
  const browser = reportFile({
    suites: [{ specs: [{ title: "fine", ok: true, tests: [] }], suites: [{ specs: [failed] }] }],
    errors: [{ message: "no server" }]
  })
  const list = failureList([...vitestFailures(vitest), ...playwrightFailures(browser)])
  expect(list).toContain("✗ a.test.ts › breaks\n    expected 1\n    to be 2\n✗ b.test.ts\n    does not load\n✗ a.spec.ts:8 › a story\n    gone\n    more")
  expect(list).toMatch(/✗ outside the stories\n {4}no server$/)
  expect(list).not.toMatch(/holds|fine/)
  expect(list.split("\n").length).toBeLessThan(25)
})

test("a failed test can be run again by itself, also one with a pattern's signs in its name", () => {
  const fullName = "a limit (of 3) is kept [sqlite]"
  const vitest = reportFile({
    testResults: [{ name: "/a.test.ts", status: "failed", assertionResults: [{ fullName, status: "failed", failureMessages: [] }] }]
  })
  const [{ again }] = vitestFailures(vitest)
  expect(again.slice(0, 2)).toEqual(["/a.test.ts", "-t"])
  expect(new RegExp(again[2]).test(fullName)).toBe(true)
  const spec = { title: "a story", file: "a.spec.ts", line: 8, ok: false, tests: [] }
  expect(playwrightFailures(reportFile({ suites: [{ specs: [spec] }], errors: [] }))[0].again).toEqual(["a.spec.ts:8"])
})

test("few failed tests are worth a second look; many, or a runner that broke, are not", () => {
  const one = { name: "a", message: "", again: ["a.test.ts"] }
  const broken = { name: "unit tests", message: "", again: null }
  expect(worthASecondLook([one, one, one])).toHaveLength(3)
  expect(worthASecondLook([one, one, one, one])).toEqual([])
  expect(worthASecondLook([one, broken])).toEqual([])
  expect(worthASecondLook([])).toEqual([])
})

test("a runner without a report names no test", () => {
  expect([...vitestFailures("/nowhere/report.json"), ...playwrightFailures("/nowhere/report.json")]).toEqual([])
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
