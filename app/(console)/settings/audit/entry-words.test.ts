import { expect, test } from "vitest"
import { entryWords, subjectHref } from "./entry-words"

test.each([
  ["interaction.accepted", { shown: { toolPath: "demo.tickets.create", message: "May it?" } }, "approved", "demo.tickets.create"],
  ["interaction.declined", { shown: { toolPath: null, message: "Go on?" } }, "declined", "Go on?"],
  ["interaction.failed", { reason: "changed" }, "did not carry out", "x"],
  ["rule.changed", { before: { pattern: "a.*" }, after: { pattern: "b.*" } }, "changed the rule", "b.*"],
  ["member.removed", { email: "tom@example.com" }, "removed the member", "tom@example.com"],
  ["source.added", { name: "github" }, "source added", "github"],
  ["webhook.changed", { before: { name: "a" }, after: { name: "b" } }, "changed the webhook", "b"],
  ["webhook.disabled", { name: "Desk" }, "switched off the webhook", "Desk"],
  ["something", null, "something something", "x"]
])("%s", (action, data, verb, object) => {
  expect(entryWords({ action, subject: "x", data })).toEqual({ verb, object })
})

test("a question leads to its card, all else nowhere", () => {
  expect(subjectHref({ action: "interaction.accepted", subject: "int_1" })).toBe("/approvals/int_1")
  expect(subjectHref({ action: "rule.created", subject: "rule_1" })).toBeNull()
})
