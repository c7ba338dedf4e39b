import type { Interaction } from "@/server/domain/interaction"
import type { LogLine, RunSummary } from "@/server/domain/run"
import type { RunEvent } from "@/server/domain/run-event"
import type { ShownRun as Run, ShownCall } from "@/server/domain/shown-run"
import { sourceOf } from "@/server/domain/tool-call"
import type { LiveMessage } from "@/server/trpc/router"

/**
 * How the details of a run follow the live feed. Pure.
 * I1 What was applied once is not applied again: `seq` is the last event that is contained, null while that is not known.
 * I2 After a gap nothing is guessed: the answer is `refetch`. A summary that says that the run is over, before the event
 *    that says how, is such a gap: nobody follows a run that is over, so what it came to has to be read.
 */
export interface KnownRun {
  readonly run: Run
  readonly seq: number | null
  /** Output and log lines up to this `seq` are in the run, as it was read. */
  readonly printedTo?: number
}

export const withMessage = (known: KnownRun, message: LiveMessage): KnownRun | "refetch" => {
  if (message.type === "refetch") return "refetch"
  if (message.run.id !== known.run.id) return known
  const { event, interaction } = message
  if (event !== undefined && known.seq !== null && event.seq <= known.seq) return known
  if (event !== undefined && known.seq !== null && event.seq > known.seq + 1) return "refetch"
  if (endsUntold(known.run, message.run) && event?._tag !== "ExecutionFinished") return "refetch"
  let run = withSummary(known.run, message.run)
  if (interaction !== undefined) run = withInteraction(run, interaction)
  if (event !== undefined) run = withEvent(run, event, { printedTo: known.printedTo ?? 0, isCut: message.isCut ?? false })
  return { ...known, run, seq: event?.seq ?? known.seq }
}

/** A summary ends the run, and says nothing of what it came to. */
export const endsUntold = (run: Run, summary: RunSummary): boolean => run.finishedAt === null && summary.finishedAt !== null

/** The newer of two summaries counts. */
export const withSummary = (run: Run, summary: RunSummary): Run => (summary.version < run.version ? run : { ...run, ...summary })

export const withInteraction = (run: Run, interaction: Interaction): Run => {
  const before = run.interactions.find((one) => one.id === interaction.id)
  // A decision never changes again, but what the run made of it may become known later.
  if (before !== undefined && before.status !== "pending" && (interaction.status === "pending" || (before.appliedAt ?? null) !== null)) return run
  const interactions =
    before === undefined
      ? [...run.interactions, interaction].sort((a, b) => a.createdAt - b.createdAt)
      : run.interactions.map((one) => (one.id === interaction.id ? interaction : one))
  const goesOn = interaction.status === "accepted"
  const toolCalls = goesOn
    ? run.toolCalls.map((call) =>
        call.id === interaction.toolCallId && call.status === "waiting" && (interaction.appliedAt ?? null) !== null
          ? { ...call, status: "running" as const }
          : call
      )
    : run.toolCalls
  return { ...run, interactions, toolCalls }
}

interface How {
  readonly printedTo: number
  /** The event came without its one large value. */
  readonly isCut: boolean
}

const withEvent = (run: Run, event: RunEvent, { printedTo, isCut }: How): Run => {
  switch (event._tag) {
    case "ExecutionStarted":
    case "InteractionResolved":
    case "InteractionChanged":
    case "ControlYielded":
      return run
    case "RunRebuilt":
      return run.rebuilds.some((one) => one.at === event.at) ? run : { ...run, rebuilds: [...run.rebuilds, { at: event.at, calls: event.calls }] }
    case "ToolCallStarted":
      return run.toolCalls.some((call) => call.id === event.toolCallId) ? run : { ...run, toolCalls: [...run.toolCalls, startedCall(event, isCut)] }
    case "ToolCallFinished":
      return { ...run, toolCalls: run.toolCalls.map((call) => (call.id === event.toolCallId ? finishedCall(call, event, isCut) : call)) }
    case "InteractionStarted":
      return { ...run, toolCalls: run.toolCalls.map((call) => (call.id === event.toolCallId ? { ...call, interactionId: event.interactionId } : call)) }
    case "OutputEmitted":
      if (event.seq <= printedTo) return run
      return {
        ...run,
        output: [...run.output, event.item],
        ...(isCut && { omitted: { ...run.omitted, output: { ...run.omitted?.output, [run.output.length]: null } } })
      }
    case "LogWritten": {
      const line: LogLine = { at: event.at, level: event.level, text: event.text }
      return event.seq <= printedTo ? run : { ...run, logs: [...run.logs, line] }
    }
    case "ExecutionFinished":
      return {
        ...run,
        result: event.result ?? null,
        error: event.error ?? null,
        ...(isCut && { omitted: { ...run.omitted, result: null } }),
        toolCalls: run.toolCalls.map((call) =>
          call.finishedAt === null ? { ...call, status: "cancelled", finishedAt: event.at, durationMs: event.at - call.startedAt } : call
        )
      }
  }
}

const startedCall = (event: Extract<RunEvent, { _tag: "ToolCallStarted" }>, isCut: boolean): ShownCall => ({
  id: event.toolCallId,
  index: event.index,
  path: event.path,
  source: sourceOf(event.path),
  args: event.args,
  status: event.status,
  result: null,
  error: null,
  line: event.line,
  startedAt: event.at,
  finishedAt: null,
  durationMs: null,
  interactionId: null,
  ...(isCut && { omitted: { args: null } })
})

const finishedCall = (call: ShownCall, event: Extract<RunEvent, { _tag: "ToolCallFinished" }>, isCut: boolean): ShownCall => ({
  ...call,
  status: event.status,
  result: event.result ?? null,
  error: event.error ?? null,
  finishedAt: event.at,
  durationMs: Math.max(0, event.at - call.startedAt),
  ...(isCut && { omitted: { ...call.omitted, result: null } })
})
