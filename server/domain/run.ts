import { Schema } from "effect"
import { EpochMs } from "./epoch-ms"
import { RunId } from "./ids"
import { Interaction } from "./interaction"
import { Actor } from "./principal"
import { ToolCall } from "./tool-call"

export const RunKind = Schema.Literals(["code", "agent"])
export type RunKind = typeof RunKind.Type

export const RunStatus = Schema.Literals(["queued", "running", "waiting_for_interaction", "completed", "failed", "interrupted", "cancelled"])
export type RunStatus = typeof RunStatus.Type

export const terminalStatuses = ["completed", "failed", "interrupted", "cancelled"] as const satisfies ReadonlyArray<RunStatus>
export type TerminalStatus = (typeof terminalStatuses)[number]
/** A terminal run never changes status again. */
export const isTerminal = (status: RunStatus): status is TerminalStatus => terminalStatuses.some((terminal) => terminal === status)

export const Trigger = Schema.Literals(["console", "mcp", "api", "rerun", "agent", "schedule"])
export type Trigger = typeof Trigger.Type

export const RunErrorCode = Schema.Literals([
  "program_error",
  "time_limit",
  "memory_limit",
  "stuck",
  "stalled",
  "result_too_large",
  "diverged",
  "declined",
  "interrupted",
  "cancelled"
])
export type RunErrorCode = typeof RunErrorCode.Type

/** Why a run did not complete. `line` and `column` are the program's own, from 1. */
export const RunError = Schema.Struct({
  code: RunErrorCode,
  message: Schema.String,
  line: Schema.optionalKey(Schema.Int),
  column: Schema.optionalKey(Schema.Int)
})
export type RunError = typeof RunError.Type

export const OutputItem = Schema.Union([
  Schema.Struct({ type: Schema.Literal("content"), content: Schema.Json }),
  Schema.Struct({ type: Schema.Literal("file"), name: Schema.String, mimeType: Schema.String, data: Schema.String }),
  Schema.Struct({ type: Schema.Literal("notification"), message: Schema.String })
])
export type OutputItem = typeof OutputItem.Type

export const LogLevel = Schema.Literals(["debug", "info", "warn", "error", "system"])
export type LogLevel = typeof LogLevel.Type

export const LogLine = Schema.Struct({ at: EpochMs, level: LogLevel, text: Schema.String })
export type LogLine = typeof LogLine.Type

/** One row of a list. Everything here is kept on the run itself; a list never reads payloads. */
export const RunSummary = Schema.Struct({
  id: RunId,
  kind: RunKind,
  status: RunStatus,
  title: Schema.String,
  trigger: Trigger,
  actor: Actor,
  startedAt: EpochMs,
  finishedAt: Schema.NullOr(EpochMs),
  durationMs: Schema.NullOr(Schema.Finite),
  /** Time spent waiting for people so far; while waiting, up to `waitingSince`. */
  humanWaitMs: Schema.Finite,
  waitingSince: Schema.NullOr(EpochMs),
  toolCallCount: Schema.Int,
  failedToolCallCount: Schema.Int,
  pendingInteractionCount: Schema.Int,
  /** What the first pending interaction asks for; null when nothing is asked. */
  waitingFor: Schema.NullOr(Schema.Literals(["approval", "form", "url"])),
  /** The first pending interaction, where a row's buttons lead. */
  waitingInteractionId: Schema.NullOr(Schema.String),
  /** The last decision, for the approval column. */
  lastDecision: Schema.NullOr(Schema.Struct({ action: Schema.Literals(["accepted", "declined", "cancelled", "expired"]), by: Schema.String })),
  /** Paths in order of first use; `toolCounts` has how often each was called. */
  tools: Schema.Array(Schema.String),
  toolCounts: Schema.Record(Schema.String, Schema.Int),
  /** Rises with every change of the run; the newer of two summaries has the higher one. */
  version: Schema.Int,
  parentRunId: Schema.NullOr(RunId),
  rerunOf: Schema.NullOr(RunId)
})
export type RunSummary = typeof RunSummary.Type

export const Run = Schema.Struct({
  ...RunSummary.fields,
  code: Schema.String,
  args: Schema.NullOr(Schema.Json),
  timeoutMs: Schema.Int,
  result: Schema.NullOr(Schema.Json),
  output: Schema.Array(OutputItem),
  error: Schema.NullOr(RunError),
  logs: Schema.Array(LogLine),
  toolCalls: Schema.Array(ToolCall),
  /** When it was rebuilt from its journal after its process had stopped, and from how many recorded calls. */
  rebuilds: Schema.Array(Schema.Struct({ at: EpochMs, calls: Schema.Int })),
  interactions: Schema.Array(Interaction)
})
export type Run = typeof Run.Type

export const limits = {
  codeBytes: 1 << 20,
  argsBytes: 1 << 20,
  resultBytes: 8 << 20,
  outputBytes: 8 << 20,
  logBytes: 1 << 20,
  toolCalls: 10_000,
  openToolCalls: 100,
  memoryBytes: 64 << 20,
  timeoutMs: { least: 100, most: 3_600_000, default: 300_000 },
  titleCharacters: 200
} as const

const boundedText = (what: string, bytes: number) =>
  Schema.String.check(
    Schema.makeFilter((text: string) => (new TextEncoder().encode(text).length <= bytes ? undefined : `${what} is larger than ${bytes >> 20} MB`))
  )

/** What a caller submits; owner, actor and trigger never come from here. */
export const SubmitInput = Schema.Struct({
  code: boundedText("the program", limits.codeBytes).check(Schema.makeFilter((code: string) => (code.trim() === "" ? "the program is empty" : undefined))),
  args: Schema.optionalKey(Schema.Json),
  title: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(limits.titleCharacters))),
  language: Schema.optionalKey(Schema.Literals(["typescript", "javascript"])),
  timeoutMs: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: limits.timeoutMs.least, maximum: limits.timeoutMs.most }))),
  idempotencyKey: Schema.optionalKey(Schema.NonEmptyString.check(Schema.isMaxLength(200))),
  /** A run of the same team that is not over: this one ends with it at the latest. */
  parentRunId: Schema.optionalKey(RunId)
})
export type SubmitInput = typeof SubmitInput.Type

/** What is other than in the run that is to run again; what is left out stays. */
export const RerunInput = Schema.Struct({
  code: Schema.optionalKey(SubmitInput.fields.code),
  args: SubmitInput.fields.args,
  timeoutMs: SubmitInput.fields.timeoutMs,
  idempotencyKey: SubmitInput.fields.idempotencyKey
})
export type RerunInput = typeof RerunInput.Type

/** Never empty: the given title, else the first comment, else the first tool path. Fixed at submission. */
export const titleOf = (code: string, given?: string): string => {
  const title = given?.trim() || firstComment(code) || /\btools\.([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)/.exec(code)?.[1] || "Untitled program"
  return title.length <= limits.titleCharacters ? title : `${title.slice(0, limits.titleCharacters - 1)}…`
}

const firstComment = (code: string): string | undefined => {
  for (const line of code.split("\n")) {
    const text = line.trim()
    if (text === "" || text.startsWith("```")) continue
    const comment = /^\/\/+\s*(.*)$/.exec(text)?.[1] ?? /^\/\*+\s*(.*?)\s*(?:\*\/.*)?$/.exec(text)?.[1]
    return comment?.trim() || undefined
  }
  return undefined
}
