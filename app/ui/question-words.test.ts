import { assert, describe, it } from "vitest"
import { aQuestion, aToolCall } from "@/test/fixtures/run-views"
import {
  callOutcome,
  consequences,
  earlierCalls,
  expiresSoon,
  hostOf,
  isPlainApproval,
  questionGist,
  questionTitle,
  saidOfCall,
  webUrl
} from "./question-words"
import { beforeYou, receiptHead, register } from "./receipt-words"

const plain = (words: ReturnType<typeof consequences>["accept"]): string => words.map((word) => (typeof word === "string" ? word : word.mono)).join("")
const ann = { kind: "user", id: "u1", label: "Ann Keller" } as const
const inHours = (ms: number) => `${ms / 3_600_000} h`

describe("what a question is called", () => {
  it("is the tool's path, or the first line of what is asked", () => {
    assert.strictEqual(questionTitle(aQuestion({})), "demo.tickets.create")
    assert.strictEqual(questionTitle(aQuestion({ kind: "form", toolPath: null, message: "Which database?\nBe quick." })), "Which database?")
  })
  it("has a gist", () => {
    assert.strictEqual(questionGist(aQuestion({ args: { title: "Hello", id: 3 } })), "title: Hello, id: 3")
    assert.strictEqual(
      questionGist(aQuestion({ kind: "form", toolPath: null, line: 6, requestedSchema: { type: "object", properties: { a: { type: "string" } } } })),
      "1 field, asked by the program at line 6"
    )
    assert.strictEqual(questionGist(aQuestion({ kind: "url", toolPath: null, url: "https://acme.zendesk.com/x" })), "acme.zendesk.com, opens in a new tab")
  })
})

describe("a plain yes or no", () => {
  it("is an approval alone: a form, an address or options want something first", () => {
    assert.isTrue(isPlainApproval(aQuestion({})))
    assert.isTrue(isPlainApproval(aQuestion({ toolPath: null })))
    assert.isFalse(isPlainApproval(aQuestion({ kind: "form" })))
    assert.isFalse(isPlainApproval(aQuestion({ kind: "url" })))
    assert.isFalse(isPlainApproval({ kind: "approval", options: [] }))
  })
})

describe("what is said of a call", () => {
  it("never leaves out that it cannot be undone, and does not say it twice", () => {
    assert.strictEqual(saidOfCall(aQuestion({ effect: "destructive", message: "Deletes it." })), "Deletes it. It cannot be undone.")
    assert.strictEqual(saidOfCall(aQuestion({ effect: "destructive", message: "Deletes it. It cannot be undone." })), "Deletes it. It cannot be undone.")
    assert.strictEqual(saidOfCall(aQuestion({ effect: "write", message: "Writes it." })), "Writes it.")
  })
  it("says that nothing is known of it", () => {
    const { effect: _, ...older } = aQuestion({ message: "Does it." })
    assert.strictEqual(saidOfCall(older), "Does it. Whether it can be undone is not known.")
    assert.strictEqual(saidOfCall({ ...older, options: ["retry", "failed"] }), "Does it.")
  })
})

describe("addresses", () => {
  it("are opened only when they are of the web", () => {
    assert.isNull(webUrl("javascript:alert(1)"))
    assert.isNull(webUrl("data:text/html,x"))
    assert.isNull(webUrl(null))
    assert.strictEqual(hostOf("https://acme.example:8443/a"), "acme.example:8443")
  })
})

describe("consequences", () => {
  it("say what is sent and what a decline throws", () => {
    const { accept, decline } = consequences(aQuestion({ connection: "Ticket desk", line: 12 }))
    assert.strictEqual(plain(accept), "demo.tickets.create is called with exactly these arguments, with Ticket desk. The run goes on at line 12.")
    assert.strictEqual(plain(decline), "Nothing is sent. Line 12 throws ToolDeclinedError with your reason; unless the program catches it, the run fails.")
  })
  it("do not promise the call to the first of two who have to approve", () => {
    const vote = { by: ann, at: 1 }
    const needsTwo = aQuestion({ votesNeeded: 2, line: 3 })
    const waits = "demo.tickets.create is called with exactly these arguments, once another person agrees as well."
    assert.strictEqual(plain(consequences(needsTwo).accept), waits)
    assert.strictEqual(plain(consequences({ ...needsTwo, votes: [vote] }, true).accept), waits, "to the one who has agreed")
    assert.strictEqual(
      plain(consequences({ ...needsTwo, votes: [vote] }).accept),
      "demo.tickets.create is called with exactly these arguments. The run goes on at line 3.",
      "to the second one"
    )
  })
  it("send the answers to a tool's own question to the tool, not to the program", () => {
    const question = aQuestion({ kind: "form", toolPath: "desk.ask_back", message: "Which colour?", line: 3 })
    const { accept, decline } = consequences(question)
    assert.strictEqual(plain(accept), "Your answers go to whoever serves desk.ask_back. Its call goes on.")
    assert.notInclude(plain(decline), "ToolDeclinedError")
    assert.strictEqual(
      questionGist({ ...question, requestedSchema: { type: "object", properties: { colour: { type: "string" } } } }),
      "1 field, asked by desk.ask_back"
    )
  })
})

