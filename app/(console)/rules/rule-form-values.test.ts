import { expect, test } from "vitest"
import { hasTerms, ruleFormValues } from "./rule-form-values"
import type { RuleItem } from "./rule-words"
import { rulesAddress } from "./rules-address"

const stored: RuleItem = {
  id: "rule_1",
  pattern: "demo.**",
  effect: "require_approval",
  when: { args: [{ pointer: "/amount", atMost: 5 }], trigger: ["mcp"] },
  position: 0,
  fourEyes: true,
  selfApproval: false,
  requesterMayConfirm: true,
  onExpiry: "decline",
  interactionExpiresAfterMs: 7_200_000,
  endsAt: Date.UTC(2026, 10, 30),
  hasEnded: false,
  unreadable: null,
  revision: 3,
  createdAt: 1,
  updatedAt: 1
}

/** What the form holds when it comes back from a trial with these fields. */
const triedWith = (fields: Readonly<Record<string, string>>, edited: RuleItem | undefined) =>
  ruleFormValues(rulesAddress(`?${new URLSearchParams(fields)}`, () => true).draft, edited)

const typed = {
  pattern: "github.issues.*",
  effect: "block",
  when: "",
  endsOn: "2027-01-31",
  expiresAfter: "1.5",
  expiresUnit: "days",
  selfApproval: "yes",
  fourEyes: "on",
  requesterMayConfirm: "on",
  revision: "2"
}

test("a rule that is tried out comes back as it was typed, every field of it", () => {
  const back = { ...typed, rows: [], fourEyes: true, requesterMayConfirm: true }
  expect(triedWith(typed, undefined)).toEqual(back)
  // Also over the rule that is changed; of another revision it stays the one that was read first.
  expect(triedWith({ ...typed, edit: "rule_1" }, stored)).toEqual(back)
})

test("what was emptied or taken away before a trial is not filled again from the rule that is changed", () => {
  const emptied = { edit: "rule_1", pattern: "demo.*", effect: "allow", when: "", endsOn: "", expiresAfter: "", expiresUnit: "hours", selfApproval: "" }
  expect(triedWith(emptied, stored)).toEqual({
    ...{ pattern: "demo.*", effect: "allow", rows: [], when: "", endsOn: "", expiresAfter: "", expiresUnit: "hours", selfApproval: "" },
    ...{ fourEyes: false, requesterMayConfirm: false, revision: "3" }
  })
})

test("a rule that is opened for change fills the form, and a link with a pattern alone the rest with what is usual", () => {
  const untouched = rulesAddress("", () => true).draft
  expect(ruleFormValues(untouched, stored)).toEqual({
    ...{ pattern: "demo.**", effect: "require_approval", rows: [{ pointer: "/amount", test: "atMost", value: "5" }], endsOn: "2026-11-30" },
    ...{ expiresAfter: "2", expiresUnit: "hours", selfApproval: "", fourEyes: true, requesterMayConfirm: true, revision: "3" },
    when: JSON.stringify({ trigger: ["mcp"] }, null, 2)
  })
  const linked = triedWith({ pattern: "demo.tickets.create", effect: "allow", when: '{"args":[{"pointer":"/title","equals":"x"}]}' }, undefined)
  expect(linked).toMatchObject({ effect: "allow", rows: [{ pointer: "/title", value: "x" }], when: "", expiresUnit: "hours", fourEyes: false, revision: "" })
  expect(hasTerms(linked)).toBe(false)
  expect(triedWith({ pattern: "a.b", when: "{no" }, undefined)).toMatchObject({ rows: [], when: "{no" })
})

test("every term on its own opens the part of the form where it stands", () => {
  const plain = { pattern: "a.b", expiresUnit: "hours" }
  const terms = [
    { fourEyes: "on" },
    { requesterMayConfirm: "on" },
    { endsOn: "2027-01-31" },
    { expiresAfter: "2" },
    { expiresUnit: "never" },
    { selfApproval: "no" }
  ]
  expect(terms.map((term) => hasTerms(triedWith({ ...plain, ...term }, undefined)))).toEqual(terms.map(() => true))
  expect(hasTerms(triedWith(plain, undefined))).toBe(false)
})
