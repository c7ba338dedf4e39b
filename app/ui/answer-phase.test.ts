import { assert, describe, it } from "vitest"
import { aQuestion, aRun, aToolCall } from "@/test/fixtures/run-views"
import { answerPhase, hindrance, lastSegment, resumedMs, seenOf, wentOn, wordToType } from "./answer-phase"

const nobody = { sending: false, decided: false }
const me = { sending: false, decided: true }
const approved = aQuestion({ status: "accepted", toolCallId: "call_2", createdAt: 0, resolvedAt: 1000 })

describe("answerPhase", () => {
  it("is open until somebody sends", () => {
    assert.strictEqual(answerPhase(aQuestion({}), null, nobody), "open")
    assert.strictEqual(answerPhase(aQuestion({}), null, { sending: true, decided: false }), "sending")
  })
  it("shows another person's decision as a receipt at once", () => assert.strictEqual(answerPhase(approved, null, nobody), "over"))
  it("does not claim that the run went on before it has", () => {
    const waiting = aRun({ status: "running", toolCalls: [aToolCall({ id: "call_2", status: "waiting", finishedAt: null })] })
    assert.strictEqual(answerPhase(approved, waiting, me), "recorded")
    const going = aRun({ status: "running", toolCalls: [aToolCall({ id: "call_2", status: "running", finishedAt: null })] })
    assert.strictEqual(answerPhase(approved, going, me), "over")
  })
  it("stays a receipt when the decision lost the race", () => {
    assert.strictEqual(answerPhase(approved, null, { sending: true, decided: false }), "over")
  })
})

describe("wentOn", () => {
  it("believes the record above everything", () => assert.isTrue(wentOn({ ...approved, appliedAt: 1400 }, null)))
  it("takes the end of the run for it", () => assert.isTrue(wentOn(approved, aRun({ status: "completed" }))))
  it("sees what the program did after a question of its own", () => {
    const answered = aQuestion({ status: "accepted", kind: "form", toolCallId: null, createdAt: 0, resolvedAt: 1000 })
    assert.isFalse(wentOn(answered, aRun({ toolCalls: [aToolCall({ startedAt: 500 })] })))
    assert.isTrue(wentOn(answered, aRun({ toolCalls: [aToolCall({ startedAt: 1500 })] })))
    assert.isTrue(wentOn(answered, aRun({ logs: [{ at: 1001, level: "info", text: "on" }] })))
  })
})

describe("resumedMs", () => {
  it("is the time from the decision to the run's next step", () => assert.strictEqual(resumedMs({ ...approved, appliedAt: 1400 }), 400))
  it("is not invented", () => assert.isNull(resumedMs(approved)))
})

describe("hindrance", () => {
  const ready = { awake: true, hasAgreed: false, cutOff: 0, mustType: null, typed: "" }
  it("lets nobody approve what is cut off, untyped or has just appeared", () => {
    assert.strictEqual(hindrance({ ...ready, cutOff: 1 }), "cut-off")
    assert.strictEqual(hindrance({ ...ready, hasAgreed: true, mustType: "delete" }), "agreed")
    assert.strictEqual(hindrance({ ...ready, mustType: "delete", typed: "delet" }), "untyped")
    assert.strictEqual(hindrance({ ...ready, awake: false }), "asleep")
    assert.isNull(hindrance({ ...ready, mustType: "delete", typed: " delete " }))
  })
})

describe("seenOf", () => {
  const card = aQuestion({})
  it("is the same for a card that stands still", () => assert.strictEqual(seenOf(card, 1), seenOf({ ...card }, 1)))
  it("is another one when a card has moved into the place of the card above it, or has changed", () => {
    const all = [seenOf(card, 1), seenOf(card, 0), seenOf({ ...card, revision: 1 }, 1), seenOf({ ...card, expiresAt: 5 }, 1)]
    assert.strictEqual(new Set(all).size, all.length)
  })
})

describe("wordToType", () => {
  const deletes = aQuestion({ toolPath: "demo.tickets.delete", effect: "destructive" })
  it("is asked for where a call cannot be undone", () => assert.strictEqual(wordToType(deletes, false), "delete"))
  it("is asked for where nothing says what the call does", () => {
    const { effect: _, ...unknown } = deletes
    assert.strictEqual(wordToType(unknown, false), "delete")
  })
  it("is not asked for where the call reads or writes, asks for an outcome, was agreed to, or is none", () => {
    for (const effect of ["read", "write"] as const) assert.isNull(wordToType({ ...deletes, effect }, false))
    assert.isNull(wordToType({ ...deletes, options: ["retry", "failed"] }, false))
    assert.isNull(wordToType(deletes, true))
    const { effect: _, ...asksItself } = aQuestion({ toolPath: null })
    assert.isNull(wordToType(asksItself, false))
    assert.isNull(wordToType({ ...asksItself, kind: "form", toolPath: "desk.ask_back" }, false))
  })
})

describe("lastSegment", () => {
  it("is what a destructive call is confirmed with", () => assert.deepStrictEqual(["demo.tickets.delete", "delete"].map(lastSegment), ["delete", "delete"]))
})