describe("earlierCalls", () => {
  it("shows the newest of many, and never the call that asks", () => {
    const calls = Array.from({ length: 10 }, (_, index) => aToolCall({ id: `call_${index + 1}`, startedAt: index }))
    const { shown, left } = earlierCalls(calls, aQuestion({ toolCallId: "call_10", createdAt: 9 }), 4)
    assert.deepStrictEqual(
      shown.map((call) => call.id),
      ["call_6", "call_7", "call_8", "call_9"]
    )
    assert.strictEqual(left, 5)
  })
  it("says in a few words what came of a call", () => {
    assert.strictEqual(callOutcome(aToolCall({ result: [1, 2] })), "2 items")
    assert.strictEqual(callOutcome(aToolCall({ result: { id: 7, title: "x" } })), "id: 7, title: x")
    assert.strictEqual(callOutcome(aToolCall({ status: "failed", error: { code: "not_found", message: "no ticket 9" } })), "not_found: no ticket 9")
  })
})

describe("expiresSoon", () => {
  it("is the last tenth, or the last five minutes", () => {
    const day = aQuestion({ createdAt: 0, expiresAt: 86_400_000 })
    assert.isFalse(expiresSoon(day, 0))
    assert.isTrue(expiresSoon(day, 80_000_000))
    assert.isFalse(expiresSoon(aQuestion({}), 1e12))
  })
})

describe("receipts", () => {
  it("say who, when and how soon the run went on", () => {
    const head = receiptHead(aQuestion({ status: "accepted", resolvedBy: ann, resolvedVia: "console", resolvedAt: 1000, appliedAt: 1400 }), inHours)
    assert.deepStrictEqual(head, { bold: "Approved by Ann Keller", rest: [{ at: 1000 }, { resumedMs: 400 }] })
  })
  it("never show a deadline as a person's decision", () => {
    const head = receiptHead(aQuestion({ status: "expired", resolvedVia: "deadline", resolvedAt: 86_400_000, createdAt: 0, expiresAt: 86_400_000 }), inHours)
    assert.deepStrictEqual(head, { bold: "Expired", rest: [{ at: 86_400_000 }, { text: "nobody answered in 24 h, so it counts as declined" }] })
  })
  it("quote the reason of a decline", () => {
    const head = receiptHead(aQuestion({ status: "declined", resolvedBy: ann, resolvedVia: "api", resolvedAt: 5, comment: "wrong repository" }), inHours)
    assert.deepStrictEqual(head, { bold: "Declined by Ann Keller", rest: [{ at: 5 }, { text: "through the API" }, { quote: "wrong repository" }] })
  })
  it("list what is known, in order of time", () => {
    const question = aQuestion({
      toolCallId: "call_1",
      status: "accepted",
      resolvedBy: ann,
      resolvedVia: "console",
      comment: "ok",
      createdAt: 0,
      resolvedAt: 1000,
      appliedAt: 1010
    })
    const entries = register(question, { toolCalls: [aToolCall({ finishedAt: 1400, result: { id: "re_1" } })] })
    assert.deepStrictEqual(
      entries.map((entry) => [entry.at, plain(entry.words)]),
      [
        [0, "billing-triage asked for demo.tickets.create"],
        [1000, "Ann Keller approved, on the card, with the reason “ok”"],
        [1010, "The run went on"],
        [1400, "demo.tickets.list answered id: re_1"]
      ]
    )
  })
  it("name who edited, who need not be who approved", () => {
    const question = aQuestion({
      status: "accepted",
      votesNeeded: 2,
      votes: [
        { by: { kind: "user", id: "tom", label: "Tom Berger" }, at: 500 },
        { by: ann, at: 1000 }
      ],
      resolvedBy: ann,
      resolvedVia: "console",
      resolvedAt: 1000,
      args: { title: "Better" },
      proposedArgs: { title: "Hello" }
    })
    assert.deepInclude(receiptHead(question, inHours).rest, { text: "with arguments edited by Tom Berger" })
    const said = (one: typeof question) => register(one, null).map(({ words }) => plain(words))
    assert.includeMembers(said(question), ["Tom Berger edited the arguments and agreed", "Ann Keller agreed"])
    // An edit that was taken over from an earlier question is not the first voter's.
    const again = { ...question, replaces: question.id }
    assert.deepInclude(receiptHead(again, inHours).rest, { text: "with edited arguments" })
    assert.includeMembers(said(again), ["Tom Berger agreed"])
  })
  it("say that the arguments were edited", () => {
    const question = aQuestion({
      status: "accepted",
      resolvedBy: ann,
      resolvedVia: "console",
      resolvedAt: 1000,
      args: { title: "Better" },
      proposedArgs: { title: "Hello" },
      executedArgs: { title: "Better" }
    })
    assert.deepInclude(receiptHead(question, inHours).rest, { text: "with edited arguments" })
    assert.include(
      register(question, null).map(({ words }) => plain(words)),
      "Ann Keller approved with other arguments than were asked for, on the card"
    )
  })
  it("name the tool that asked by itself", () => {
    const question = aQuestion({ kind: "form", toolPath: "desk.ask_back", message: "Which colour?" })
    assert.deepStrictEqual(
      register(question, null).map(({ words }) => plain(words)),
      ["desk.ask_back asked: “Which colour?”"]
    )
  })
  it("tell the second of two operators by how much", () =>
    assert.deepStrictEqual([200, 1000, 4200, 120_000].map(beforeYou), [
      "less than a second before you",
      "one second before you",
      "4 seconds before you",
      "before you"
    ]))
})
