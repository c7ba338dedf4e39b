import { type InteractionId, type RunId, type TeamId, type ToolCallId, toolCallIdOf } from "../domain/ids"
import { type Actor, systemActor } from "../domain/principal"
import { redact, redactText } from "../domain/redact"
import { sourceOf, type ToolCallError } from "../domain/tool-call"
import { canonicalPath } from "../domain/tool-path"
import type { Call } from "../journal/entry"
import { parseJson } from "./json-text"
import type { Classified, OpenCall } from "./open-call"
import type { NewInteraction, RunWrite, StoredInteraction } from "./run-store"
import type { Ending } from "./uncertain-call"

/*
 * What is written of a step: rows and events, redacted. Pure; the rules about what a step does are in run-state.ts.
 */
interface Whose {
  readonly runId: RunId
  readonly teamId: TeamId
  readonly toolCallCount: number
}

export const head = (state: Whose, at: number) => ({ runId: state.runId, teamId: state.teamId, at })

export const toolCallStarted = (state: Whose, call: Call, as: Classified, at: number): ReadonlyArray<RunWrite> => {
  const status = as._tag === "Ask" ? "waiting" : "running"
  const path = canonicalPath(call.path)
  const shown = {
    toolCallId: toolCallIdOf(call.id),
    index: state.toolCallCount,
    path,
    args: redact(parseJson(call.args) ?? null),
    line: call.line,
    status
  } as const
  return [
    { _tag: "StartToolCall", call: { ...shown, source: sourceOf(path), error: null, interactionId: as._tag === "Ask" ? as.interaction.id : null } },
    { _tag: "AppendEvent", event: { _tag: "ToolCallStarted", ...head(state, at), ...shown } }
  ]
}

export const asked = (state: Whose, interaction: NewInteraction, at: number): ReadonlyArray<RunWrite> => {
  const { id, toolCallId, kind, message, toolPath, line, expiresAt } = interaction
  return [
    { _tag: "OpenInteraction", interaction },
    { _tag: "AppendEvent", event: { _tag: "InteractionStarted", ...head(state, at), interactionId: id, toolCallId, kind, message, toolPath, line, expiresAt } }
  ]
}

export const toolCallFinished = (state: Whose, call: Call, ending: Ending, at: number): RunWrite => {
  const toolCallId = toolCallIdOf(call.id)
  const common = { ...head(state, at), toolCallId, path: canonicalPath(call.path) }
  if (ending.ok) {
    const result = redact(parseJson(ending.json) ?? null)
    return { _tag: "SetToolCall", toolCallId, status: "completed", result, event: { _tag: "ToolCallFinished", ...common, status: "completed", result } }
  }
  // The code too: an upstream writes both.
  const error: ToolCallError = { code: redactText(ending.failure.code), message: redactText(ending.failure.message) }
  return { _tag: "SetToolCall", toolCallId, status: "failed", error, event: { _tag: "ToolCallFinished", ...common, status: "failed", error } }
}

/** The run acts upon a decision; who decided sees it happen. */
export const appliedBy = (state: Whose, { interaction }: StoredInteraction, isExecuted: boolean, at: number): ReadonlyArray<RunWrite> => {
  const { id: interactionId, votes, expiresAt } = interaction
  return [
    { _tag: "ApplyDecision", interactionId, ...(isExecuted ? { isExecuted } : {}) },
    {
      _tag: "AppendEvent",
      event: { _tag: "InteractionChanged", ...head(state, at), interactionId, change: "applied", by: systemActor, votes: votes.length, expiresAt }
    }
  ]
}

/** A question that nobody is to answer any more. */
export const cancelled = (
  state: Whose,
  interactionId: InteractionId,
  { by, comment, at }: { readonly by: Actor; readonly comment: string; readonly at: number }
): RunWrite => {
  const how = { interactionId, status: "cancelled", by, via: "system", comment } as const
  return { _tag: "CloseInteraction", ...how, event: { _tag: "InteractionResolved", ...head(state, at), ...how } }
}

export const closed = (
  state: Whose,
  open: Pick<OpenCall, "call" | "phase" | "interactionId" | "inCall">,
  how: { readonly by: Actor; readonly comment: string; readonly at: number }
): ReadonlyArray<RunWrite> => {
  const writes: Array<RunWrite> = []
  const { at } = how
  if (open.interactionId !== null && open.phase === "asking") writes.push(cancelled(state, open.interactionId, how))
  for (const interactionId of open.inCall ?? []) writes.push(cancelled(state, interactionId, how))
  if (open.call.kind === "tool") {
    const toolCallId: ToolCallId = toolCallIdOf(open.call.id)
    const path = canonicalPath(open.call.path)
    // Sent already: "cancelled" alone would read as if nothing had happened.
    const error =
      open.phase === "running" ? { error: { code: "uncertain", message: `the run ended while ${path} was under way; whether it happened is not known` } } : {}
    writes.push({
      _tag: "SetToolCall",
      toolCallId,
      status: "cancelled",
      ...error,
      event: { _tag: "ToolCallFinished", ...head(state, at), toolCallId, path, status: "cancelled", ...error }
    })
  }
  return writes
}
