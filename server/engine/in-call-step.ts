import { type InteractionId, toolCallIdOf } from "../domain/ids"
import { systemActor } from "../domain/principal"
import type { OpenCall } from "./open-call"
import type { RunState, Step } from "./run-step"
import type { NewInteraction, RunWrite, StoredInteraction } from "./run-store"
import { appliedBy, asked, cancelled } from "./step-writes"

/*
 * What a tool asks people while its call is under way. Pure. The call stays in flight and may ask several things at once;
 * an answer goes to the call, never to the program, so the journal does not know of it.
 */

export const askerIsDone = "the tool does not wait for this answer any more"
const askerIsGone = "the server stopped while the tool was waiting for this answer"

/** A question of a call in flight; all other questions about a tool call are approvals. */
export const isInCall = ({ interaction }: StoredInteraction): boolean => interaction.toolCallId !== null && interaction.kind !== "approval"

const nothing = (state: RunState): Step => ({ state, writes: [], after: [] })

const withInCall = (state: RunState, open: OpenCall, inCall: ReadonlySet<InteractionId>): RunState => ({
  ...state,
  open: new Map(state.open).set(open.call.id, { ...open, inCall })
})

export const askedInCall = (before: RunState, callId: number, interaction: NewInteraction, at: number): Step => {
  const open = before.open.get(callId)
  if (open?.phase !== "running") return nothing(before)
  const set: RunWrite = { _tag: "SetToolCall", toolCallId: toolCallIdOf(callId), status: "waiting", interactionId: interaction.id }
  return { state: withInCall(before, open, new Set(open.inCall).add(interaction.id)), writes: [set, ...asked(before, interaction, at)], after: [] }
}

/** The call waits for one person less; nothing says that it waits once it waits for none. */
const oneLess = (before: RunState, open: OpenCall, interactionId: InteractionId): { readonly state: RunState; readonly writes: ReadonlyArray<RunWrite> } => {
  const inCall = new Set(open.inCall)
  inCall.delete(interactionId)
  const running: RunWrite = { _tag: "SetToolCall", toolCallId: toolCallIdOf(open.call.id), status: "running" }
  return { state: withInCall(before, open, inCall), writes: inCall.size === 0 ? [running] : [] }
}

export const answeredInCall = (before: RunState, open: OpenCall, stored: StoredInteraction, at: number): Step => {
  if (stored.interaction.status === "pending") return nothing(before)
  const { state, writes } = oneLess(before, open, stored.interaction.id)
  return { state, writes: [...appliedBy(before, stored, false, at), ...writes], after: [{ _tag: "AnswerCall", stored }] }
}

export const withdrawn = (before: RunState, callId: number, interactionId: InteractionId, at: number): Step => {
  const open = before.open.get(callId)
  if (open?.inCall?.has(interactionId) !== true) return nothing(before)
  const { state, writes } = oneLess(before, open, interactionId)
  return { state, writes: [cancelled(before, interactionId, { by: systemActor, comment: askerIsDone, at }), ...writes], after: [] }
}

/** An answer that came too late is recorded as acted upon: there is nothing to do with it. */
export const abandoned = (state: RunState, stored: StoredInteraction, at: number): ReadonlyArray<RunWrite> =>
  stored.interaction.status === "pending"
    ? [cancelled(state, stored.interaction.id, { by: systemActor, comment: askerIsGone, at })]
    : appliedBy(state, stored, false, at)
