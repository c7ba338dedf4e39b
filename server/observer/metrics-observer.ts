import { Effect, Metric } from "effect"
import type { InteractionId, RunId, ToolCallId } from "../domain/ids"
import type { RunEvent } from "../domain/run-event"
import { sourceOf } from "../domain/tool-call"
import type { ExecutionObserver } from "./observer"

/**
 * Counts and times what runs do, for `/api/metrics`. Labels have few values: a source, a status, a kind; never a path, a
 * title or an id. Times of runs that began before this process are not known and are left out of the histograms.
 * I1 Machine time and human wait are told apart: a run's duration is without the time in which a question was open.
 */
export const makeMetricsObserver = (): ExecutionObserver => {
  const runs = new Map<RunId, RunTimes>()
  return { name: "metrics", handle: (event) => Effect.suspend(() => Effect.asVoid(Effect.all(updatesOf(runs, event), { discard: true }))) }
}

interface RunTimes {
  /** Null when the run began before this process. */
  readonly startedAt: number | null
  readonly calls: Map<ToolCallId, number>
  readonly questions: Map<InteractionId, number>
  waitedMs: number
  /** When the first of the questions that are open now was asked. */
  waitingSince: number | null
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]
const humanSeconds = [1, 5, 15, 60, 300, 900, 3_600, 4 * 3_600, 24 * 3_600, 7 * 24 * 3_600]

const runsStarted = Metric.counter("signalbox_runs_started", { description: "Runs that were submitted", incremental: true })
const runsFinished = Metric.counter("signalbox_runs_finished", { description: "Runs that ended, by status and error code", incremental: true })
const runSeconds = Metric.histogram("signalbox_run_machine_seconds", {
  description: "Duration of runs without the time spent waiting for people",
  boundaries: seconds
})
const runWaitSeconds = Metric.histogram("signalbox_run_human_wait_seconds", {
  description: "Time that runs spent waiting for people",
  boundaries: humanSeconds
})
const toolCalls = Metric.counter("signalbox_tool_calls_finished", { description: "Tool calls that ended, by source and status", incremental: true })
const toolCallSeconds = Metric.histogram("signalbox_tool_call_seconds", { description: "Duration of tool calls from dispatch, by source", boundaries: seconds })
const questionsAsked = Metric.counter("signalbox_interactions_started", { description: "Questions asked, by kind", incremental: true })
const questionsResolved = Metric.counter("signalbox_interactions_resolved", {
  description: "Questions resolved, by status and through what",
  incremental: true
})
const questionSeconds = Metric.histogram("signalbox_interaction_seconds", { description: "Time from question to answer", boundaries: humanSeconds })

const count = (metric: Metric.Counter<number>, labels: Readonly<Record<string, string>>) => Metric.update(Metric.withAttributes(metric, labels), 1)
const time = (metric: Metric.Histogram<number>, ms: number, labels: Readonly<Record<string, string>> = {}) =>
  Metric.update(Metric.withAttributes(metric, labels), Math.max(0, ms) / 1000)

const updatesOf = (runs: Map<RunId, RunTimes>, event: RunEvent): ReadonlyArray<Effect.Effect<void>> => {
  const known = runs.get(event.runId) ?? { startedAt: null, calls: new Map(), questions: new Map(), waitedMs: 0, waitingSince: null }
  runs.set(event.runId, known)
  switch (event._tag) {
    case "ExecutionStarted":
      runs.set(event.runId, { ...known, startedAt: event.at })
      return [count(runsStarted, { trigger: event.trigger })]
    case "ToolCallStarted":
      if (event.status === "running") known.calls.set(event.toolCallId, event.at)
      return []
    case "ToolCallFinished": {
      const began = known.calls.get(event.toolCallId)
      known.calls.delete(event.toolCallId)
      const labels = { source: sourceOf(event.path) }
      return [count(toolCalls, { ...labels, status: event.status }), ...(began === undefined ? [] : [time(toolCallSeconds, event.at - began, labels)])]
    }
    case "InteractionStarted":
      known.questions.set(event.interactionId, event.at)
      known.waitingSince ??= event.at
      return [count(questionsAsked, { kind: event.kind })]
    case "InteractionResolved": {
      const asked = known.questions.get(event.interactionId)
      known.questions.delete(event.interactionId)
      if (known.questions.size === 0 && known.waitingSince !== null) {
        known.waitedMs += event.at - known.waitingSince
        known.waitingSince = null
      }
      return [count(questionsResolved, { status: event.status, via: event.via }), ...(asked === undefined ? [] : [time(questionSeconds, event.at - asked)])]
    }
    case "ExecutionFinished": {
      runs.delete(event.runId)
      const ended = count(runsFinished, { status: event.status, error_code: event.error?.code ?? "" })
      if (known.startedAt === null) return [ended]
      const total = event.at - known.startedAt
      return [ended, time(runSeconds, total - known.waitedMs), ...(known.waitedMs > 0 ? [time(runWaitSeconds, known.waitedMs)] : [])]
    }
    case "InteractionChanged":
    case "OutputEmitted":
    case "LogWritten":
    case "RunRebuilt":
    case "ControlYielded":
      return []
  }
}
