import { describe, expect, it } from "vitest"
import { RunId, TeamId, ToolCallId } from "../domain/ids"
import type { RunEvent } from "../domain/run-event"
import { shortEvent } from "./event-view"

const head = { runId: RunId.make("run_00000000-0000-7000-8000-000000000001"), teamId: TeamId.make("team"), seq: 1, at: 0 }

describe("an event as an agent reads it", () => {
  it("is what the HTTP API tells, without the program, which the agent has", () => {
    const actor = { kind: "agent", id: "one", label: "one" } as const
    const event: RunEvent = { _tag: "ExecutionStarted", ...head, kind: "code", title: "A title", code: "return 1", trigger: "mcp", actor }
    expect(shortEvent(event)).toEqual({
      seq: 1,
      type: "execution_started",
      at: "1970-01-01T00:00:00.000Z",
      data: { kind: "code", title: "A title", trigger: "mcp", actor }
    })
  })

  it("leaves large values out and says how large they were", () => {
    const event: RunEvent = {
      _tag: "ToolCallFinished",
      ...head,
      toolCallId: ToolCallId.make("call_1"),
      path: "demo.echo",
      status: "completed",
      result: "x".repeat(5_000)
    }
    expect(shortEvent(event)).toMatchObject({ data: { path: "demo.echo", result: "(5002 characters left out)" } })
  })
})
