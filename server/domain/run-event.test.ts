import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { InteractionId, RunId, TeamId, toolCallIdOf } from "./ids"
import { RunEvent, toWire, wireTypeOf } from "./run-event"

const head = { runId: RunId.make("run_0197c4e2-7a1b-7c3d-9e4f-3c2a1b0d9f3c"), teamId: TeamId.make("team"), seq: 7, at: 1_700_000_000_123 }
const interactionId = InteractionId.make("int_0197c4e3-0000-7000-8000-000000000001")
const actor = { kind: "user", id: "ada", label: "Ada" } as const
const question = { interactionId, toolCallId: null, kind: "form", message: "How many?", toolPath: null, line: 3 } as const

const everyEvent: ReadonlyArray<RunEvent> = [
  { _tag: "ExecutionStarted", ...head, kind: "code", title: "A program", code: "return 1", trigger: "api", actor },
  { _tag: "ToolCallStarted", ...head, toolCallId: toolCallIdOf(1), index: 0, path: "demo.echo", args: { value: [1, null] }, line: null, status: "running" },
  { _tag: "ToolCallFinished", ...head, toolCallId: toolCallIdOf(1), path: "demo.echo", status: "completed", result: { deep: [{ a: 1 }] } },
  { _tag: "ToolCallFinished", ...head, toolCallId: toolCallIdOf(1), path: "demo.echo", status: "failed", error: { code: "no", message: "No." } },
  { _tag: "InteractionStarted", ...head, ...question, expiresAt: 1_700_000_060_000 },
  { _tag: "InteractionStarted", ...head, ...question, expiresAt: null },
  { _tag: "InteractionResolved", ...head, interactionId, status: "accepted", by: actor, via: "console", content: { count: 3 }, comment: "fine" },
  { _tag: "InteractionChanged", ...head, interactionId, change: "extended", by: actor, votes: 0, expiresAt: 1_700_000_060_000 },
  { _tag: "OutputEmitted", ...head, item: { type: "content", content: { a: 1 } } },
  { _tag: "LogWritten", ...head, level: "info", text: "hello" },
  { _tag: "RunRebuilt", ...head, calls: 3 },
  { _tag: "ControlYielded", ...head, callId: 4 },
  { _tag: "ExecutionFinished", ...head, status: "failed", error: { code: "program_error", message: "no", line: 2 } }
]

describe("events on the wire", () => {
  it("are what the schema would encode, the team left out, for every kind of event", () => {
    const kinds = RunEvent.members.map(({ fields }) => fields._tag.schema.literal)
    expect(new Set(everyEvent.map(({ _tag }) => _tag))).toEqual(new Set(kinds))
    for (const event of everyEvent) {
      const { _tag, seq, at, teamId: _team, ...data } = Schema.encodeSync(RunEvent)(event)
      expect(toWire(event)).toEqual({ seq, type: wireTypeOf(_tag), at, data })
    }
  })

  it("have the names of the HTTP API", () => {
    expect([...new Set(everyEvent.map(({ _tag }) => wireTypeOf(_tag)))]).toEqual([
      "execution_started",
      "tool_call_started",
      "tool_call_finished",
      "interaction_started",
      "interaction_resolved",
      "interaction_changed",
      "output_emitted",
      "log_written",
      "run_rebuilt",
      "control_yielded",
      "execution_finished"
    ])
  })
})
