import { expect, it } from "vitest"
import { interactionIdAt } from "@/server/domain/ids"
import { questionNotice } from "./question-notice"

const question = {
  id: interactionIdAt(0, []),
  kind: "approval",
  message: "Creates a ticket.",
  toolPath: "demo.tickets.create",
  runTitle: "Close stale tickets",
  runActor: { kind: "agent", id: "a", label: "claude" }
} as const

it("names the tool, who asks and for what, and leads to the card", () => {
  expect(questionNotice(question)).toEqual({
    tag: question.id,
    title: "demo.tickets.create",
    body: "Waits for a decision. Asked by claude: Close stale tickets",
    href: `/approvals/${question.id}`
  })
})

it("is bounded, on one line, and hides nothing", () => {
  const { title, body } = questionNotice({ ...question, toolPath: null, message: `Go\u202e on?\nsecond`, runTitle: `a\n${"b".repeat(999)}` })
  expect(title).toBe("Go<U+202E> on?")
  expect([...body]).toHaveLength(160)
  expect(body).not.toContain("\n")
})
