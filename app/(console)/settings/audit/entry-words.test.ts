import { expect, test } from "vitest"
import { entryWords, subjectHref } from "./entry-words"

test.each([
  ["interaction.accepted", { shown: { toolPath: "demo.tickets.create", message: "May it?" } }, "approved", "demo.tickets.create"],
  ["interaction.declined", { shown: { toolPath: null, message: "Go on?" } }, "declined", "Go on?"],
  ["interaction.failed", { reason: "changed" }, "did not carry out", "x"],
  ["rule.changed", { before: { pattern: "a.*" }, after: { pattern: "b.*" } }, "changed the rule", "b.*"],
  ["member.removed", { email: "tom@example.com" }, "removed the member", "tom@example.com"],
  ["source.added", { kind: "openapi" }, "added the source", "x"],
  [
    "interaction.accepted",
    { shown: { kind: "approval", toolPath: "demo.tickets.create" }, args: { title: "Edited" } },
    "approved, with edited arguments,",
    "demo.tickets.create"
  ],
  ["interaction.accepted", { shown: { kind: "form", toolPath: "desk.ask_back", message: "Which colour?" } }, "answered", "Which colour?"],
  ["interaction.accepted", { shown: { kind: "url", toolPath: null, message: "Sign in there" } }, "finished", "Sign in there"],
  ["member.joined", { email: "ada@example.com", role: "admin" }, "made the first admin", "ada@example.com"],
  ["member.joined", { email: "bob@example.com", role: "viewer", invitationId: "inv_1" }, "joined the team", "bob@example.com"],
  ["invitation.created", { email: "bob@example.com", role: "viewer" }, "invited", "bob@example.com"],
  ["retention.changed", { from: {}, to: {} }, "changed how long runs are kept", ""],
  ["webhook.changed", { before: { name: "a" }, after: { name: "b" } }, "changed the webhook", "b"],
  ["webhook.disabled", { name: "Desk" }, "switched off the webhook", "Desk"],
  ["host.half_allowed", null, "host half allowed", "x"]
])("%s", (action, data, verb, object) => {
  expect(entryWords({ action, subject: "x", data })).toEqual({ verb, object })
})

test("a question leads to its card, all else nowhere", () => {
  expect(subjectHref({ action: "interaction.accepted", subject: "int_1" })).toBe("/approvals/int_1")
  expect(subjectHref({ action: "rule.created", subject: "rule_1" })).toBeNull()
})
