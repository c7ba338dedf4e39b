import { Schema } from "effect"
import { EpochMs } from "./epoch-ms"
import { InteractionId, ToolCallId } from "./ids"

export const ToolCallStatus = Schema.Literals(["waiting", "running", "completed", "failed", "cancelled", "uncertain"])
export type ToolCallStatus = typeof ToolCallStatus.Type

/** How a tool call failed: our own codes, or the upstream's. */
export const ToolCallError = Schema.Struct({ code: Schema.String, message: Schema.String })
export type ToolCallError = typeof ToolCallError.Type

/** What a call does to the world: a read changes nothing, a destructive call cannot be undone. */
export const ToolEffect = Schema.Literals(["read", "write", "destructive"])
export type ToolEffect = typeof ToolEffect.Type

export const ToolCall = Schema.Struct({
  id: ToolCallId,
  /** Order of the call within its run, from 0. */
  index: Schema.Int,
  path: Schema.String,
  source: Schema.String,
  args: Schema.Json,
  status: ToolCallStatus,
  result: Schema.NullOr(Schema.Json),
  error: Schema.NullOr(ToolCallError),
  line: Schema.NullOr(Schema.Int),
  startedAt: EpochMs,
  finishedAt: Schema.NullOr(EpochMs),
  durationMs: Schema.NullOr(Schema.Finite),
  interactionId: Schema.NullOr(InteractionId)
})
export type ToolCall = typeof ToolCall.Type

/** The first segment of a path names its source: `demo.tickets.list` comes from `demo`. */
export const sourceOf = (path: string): string => path.split(".", 1)[0] ?? path
