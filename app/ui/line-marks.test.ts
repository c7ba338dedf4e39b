import { assert, describe, it } from "vitest"
import { aQuestion, aToolCall } from "@/test/fixtures/run-views"
import { lineMarks } from "./line-marks"

describe("lineMarks", () => {
  it("adds up what one line did in a loop", () => {
    const marks = lineMarks([aToolCall({ id: "call_1", line: 9, durationMs: 600 }), aToolCall({ id: "call_2", line: 9, durationMs: 700 })], [])
    assert.deepStrictEqual(marks.get(9), { kind: "done", durationMs: 1300, count: 2 })
  })
  it("says failed when one of the calls of a line failed", () => {
    const marks = lineMarks(
      [aToolCall({ id: "call_1", line: 9 }), aToolCall({ id: "call_2", line: 9, status: "failed", error: { code: "x", message: "" } })],
      []
    )
    assert.strictEqual(marks.get(9)?.kind, "failed")
  })
  it("puts a person who is waited for above everything else", () => {
    const calls = [aToolCall({ id: "call_1", line: 12 }), aToolCall({ id: "call_2", line: 12, status: "waiting", finishedAt: null, durationMs: null })]
    const question = aQuestion({ toolCallId: "call_2", line: 12, createdAt: 50 })
    assert.deepStrictEqual(lineMarks(calls, [question]).get(12), { kind: "waiting", since: 50, asks: "approval", interactionId: question.id })
  })
  it("does not count an answered question beside its call, but does count one of the program's own", () => {
    const answered = { status: "accepted", createdAt: 0, resolvedAt: 1000 } as const
    const marks = lineMarks(
      [aToolCall({ line: 3, durationMs: 1400 })],
      [aQuestion({ ...answered, toolCallId: "call_1", line: 3 }), aQuestion({ ...answered, toolCallId: null, line: 7 })]
    )
    assert.deepStrictEqual(marks.get(3), { kind: "done", durationMs: 1400, count: 1 })
    assert.deepStrictEqual(marks.get(7), { kind: "done", durationMs: 1000, count: 1 })
  })
  it("leaves calls alone whose line is unknown", () => assert.strictEqual(lineMarks([aToolCall({ line: null })], []).size, 0))
})
