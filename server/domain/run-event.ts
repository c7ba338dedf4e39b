import { Schema } from "effect"
import { EpochMs } from "./epoch-ms"
import { InteractionId, RunId, TeamId, ToolCallId } from "./ids"
import { InteractionKind, InteractionStatus, ResolvedVia } from "./interaction"
import { Actor } from "./principal"
import { LogLevel, OutputItem, RunError, RunKind, Trigger } from "./run"
import { ToolCallError } from "./tool-call"

/**
 * What happened in a run, in the order it was committed. The engine writes these rows; observers hear them afterwards.
 * `seq` counts from 1 without gaps within a run and is the cursor of its stream. Values are redacted.
 */
const head = { runId: RunId, teamId: TeamId, seq: Schema.Int, at: EpochMs }

export const ExecutionStarted = Schema.TaggedStruct("ExecutionStarted", {
  ...head,
  kind: RunKind,
  title: Schema.String,
  code: Schema.String,
  trigger: Trigger,
  actor: Actor,
  /** What the submitting program says of itself, such as its name and version: untrusted text. */
  client: Schema.optionalKey(Schema.String)
})
export const ToolCallStarted = Schema.TaggedStruct("ToolCallStarted", {
  ...head,
  toolCallId: ToolCallId,
  index: Schema.Int,
  path: Schema.String,
  args: Schema.Json,
  line: Schema.NullOr(Schema.Int),
  /** `waiting` when a person is asked first. */
  status: Schema.Literals(["waiting", "running"])
})
export const ToolCallFinished = Schema.TaggedStruct("ToolCallFinished", {
  ...head,
  toolCallId: ToolCallId,
  path: Schema.String,
  status: Schema.Literals(["completed", "failed", "cancelled"]),
  result: Schema.optionalKey(Schema.Json),
  error: Schema.optionalKey(ToolCallError)
})
export const InteractionStarted = Schema.TaggedStruct("InteractionStarted", {
  ...head,
  interactionId: InteractionId,
  toolCallId: Schema.NullOr(ToolCallId),
  kind: InteractionKind,
  message: Schema.String,
  toolPath: Schema.NullOr(Schema.String),
  line: Schema.NullOr(Schema.Int),
  expiresAt: Schema.NullOr(EpochMs)
})
export const InteractionResolved = Schema.TaggedStruct("InteractionResolved", {
  ...head,
  interactionId: InteractionId,
  status: InteractionStatus,
  by: Actor,
  via: ResolvedVia,
  content: Schema.optionalKey(Schema.Json),
  comment: Schema.optionalKey(Schema.String)
})
/**
 * A question that stays open is not the same any more: somebody voted, edited its arguments or gave it more time, or its
 * time runs out; or its run has acted upon the decision (`applied`).
 */
export const InteractionChanged = Schema.TaggedStruct("InteractionChanged", {
  ...head,
  interactionId: InteractionId,
  change: Schema.Literals(["voted", "edited", "extended", "expiring", "applied"]),
  by: Actor,
  votes: Schema.Int,
  expiresAt: Schema.NullOr(EpochMs)
})
/** `toolCallId`: which call put it out, when it was not the program itself. */
export const OutputEmitted = Schema.TaggedStruct("OutputEmitted", { ...head, toolCallId: Schema.optionalKey(ToolCallId), item: OutputItem })
export const LogWritten = Schema.TaggedStruct("LogWritten", { ...head, level: LogLevel, text: Schema.String })
/** A process that stopped had been driving the run: it was rebuilt from its journal and goes on. */
export const RunRebuilt = Schema.TaggedStruct("RunRebuilt", { ...head, /** How many recorded calls it was rebuilt from. */ calls: Schema.Int })
/** The program gave control back at `yieldControl()`; only in runs that are observed as cells. */
export const ControlYielded = Schema.TaggedStruct("ControlYielded", { ...head, callId: Schema.Int })
export const ExecutionFinished = Schema.TaggedStruct("ExecutionFinished", {
  ...head,
  status: Schema.Literals(["completed", "failed", "interrupted", "cancelled"]),
  result: Schema.optionalKey(Schema.Json),
  error: Schema.optionalKey(RunError)
})

export const RunEvent = Schema.Union([
  ExecutionStarted,
  ToolCallStarted,
  ToolCallFinished,
  InteractionStarted,
  InteractionResolved,
  InteractionChanged,
  OutputEmitted,
  LogWritten,
  RunRebuilt,
  ControlYielded,
  ExecutionFinished
])
export type RunEvent = typeof RunEvent.Type

type WithoutSeq<E> = E extends unknown ? Omit<E, "seq"> : never
/** An event that the store has not numbered yet. */
export type UnnumberedEvent = WithoutSeq<RunEvent>

/** The names of the HTTP API: `ToolCallStarted` is `tool_call_started` there. */
export const wireTypeOf = (tag: RunEvent["_tag"]): string => tag.replace(/(?!^)([A-Z])/g, "_$1").toLowerCase()

const iso = Schema.encodeSync(EpochMs)

/**
 * The shape of one message of `/api/v1/runs/:id/events`: the common head, and the rest as `data`. Written out rather than
 * encoded by the schema, which would walk a result of 8 MB for every reader.
 */
export const toWire = (event: RunEvent): { readonly seq: number; readonly type: string; readonly at: string; readonly data: unknown } => {
  const { _tag, seq, at, teamId: _team, ...rest } = event
  const data = "expiresAt" in rest ? { ...rest, expiresAt: rest.expiresAt === null ? null : iso(rest.expiresAt) } : rest
  return { seq, type: wireTypeOf(_tag), at: iso(at), data }
}
