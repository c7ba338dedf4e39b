import { expect, test } from "vitest"
import { listHref, rulesPerPage, shortConditions, shownRules } from "./list-state"
import type { RuleItem } from "./rule-words"

const rule = (index: number): RuleItem => ({
  id: `rule_${index}`,
  pattern: `desk.p${index}`,
  effect: "allow",
  position: index,
  onExpiry: "decline",
  fourEyes: false,
  selfApproval: true,
  requesterMayConfirm: false,
  unreadable: null,
  hasEnded: false,
  revision: 1,
  createdAt: 0,
  updatedAt: 0
})
const rules = Array.from({ length: rulesPerPage * 2 + 1 }, (_, index) => rule(index))
const none = { find: "", page: "", open: "", edit: "" }

test("a page has its rules, and the last one what is left", () => {
  expect(shownRules(rules, none)).toMatchObject({ from: 0, page: 1, pages: 3, found: rules.length, total: rules.length })
  expect(shownRules(rules, none).items).toHaveLength(rulesPerPage)
  const last = shownRules(rules, { ...none, page: "3" })
  expect(last.from + last.items.length).toBe(rules.length)
  expect(last.items.map(({ id }) => id)).toEqual([`rule_${rulesPerPage * 2}`])
})

test("every rule stands on one page", () => {
  const seen = ["1", "2", "3"].flatMap((page) => shownRules(rules, { ...none, page }).items)
  expect(seen).toEqual(rules)
})

test("a page that is none is the nearest there is", () => {
  expect(shownRules(rules, { ...none, page: "9" }).page).toBe(3)
  for (const page of ["0", "-1", "x", "1e9", "99999"]) expect(shownRules(rules, { ...none, page }).page).toBe(1)
  expect(shownRules([], none)).toMatchObject({ items: [], page: 1, pages: 1, found: 0 })
})

test("a rule that is opened or changed is on the page that is shown", () => {
  expect(shownRules(rules, { ...none, open: `rule_${rulesPerPage}` }).page).toBe(2)
  expect(shownRules(rules, { ...none, edit: `rule_${rulesPerPage * 2}` }).page).toBe(3)
  expect(shownRules(rules, { ...none, open: "rule_gone" }).page).toBe(1)
})

test("a part of the pattern finds rules, whatever its case", () => {
  expect(shownRules(rules, { ...none, find: ` DESK.P${rulesPerPage * 2} ` })).toMatchObject({
    found: 1,
    total: rules.length,
    items: [{ id: `rule_${rulesPerPage * 2}` }]
  })
  expect(shownRules(rules, { ...none, find: "github" }).items).toEqual([])
})

test("conditions of a row are its first ones with their beginnings, and what is left out is counted", () => {
  expect(shortConditions(["a", "b"])).toEqual({ lines: ["a", "b"], more: 0, isCut: false })
  expect(shortConditions(["a", "b", "c", "d", "e", "f"])).toEqual({ lines: ["a", "b", "c", "d"], more: 2, isCut: true })
  const long = shortConditions(["x".repeat(10_000)])
  expect(long).toMatchObject({ more: 0, isCut: true })
  expect(long.lines.join("").length).toBeLessThan(200)
})

test("an address says only what differs from the plain page", () => {
  expect(listHref({})).toBe("/rules")
  expect(listHref({ find: "a b", page: 2, open: "rule_1" })).toBe("/rules?open=rule_1&find=a+b&page=2")
})
