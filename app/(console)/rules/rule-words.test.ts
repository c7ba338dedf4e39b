import { expect, test } from "vitest"
import { conditionWords, recentWords, termWords, verdictWords, waitingTime } from "./rule-words"

test("conditions are one line each", () => {
  const when = {
    args: [
      { pointer: "/amount", greater: 1, atMost: 500 },
      { pointer: "/card/currency", in: ["eur", "usd"] },
      { pointer: "", equals: {} },
      { pointer: "", only: ["amount", "card"] },
      { pointer: "", only: [] },
      { pointer: "/card", only: ["currency"] }
    ],
    actor: { kind: ["agent", "service_token"] },
    trigger: ["mcp"]
  }
  expect(conditionWords(when)).toEqual([
    "amount > 1 and amount ≤ 500",
    'card.currency in ["eur","usd"]',
    "arguments = {}",
    "no arguments but amount, card",
    "no arguments",
    "nothing in card but currency",
    "asked by: agent or service_token",
    "started through: mcp"
  ])
  expect(conditionWords(undefined)).toEqual([])
})

test("a waiting time comes back as it was typed", () => {
  expect(waitingTime(undefined)).toEqual({ amount: "", unit: "hours" })
  expect(waitingTime(null)).toEqual({ amount: "", unit: "never" })
  expect(waitingTime(7_200_000)).toEqual({ amount: "2", unit: "hours" })
  expect(waitingTime(90_000)).toEqual({ amount: "1.5", unit: "minutes" })
  expect(waitingTime(172_800_000)).toEqual({ amount: "2", unit: "days" })
})

test("terms and verdicts are said shortly", () => {
  const rule = {
    id: "r",
    pattern: "a.*",
    effect: "require_approval",
    position: 1,
    onExpiry: "decline",
    fourEyes: true,
    selfApproval: false,
    requesterMayConfirm: false,
    interactionExpiresAfterMs: 3_600_000,
    unreadable: null,
    hasEnded: false,
    revision: 1,
    createdAt: 0,
    updatedAt: 0
  } as const
  expect(termWords(rule)).toEqual(["two people", "waits 1 hour"])
  expect(verdictWords({ verdict: "refused", rule: null, why: "There is no tool a.b.", votesNeeded: 0 })).toEqual({
    bold: "Refused before anybody is asked:",
    rest: "There is no tool a.b."
  })
  expect(verdictWords({ verdict: "require_approval", rule: { id: "r", pattern: "a.*" }, why: "", votesNeeded: 2 })).toEqual({
    bold: "Asks 2 people",
    rest: "by the rule a.*"
  })
})

test("calls that could not be read are not called none", () => {
  const last = [{ runId: "run_1", toolCallId: "call_1", path: "a.b", at: 1, runTitle: "A run" }]
  expect(recentWords(undefined, "r")).toEqual({ words: "calls could not be read", last: [] })
  expect(recentWords([], "r")).toEqual({ words: "no call in 30 days", last: [] })
  expect(recentWords([{ id: "r", count: 1, last }], "r")).toEqual({ words: "1 call in 30 days", last })
})
