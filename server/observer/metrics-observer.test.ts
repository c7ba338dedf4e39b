import { Effect, Metric } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { describe, expect, it } from "vitest"
import { interactionIdAt, runIdAt, TeamId, toolCallIdOf } from "../domain/ids"
import { systemActor } from "../domain/principal"
import type { RunEvent } from "../domain/run-event"
import { makeMetricsObserver } from "./metrics-observer"

const head = (seq: number, at: number) => ({ runId: runIdAt(1, []), teamId: TeamId.make("t"), seq, at })
const interactionId = interactionIdAt(1, [])

const textAfter = (events: ReadonlyArray<RunEvent>): Promise<string> => {
  const observer = makeMetricsObserver()
  return Effect.runPromise(
    Effect.forEach(events, (event) => observer.handle(event)).pipe(
      Effect.andThen(PrometheusMetrics.format()),
      Effect.provideService(Metric.MetricRegistry, new Map())
    )
  )
}
const line = (text: string, start: string): string | undefined => text.split("\n").find((one) => one.startsWith(start))

const story: ReadonlyArray<RunEvent> = [
  { _tag: "ExecutionStarted", ...head(1, 1_000), kind: "code", title: "x", code: "x", trigger: "api", actor: systemActor },
  { _tag: "ToolCallStarted", ...head(2, 2_000), toolCallId: toolCallIdOf(1), index: 0, path: "demo.tickets.list", args: {}, line: 1, status: "running" },
  { _tag: "ToolCallFinished", ...head(3, 4_000), toolCallId: toolCallIdOf(1), path: "demo.tickets.list", status: "completed", result: [] },
  { _tag: "InteractionStarted", ...head(4, 5_000), interactionId, toolCallId: null, kind: "form", message: "?", toolPath: null, line: 2, expiresAt: null },
  { _tag: "InteractionResolved", ...head(5, 65_000), interactionId, status: "accepted", by: systemActor, via: "console" },
  { _tag: "ExecutionFinished", ...head(6, 66_000), status: "completed", result: 1 }
]

describe("metrics of runs", () => {
  it("tell the machine's time and the people's apart", async () => {
    const text = await textAfter(story)
    expect(line(text, "signalbox_run_machine_seconds_sum")).toMatch(/ 5$/)
    expect(line(text, "signalbox_run_human_wait_seconds_sum")).toMatch(/ 60$/)
    expect(line(text, "signalbox_interaction_seconds_sum")).toMatch(/ 60$/)
    expect(line(text, 'signalbox_tool_call_seconds_sum{source="demo"}')).toMatch(/ 2$/)
  })

  it("count by few labels, and never carry a path, a title or an id", async () => {
    const text = await textAfter(story)
    expect(line(text, 'signalbox_runs_started{trigger="api"}')).toMatch(/ 1$/)
    expect(line(text, "signalbox_runs_finished{")).toMatch(/status="completed".* 1$/)
    expect(line(text, "signalbox_tool_calls_finished{")).toMatch(/status="completed".* 1$/)
    for (const secret of ["demo.tickets.list", story[0]?.runId ?? "", interactionId]) expect(text).not.toContain(secret)
  })

  it("leave the duration of a run out that began before the process did", async () => {
    const text = await textAfter(story.slice(3))
    expect(line(text, "signalbox_runs_finished{")).toMatch(/ 1$/)
    expect(line(text, "signalbox_run_machine_seconds_sum")).toBeUndefined()
  })
})
