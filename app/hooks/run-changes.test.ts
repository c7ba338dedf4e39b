import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import type { Interaction } from "@/server/domain/interaction"
import { type Run, RunSummary } from "@/server/domain/run"
import { RunEvent } from "@/server/domain/run-event"
import type { LiveMessage } from "@/server/trpc/router"
import { aQuestion, aRun, aToolCall, someRunId } from "@/test/fixtures/run-views"
import { type KnownRun, withInteraction, withMessage } from "./run-changes"

const known = (run: Run, seq: number | null = 1): KnownRun => ({ run, seq })
const anEvent = (seq: number, fields: Record<string, unknown>): RunEvent =>
  Schema.decodeUnknownSync(Schema.toType(RunEvent))({ runId: someRunId, teamId: "team", seq, at: 1000 * seq, ...fields })
const aMessage = (run: Run, given: { readonly event?: RunEvent; readonly interaction?: Interaction } = {}): LiveMessage => ({
  type: "run",
  run: Schema.decodeUnknownSync(Schema.toType(RunSummary))(run),
  pendingCount: 0,
  ...given
})
const runAfter = (before: KnownRun, message: LiveMessage): Run => {
  const next = withMessage(before, message)
  return next === "refetch" ? assert.fail("refetch") : next.run
}
const log = (seq: number, text = "hello") => anEvent(seq, { _tag: "LogWritten", level: "info", text })

describe("withMessage", () => {
  it("follows a call from its start to its end", () => {
    const run = aRun({ version: 1 })
    const started = withMessage(
      known(run),
      aMessage(aRun({ version: 2, toolCallCount: 1 }), {
        event: anEvent(2, { _tag: "ToolCallStarted", toolCallId: "call_1", index: 0, path: "demo.echo", args: { value: 1 }, line: 3, status: "running" })
      })
    )
    if (started === "refetch") return assert.fail()
    const finished = runAfter(
      started,
      aMessage(aRun({ version: 3, toolCallCount: 1 }), {
        event: anEvent(3, { _tag: "ToolCallFinished", toolCallId: "call_1", path: "demo.echo", status: "completed", result: 1 })
      })
    )
    assert.deepInclude(finished.toolCalls[0], {
      path: "demo.echo",
      source: "demo",
      status: "completed",
      result: 1,
      startedAt: 2000,
      finishedAt: 3000,
      durationMs: 1000
    })
    assert.strictEqual(finished.version, 3)
  })
  it("reads again what a run came to when its summary says that it is over before its last event does", () => {
    const over = aRun({ version: 5, status: "completed", finishedAt: 5000, durationMs: 5000 })
    assert.strictEqual(withMessage(known(aRun({})), aMessage(over)), "refetch")
    assert.strictEqual(withMessage(known(aRun({})), aMessage(over, { event: log(2) })), "refetch")
    const finished = anEvent(2, { _tag: "ExecutionFinished", status: "completed", result: 7 })
    assert.strictEqual(runAfter(known(aRun({})), aMessage(over, { event: finished })).result, 7)
    assert.deepInclude(runAfter(known(over, 2), aMessage(over)), { status: "completed" })
  })
  it("applies an event once however often it comes", () => {
    const once = withMessage(known(aRun({})), aMessage(aRun({}), { event: log(2) }))
    if (once === "refetch") return assert.fail()
    assert.strictEqual(runAfter(once, aMessage(aRun({}), { event: log(2) })).logs.length, 1)
  })
  it("does not repeat what the page was loaded with, however many lines of it come again, and takes what is new and equal", () => {
    const line = { at: 2000, level: "info" as const, text: "hello" }
    const loaded: KnownRun = { run: aRun({ logs: [line, line, line], output: [{ type: "content", content: 1 }] }), seq: null, printedTo: 5 }
    const emitted = (seq: number) => anEvent(seq, { _tag: "OutputEmitted", item: { type: "content", content: 1 } })
    const after = [log(2), log(3), log(4), emitted(5), log(6), emitted(7)].reduce<KnownRun>((before, event) => {
      const next = withMessage(before, aMessage(aRun({}), { event }))
      return next === "refetch" ? assert.fail("refetch") : next
    }, loaded)
    assert.strictEqual(after.run.logs.length, 4)
    assert.strictEqual(after.run.output.length, 2)
  })
  it("keeps two equal outputs that really came", () => {
    const loaded = aRun({ output: [{ type: "content", content: 1 }] })
    assert.strictEqual(
      runAfter(known(loaded, 4), aMessage(aRun({}), { event: anEvent(5, { _tag: "OutputEmitted", item: { type: "content", content: 1 } }) })).output.length,
      2
    )
  })
  it("asks for everything again after a gap", () => {
    assert.strictEqual(withMessage(known(aRun({}), 2), aMessage(aRun({}), { event: log(4) })), "refetch")
    assert.strictEqual(withMessage(known(aRun({})), { type: "refetch" }), "refetch")
  })
  it("is not impressed by other runs or by an older summary", () => {
    const other = aRun({ id: "run_0197c4e2-7a1b-7c3d-9e4f-3c2a1b0d9fff", status: "failed", version: 9 })
    assert.strictEqual(runAfter(known(aRun({})), aMessage(other)).status, "running")
    assert.strictEqual(runAfter(known(aRun({ version: 5 })), aMessage(aRun({ version: 4, status: "queued" }))).status, "running")
  })
  it("closes what is open when the run ends", () => {
    const run = aRun({ toolCalls: [aToolCall({ status: "running", startedAt: 500, finishedAt: null, durationMs: null })] })
    const over = runAfter(
      known(run),
      aMessage(aRun({ status: "cancelled", version: 2 }), {
        event: anEvent(2, { _tag: "ExecutionFinished", status: "cancelled", error: { code: "cancelled", message: "stop" } })
      })
    )
    assert.deepInclude(over.toolCalls[0], { status: "cancelled", finishedAt: 2000 })
    assert.deepStrictEqual([over.status, over.error?.message], ["cancelled", "stop"])
  })
})

describe("withInteraction", () => {
  const question = aQuestion({ toolCallId: "call_1" })
  const run = aRun({ interactions: [question], toolCalls: [aToolCall({ status: "waiting", finishedAt: null, durationMs: null })] })
  it("never lets a decision be undone by an older message", () => {
    const decided = withInteraction(run, aQuestion({ toolCallId: "call_1", status: "declined", resolvedAt: 5 }))
    assert.strictEqual(withInteraction(decided, question).interactions[0]?.status, "declined")
  })
  it("shows the call running once the run has acted upon the approval", () => {
    const approved = withInteraction(run, aQuestion({ toolCallId: "call_1", status: "accepted", resolvedAt: 5 }))
    assert.strictEqual(approved.toolCalls[0]?.status, "waiting")
    assert.strictEqual(
      withInteraction(approved, aQuestion({ toolCallId: "call_1", status: "accepted", resolvedAt: 5, appliedAt: 8 })).toolCalls[0]?.status,
      "running"
    )
  })
  it("adds a question that was not known", () => assert.strictEqual(withInteraction(aRun({}), question).interactions.length, 1))
})
