import { Schema } from "effect"
import { InteractionId, ToolCallId } from "../domain/ids"
import { ToolCallStatus } from "../domain/tool-call"
import { Whole } from "./read"

/** A row of `ToolCall`: a call without its arguments and its result. */
export const CallRow = Schema.Struct({
  id: ToolCallId,
  index: Schema.Int,
  path: Schema.String,
  source: Schema.String,
  status: ToolCallStatus,
  line: Schema.NullOr(Schema.Int),
  startedAt: Whole,
  finishedAt: Schema.NullOr(Whole),
  interactionId: Schema.NullOr(InteractionId),
  errorCode: Schema.NullOr(Schema.String),
  errorMessage: Schema.NullOr(Schema.String)
})
export type CallRowType = typeof CallRow.Type
