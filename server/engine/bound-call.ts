import { Effect, Result } from "effect"
import { canonicalJson } from "../domain/canonical-json"
import type { Interaction } from "../domain/interaction"
import { redactText } from "../domain/redact"
import type { Call } from "../journal/entry"
import { isRequester } from "./answer-plan"
import { bindingHash, boundAs, boundTo, differenceOf } from "./binding"
import { type CallFailure, failedWith, failureOf } from "./call-failure"
import { CallGate, type Verdict } from "./call-gate"
import { approvalOf, ask } from "./classify-call"
import { parseJson } from "./json-text"
import type { Classified } from "./open-call"
import { outlasting } from "./outlasting"
import type { NewRun, StoredInteraction } from "./run-store"
import { ToolInvoker } from "./tool-invoker"
import { uncertainAnswer } from "./uncertain-call"

/** An approval that does not hold any more: why, and what becomes of the call instead. */
export interface Broken {
  readonly reason: string
  readonly as: Extract<Classified, { _tag: "Ask" | "Refuse" }>
}

/**
 * Looks again at an approved call, at the moment it is to go out: the tool, its connection and schema, the arguments, the rule
 * and the program have to be what was approved, and the rules must not ask for more than was given. Undefined: it may go out.
 */
export const checkBinding = Effect.fn("checkBinding")(function* (run: NewRun, call: Call, stored: StoredInteraction) {
  const invoker = yield* ToolInvoker
  const gate = yield* CallGate
  const { interaction, exactArgs, boundTo: approved } = stored
  // Of an uncertain call a person said what became of it. Only "run it again" sends something, and is no approval by itself.
  const isRetry = interaction.options !== null && uncertainAnswer(call.path, stored)._tag === "Retry"
  if (stored.bindingHash === null && !isRetry) return undefined
  const { teamId, actor, trigger } = run
  const args = exactArgs === null ? undefined : parseJson(exactArgs)
  if (args === undefined) return refused("its arguments cannot be read any more", failedWith(call.path, "internal_error", unreadable))
  const prepared = yield* outlasting(run.id, Effect.result(invoker.prepare({ teamId, path: call.path, args })))
  if (Result.isFailure(prepared)) return refused(prepared.failure.message, failureOf(call.path, prepared.failure))
  const verdict = yield* gate.check({ teamId, actor, trigger, call: prepared.success, args })
  if (verdict._tag === "Block") return refused(verdict.message, failedWith(call.path, "tool_blocked", verdict.message))
  const own = ownApproval(verdict, interaction)
  if (stored.bindingHash === null) {
    if (verdict._tag === "Allow" || (verdict.votesNeeded <= 1 && own === null)) return undefined
    const anew = yield* approvalOf({ run, call, prepared: prepared.success, verdict, args })
    const reason = own ?? "running it again needs the approval of more people"
    const asking: Broken = { reason, as: yield* ask({ ...anew, replaces: interaction.id }) }
    return asking
  }
  // A rule that lets the call through asks for less than what was given.
  const ruleId = verdict._tag === "Allow" ? (interaction.rule?.id ?? null) : (verdict.rule?.id ?? null)
  const found = boundTo(run, prepared.success, ruleId)
  const now = approved === null ? found : boundAs(approved, found)
  const isSame = bindingHash(now, canonicalJson(args)) === stored.bindingHash
  const isEnough = verdict._tag === "Allow" || verdict.votesNeeded <= Math.max(1, interaction.votes.length)
  if (isSame && isEnough && own === null) return undefined
  const reason = isSame
    ? isEnough
      ? (own ?? "")
      : "the rule asks for more people now"
    : ((approved === null ? null : differenceOf(approved, now)) ?? "the arguments are not those that were approved")
  const again = yield* approvalOf({ run, call, prepared: prepared.success, verdict: askingAgain(verdict, stored), args })
  const broken: Broken = { reason, as: yield* ask({ ...again, replaces: interaction.id, proposedArgs: interaction.proposedArgs }) }
  return broken
})

/** Why the approval of who submitted the run does not count by the rule as it is now; null when it does, or none was given. */
const ownApproval = (verdict: Verdict, { votes, resolvedBy, resolvedVia, runActor }: Interaction): string | null => {
  if (verdict._tag !== "Ask") return null
  const isOwn = [...votes.map(({ by }) => by), ...(resolvedBy === null ? [] : [resolvedBy])].some((by) => isRequester(by, runActor))
  if (!isOwn) return null
  const counts = resolvedVia === "mcp" ? verdict.requesterMayConfirm === true : verdict.selfApproval !== false
  return counts ? null : "the rule does not let who submitted the run approve it"
}

const unreadable = "the arguments that were approved cannot be read any more; was SIGNALBOX_SECRET changed?"

const refused = (why: string, failure: CallFailure): Broken => ({ reason: redactText(why), as: { _tag: "Refuse", failure } })

/** What changed has to be seen by a person also where the rules would let the call go: on the terms on which it was asked, for as long. */
const askingAgain = (verdict: Exclude<Verdict, { _tag: "Block" }>, { interaction, terms }: StoredInteraction): Extract<Verdict, { _tag: "Ask" }> => {
  if (verdict._tag === "Ask") return verdict
  const { message, votesNeeded, expiresAt, createdAt, waitsFrom = createdAt } = interaction
  const { selfApproval = true, requesterMayConfirm = false } = terms ?? {}
  const expiresAfterMs = expiresAt === null ? null : Math.max(1, expiresAt - waitsFrom)
  return { _tag: "Ask", message, rule: null, votesNeeded, selfApproval, requesterMayConfirm, expiresAfterMs }
}
