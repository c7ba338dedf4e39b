import type { Answer } from "../domain/interaction"
import type { Actor } from "../domain/principal"
import type { AnsweredBy, ApprovalTerms } from "./decision"
import type { JsonValue } from "./json-text"
import type { Change, Decision, Edit, StoredInteraction, Vote } from "./run-store"

/** What one person's answer does to a question as it is. */
export type AnswerPlan =
  | { readonly _tag: "Decide"; readonly decision: Decision }
  /** More people are needed. */
  | { readonly _tag: "Change"; readonly change: Change }
  /** This person's vote counts already. */
  | { readonly _tag: "Voted" }
  | { readonly _tag: "SelfApproval" }
  /** A rule cannot come with this answer to this question; `why` follows "the rule". */
  | { readonly _tag: "NoRule"; readonly why: string }

interface Given {
  readonly answer: Answer
  readonly content: JsonValue | null
  /** Only when the arguments really are others. */
  readonly edit: Edit | undefined
  readonly by: AnsweredBy
  readonly at: number
}

const statuses = { accept: "accepted", decline: "declined", cancel: "cancelled" } as const

/**
 * Pure: who may, how many votes there are, and what is written. An edit resets earlier votes, since they were for other
 * arguments; one person is one vote, however often they answer.
 */
export const planAnswer = (stored: StoredInteraction, { answer, content, edit, by: { actor, via, rule }, at }: Given): AnswerPlan => {
  const { interaction, terms } = stored
  const { id: interactionId, votesNeeded: neededBefore, votes: before } = interaction
  const revision = interaction.revision ?? 0
  const comment = answer.comment ?? null
  const why = rule === undefined ? null : hindranceOf(stored, answer, edit)
  if (why !== null) return { _tag: "NoRule", why }
  const decision = { interactionId, status: statuses[answer.action], by: actor, via, comment, content, at }
  // A refusal is for the question as it is; only what lets something happen has to be about what was seen.
  if (answer.action !== "accept") return { _tag: "Decide", decision: answer.revision === undefined ? decision : { ...decision, revision } }
  // Whether an agent's word counts was looked at before; a vote or an edit may have come since, and only this look is guarded.
  if (via === "mcp" && !(terms?.requesterMayConfirm === true && neededBefore === 1)) return { _tag: "SelfApproval" }
  const isApproval = stored.bindingHash !== null
  if (!isApproval) return { _tag: "Decide", decision: { ...decision, revision } }
  const mayApproveOwn = edit === undefined ? terms?.selfApproval !== false : edit.terms.selfApproval && terms?.selfApproval !== false
  if (!mayApproveOwn && via !== "mcp" && isRequester(actor, interaction.runActor)) return { _tag: "SelfApproval" }
  const earlier: ReadonlyArray<Vote> = edit === undefined ? before : []
  if (earlier.some((vote) => isSame(vote.by, actor))) return { _tag: "Voted" }
  const votes = [...earlier, { by: actor, at }]
  // An edit does not make do with fewer people than the question asked for.
  const needed = Math.max(neededBefore, edit?.votesNeeded ?? 1)
  const edited = edit === undefined ? {} : { edit: { ...edit, terms: stricter(edit.terms, terms), votesNeeded: needed } }
  if (votes.length >= needed) return { _tag: "Decide", decision: { ...decision, revision, votes, ...edited, ...(rule === undefined ? {} : { rule }) } }
  const change = edit === undefined ? "voted" : "edited"
  return { _tag: "Change", change: { interactionId, revision, change, by: actor, via, at, comment, votes, ...edited } }
}

/**
 * Why a rule cannot come with the answer. It is about the call as it was asked, and who allows it from now on decides about it:
 * one of two votes decides nothing, and what a rule wants two people for, one of them does not allow for ever by the way.
 */
const hindranceOf = ({ interaction, bindingHash }: StoredInteraction, answer: Answer, edit: Edit | undefined): string | null => {
  if (answer.action !== "accept") return "counts only with the action accept"
  if (bindingHash === null || interaction.options !== null) return "comes only with the approval of a tool call"
  if (edit !== undefined) return "would be about the arguments as they were asked, not about edited ones: leave the rule or the arguments out"
  if (interaction.votesNeeded > 1) return "cannot come with one of several votes: approve without it, and have an admin add it to the rules"
  return null
}

/** An edit does not make the question laxer about who may answer it either: a second vote may still be to come. */
const stricter = (now: ApprovalTerms, before: ApprovalTerms | null): ApprovalTerms => ({
  ...now,
  selfApproval: now.selfApproval && before?.selfApproval !== false,
  requesterMayConfirm: now.requesterMayConfirm && before?.requesterMayConfirm === true
})

export const isSame = (one: Actor, other: Actor): boolean => one.kind === other.kind && one.id === other.id

/** Who submitted the run: also the person on whose behalf an agent acts, whose id is `client:user`. */
export const isRequester = (actor: Actor, runActor: Actor): boolean =>
  isSame(actor, runActor) || (actor.kind === "user" && runActor.kind === "agent" && runActor.id.endsWith(`:${actor.id}`))
