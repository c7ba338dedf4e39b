import { expect, it } from "vitest"
import { aQuestion } from "@/test/fixtures/run-views"
import { receiptHead } from "./receipt-words"
import { interactionLook, outcomeWord } from "./run-status"

const endings = ["accepted", "declined", "cancelled", "expired", "failed"] as const

it.each(endings)("a list, a filter and a receipt say the same of a question that is %s", (status) => {
  const question = aQuestion({ status, kind: "approval", resolvedAt: 1000 })
  expect(interactionLook(status, "approval").word).toBe(outcomeWord[status])
  expect(receiptHead(question, String).bold.startsWith(outcomeWord[status])).toBe(true)
})

it.each([
  ["form", "Answered"],
  ["url", "Finished"]
] as const)("nobody approves a %s", (kind, word) => {
  expect(interactionLook("accepted", kind).word).toBe(word)
  expect(receiptHead(aQuestion({ status: "accepted", kind, resolvedAt: 1000 }), String).bold).toMatch(new RegExp(`^${word} by `))
})
