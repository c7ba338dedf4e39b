import { Schema } from "effect"
import { EpochMs } from "./epoch-ms"
import { InteractionId, RunId, ToolCallId } from "./ids"
import { Actor } from "./principal"
import { ToolEffect } from "./tool-call"

/** One question to a person (MCP calls it elicitation). An id names one pause of one run and is never reused. */
export const InteractionKind = Schema.Literals(["approval", "form", "url"])
export type InteractionKind = typeof InteractionKind.Type

export const InteractionStatus = Schema.Literals(["pending", "accepted", "declined", "cancelled", "expired", "failed"])
export type InteractionStatus = typeof InteractionStatus.Type

/** Through what an answer came; a deadline is never shown as a person's decision. */
export const ResolvedVia = Schema.Literals(["console", "api", "mcp", "rule", "deadline", "system"])
export type ResolvedVia = typeof ResolvedVia.Type

export const AnswerAction = Schema.Literals(["accept", "decline", "cancel"])
export type AnswerAction = typeof AnswerAction.Type

/** The reason of an answer, or of a cancellation: seen by the agent and kept in the record. */
export const Comment = Schema.String.check(Schema.isMaxLength(4000))

/** On what terms a tool call may be approved, as it was when the question was asked. */
export const ApprovalTerms = Schema.Struct({
  /** False: not by who submitted the run. */
  selfApproval: Schema.Boolean,
  /** The agent that submitted the run may confirm by itself. */
  requesterMayConfirm: Schema.Boolean,
  /** What the call does to the world, which decides how it has to be confirmed. Questions of older versions do not say it. */
  effect: Schema.optionalKey(ToolEffect)
})
export type ApprovalTerms = typeof ApprovalTerms.Type

/** What a person answers. `content` counts for forms (and uncertain calls) that are accepted. */
export const Answer = Schema.Struct({
  action: AnswerAction,
  content: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)),
  comment: Schema.optionalKey(Comment),
  /** Arguments to call the tool with instead of those that were asked about. */
  args: Schema.optionalKey(Schema.Json),
  /** The `revision` that was seen: should it have changed since, the answer does not count. */
  revision: Schema.optionalKey(Schema.Int)
})
export type Answer = typeof Answer.Type

/** Whether a person gives values with the answer: a form, or what became of a call that a stopped server left uncertain. */
export const asksForValues = ({ kind, options }: { readonly kind: InteractionKind; readonly options: ReadonlyArray<string> | null }): boolean =>
  kind === "form" || options !== null

/** The shape of the HTTP API; fields may be added, never renamed. */
export const Interaction = Schema.Struct({
  id: InteractionId,
  runId: RunId,
  toolCallId: Schema.NullOr(ToolCallId),
  kind: InteractionKind,
  status: InteractionStatus,
  message: Schema.String,
  args: Schema.NullOr(Schema.Json),
  toolPath: Schema.NullOr(Schema.String),
  connection: Schema.NullOr(Schema.String),
  line: Schema.NullOr(Schema.Int),
  rule: Schema.NullOr(Schema.Struct({ id: Schema.String, pattern: Schema.String })),
  options: Schema.NullOr(Schema.Array(Schema.String)),
  votes: Schema.Array(Schema.Struct({ by: Actor, at: EpochMs })),
  votesNeeded: Schema.Int,
  replaces: Schema.NullOr(InteractionId),
  proposedArgs: Schema.NullOr(Schema.Json),
  executedArgs: Schema.NullOr(Schema.Json),
  requestedSchema: Schema.NullOr(Schema.Json),
  url: Schema.NullOr(Schema.String),
  createdAt: EpochMs,
  expiresAt: Schema.NullOr(EpochMs),
  resolvedAt: Schema.NullOr(EpochMs),
  resolvedBy: Schema.NullOr(Actor),
  resolvedVia: Schema.NullOr(ResolvedVia),
  comment: Schema.NullOr(Schema.String),
  content: Schema.NullOr(Schema.Json),
  /** When the run acted upon the decision: "resumed in 0.4 s" is the time from `resolvedAt` to here. */
  appliedAt: Schema.optionalKey(Schema.NullOr(EpochMs)),
  /** Rises with every vote, edit and extension. */
  revision: Schema.optionalKey(Schema.Int),
  /** False: who submitted the run may not approve. */
  selfApproval: Schema.optionalKey(Schema.Boolean),
  /** The agent that submitted the run may confirm by itself, over MCP. */
  requesterMayConfirm: Schema.optionalKey(Schema.Boolean),
  /** Of a tool call that waits for approval: whether it reads, writes, or cannot be undone. Not known of older questions. */
  effect: Schema.optionalKey(
    ToolEffect.annotate({
      description:
        "Of a tool call that waits for approval: whether it reads, writes or cannot be undone, as it was when the question was asked. Missing where that is not known: take it for destructive."
    })
  ),
  /** Since when it waits for `expiresAt`: since it was asked, or was given more time. */
  waitsFrom: Schema.optionalKey(EpochMs),
  approvalUrl: Schema.String,
  /** The run's title and actor, so that an inbox row says who asks for what without another request. */
  runTitle: Schema.String,
  runActor: Actor
})
export type Interaction = typeof Interaction.Type
