import { describe, expect, it } from "vitest"
import { aQuestion } from "../../test/fixtures/run-views"
import { ToolCallId } from "../domain/ids"
import type { AnswerAction, Interaction } from "../domain/interaction"
import { countsFromRequester } from "./agent-reply"

const confirmable: Partial<Interaction> = {
  kind: "approval",
  toolCallId: ToolCallId.make("call_1"),
  options: null,
  votesNeeded: 1,
  requesterMayConfirm: true
}
const question = (more: Partial<Interaction>): Interaction => aQuestion({ ...confirmable, ...more })

describe("what an agent says to its own question", () => {
  it.each<AnswerAction>(["decline", "cancel"])("a %s counts whatever is asked", (action) => {
    for (const kind of ["approval", "form", "url"] as const) expect(countsFromRequester(action, question({ kind, requesterMayConfirm: false }))).toBe(true)
  })

  it("an accept counts where the rule leaves a tool call to the requester", () => {
    expect(countsFromRequester("accept", question({}))).toBe(true)
  })

  it.each<[string, Partial<Interaction>]>([
    ["the rule does not say so", { requesterMayConfirm: false }],
    ["the program itself asks for a yes", { toolCallId: null }],
    ["values are asked for", { kind: "form" }],
    ["a link is to be opened", { kind: "url" }],
    ["two people have to agree", { votesNeeded: 2 }],
    ["nobody knows what became of the call", { options: ["retry", "succeeded", "failed"] }]
  ])("an accept does not count when %s", (_, more) => {
    expect(countsFromRequester("accept", question(more))).toBe(false)
  })

  it("an accept does not count without a rule", () => {
    const { requesterMayConfirm: _, ...unruled } = question({})
    expect(countsFromRequester("accept", unruled)).toBe(false)
  })
})
