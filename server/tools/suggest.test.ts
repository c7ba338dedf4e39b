import { expect, test } from "vitest"
import { fc } from "../../test/fixtures/properties"
import { suggestPaths } from "./suggest"

const known = ["github.issues.create", "github.issues.list", "github.pulls.merge", "demo.tickets.list", "demo.tickets.create", "stripe.refunds.create"]

test.each([
  ["github.issue.create", "github.issues.create"],
  ["issues.create", "github.issues.create"],
  ["GitHub.Issues.Create", "github.issues.create"],
  ["githubIssuesCreate", "github.issues.create"],
  ["tools.demo.tickets.list", "demo.tickets.list"],
  ["demo.tickest.list", "demo.tickets.list"],
  ["stripe.refund", "stripe.refunds.create"]
])("%s may have meant %s", (wanted, meant) => {
  expect(suggestPaths(wanted, known)[0]).toBe(meant)
})

test("nothing is suggested for what resembles nothing", () => {
  expect(suggestPaths("xyz", known)).toEqual([])
  expect(suggestPaths("", known)).toEqual([])
})

test("never more than asked for, only known paths, each once", () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string()), (wanted, paths) => {
      const unique = [...new Set(paths)]
      const suggested = suggestPaths(wanted, unique)
      expect(suggested.length).toBeLessThanOrEqual(5)
      expect(new Set(suggested).size).toBe(suggested.length)
      expect(suggested.every((path) => unique.includes(path))).toBe(true)
    })
  )
})
