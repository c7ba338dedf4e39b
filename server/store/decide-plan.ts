import { Deferred, Exit, type Schema } from "effect"
import type { NewAuditEntry } from "../domain/audit"
import type { RunId } from "../domain/ids"
import { redact, redactText } from "../domain/redact"
import type { RunEvent } from "../domain/run-event"
import type { AddedRule, Change, Decision, Edit, StoredInteraction, Vote } from "../engine/run-store"
import { auditRow } from "./audit-chain"
import { expiringMessage } from "./outbox-rows"
import { type Finish, numberIn, type Plan, type Request, textIn } from "./plan"
import { mostRules } from "./rule-cache"
import { eventOfRow } from "./run-event-row"
import type { Sealing } from "./sealed"
import { addDecidedRules, appendDecisionAudit, changeInteractions, decideInteractions, findDecisions, noteDecisions, tellDecisions } from "./sql/decide"
import { queueOfChanges } from "./sql/outbox"
import { storable } from "./sql/statement"
import { exactArgsContext } from "./step-rows"

export interface DecideOutcome {
  /** This request decided it. */
  readonly isFirst: boolean
  /** Number of its event; null when the answer to an earlier try was lost. */
  readonly seq: number | null
}

/** Decides a question, or changes one that stays open. */
export interface DecideRequest extends Request<DecideOutcome, never> {
  readonly _tag: "Decide"
  readonly runId: RunId
  readonly decisionId: string
  readonly decision: Decision | Change
  /** The question as it was read before: what its author was shown. The guards see to it that it is the same. */
  readonly before: StoredInteraction
}

/** Where the real content of an answer is sealed for. */
export const contentContext = (interactionId: string): string => `content:${interactionId}`

const isChange = (decision: Decision | Change): decision is Change => "change" in decision

/** The answer as it may be shown. */
const shownAnswer = ({ content, comment }: Decision) => ({
  content: content === null ? null : redact(content),
  comment: comment === null ? null : storable(redactText(comment))
})

/** What the event says of it. */
const eventDataOf = (decision: Decision | Change, before: StoredInteraction): string => {
  const { interactionId, by, via } = decision
  if (isChange(decision)) {
    const { change, votes, expiresAt } = decision
    const { interaction } = before
    return JSON.stringify({ interactionId, change, by, votes: (votes ?? interaction.votes).length, expiresAt: expiresAt ?? interaction.expiresAt })
  }
  const { content, comment } = shownAnswer(decision)
  return JSON.stringify({
    interactionId,
    status: decision.status,
    by,
    via,
    ...(content === null ? {} : { content }),
    ...(comment === null ? {} : { comment })
  })
}

/** Its event, as far as it is known without its number. */
export const decisionEvent = (decision: Decision | Change, before: StoredInteraction) => ({
  type: isChange(decision) ? "InteractionChanged" : "InteractionResolved",
  at: decision.at,
  data: eventDataOf(decision, before)
})

export const numberedDecisionEvent = (decision: Decision | Change, before: StoredInteraction, seq: number): RunEvent =>
  eventOfRow({ ...decisionEvent(decision, before), runId: before.interaction.runId, teamId: before.teamId, seq })

const guardOf = (decision: Decision | Change) => ({
  id: decision.interactionId,
  at: decision.at,
  deadline: deadlineFor(decision),
  revision: decision.revision ?? null,
  addedRule: ruleIn(decision)?.id ?? null,
  mostRules: ruleIn(decision) === undefined ? null : mostRules
})

/** The rule that comes with it. */
export const ruleIn = (decision: Decision | Change): AddedRule | undefined => (isChange(decision) ? undefined : decision.rule)

const deadlineFor = (decision: Decision | Change): "open" | "past" | "any" =>
  isChange(decision) ? "open" : decision.status === "expired" ? "past" : decision.via === "system" ? "any" : "open"

const editRow = (
  { interactionId, edit, votes }: { readonly interactionId: string; readonly edit?: Edit; readonly votes?: ReadonlyArray<Vote> },
  sealing: Sealing
) => ({
  args: edit === undefined ? null : JSON.stringify(edit.args),
  exactArgs: edit === undefined ? null : sealing.seal(edit.exactArgs, exactArgsContext(interactionId)),
  bindingHash: edit?.bindingHash ?? null,
  boundTo: edit === undefined ? null : JSON.stringify(edit.boundTo),
  terms: edit === undefined ? null : JSON.stringify(edit.terms),
  ruleId: edit?.rule?.id ?? null,
  rulePattern: edit?.rule?.pattern ?? null,
  votesNeeded: edit?.votesNeeded ?? null,
  votes: votes === undefined ? null : storable(JSON.stringify(votes))
})

/** What the audit log keeps: who did what, and what they were shown. A warning is nobody's doing. */
const auditOf = (decision: Decision | Change, { interaction, teamId }: StoredInteraction): NewAuditEntry | null => {
  if (isChange(decision) && decision.change === "expiring") return null
  const { message, args, toolPath, connection, rule, kind, runId, runTitle, runActor, votesNeeded, requestedSchema, url } = interaction
  const shown = { kind, message, args, toolPath, connection, rule, requestedSchema, url, votesNeeded }
  const answer = isChange(decision) ? { comment: decision.comment === null ? null : redactText(decision.comment), content: null } : shownAnswer(decision)
  const { edit, votes } = decision
  const given: { [name: string]: Schema.Json } = {
    ...(answer.comment === null ? {} : { comment: answer.comment }),
    ...(answer.content === null ? {} : { content: answer.content }),
    ...(edit === undefined ? {} : { args: edit.args, rule: edit.rule }),
    ...(votes === undefined ? {} : { votes: votes.map(({ by }) => by.label) }),
    ...(isChange(decision) && decision.expiresAt !== undefined ? { expiresAt: decision.expiresAt } : {})
  }
  return {
    teamId,
    at: decision.at,
    action: `interaction.${isChange(decision) ? decision.change : decision.status}`,
    actor: decision.by,
    via: decision.via,
    subject: interaction.id,
    data: { runId, runTitle, requester: { ...runActor }, shown, ...given }
  }
}

/** The rule's own entry, which names the question that it came from. */
const ruleAuditOf = (
  { id, pattern, effect, terms }: AddedRule,
  { by, via, at }: Decision | Change,
  { interaction, teamId }: StoredInteraction
): NewAuditEntry => ({
  teamId,
  at,
  action: "rule.created",
  actor: by,
  via,
  subject: id,
  data: { rule: { pattern, effect, ...terms }, interactionId: interaction.id }
})

export const planDecides = (plan: Plan, requests: ReadonlyArray<DecideRequest>, sealing: Sealing): Finish => {
  const told = plan.over(
    tellDecisions,
    requests.map(({ decision, before }) => {
      const { type, data } = decisionEvent(decision, before)
      return { ...guardOf(decision), type, data }
    })
  )
  plan.over(
    noteDecisions,
    requests.map(({ decision }) => ({ ...guardOf(decision), status: isChange(decision) ? "pending" : decision.status, byLabel: storable(decision.by.label) }))
  )
  for (const { decision, before } of requests) {
    const entry = auditOf(decision, before)
    if (entry !== null) plan.over(appendDecisionAudit, [{ ...auditRow(entry), ...guardOf(decision) }])
    const rule = ruleIn(decision)
    if (rule !== undefined) plan.over(appendDecisionAudit, [{ ...auditRow(ruleAuditOf(rule, decision, before)), ...guardOf(decision) }])
  }
  plan.over(
    addDecidedRules,
    requests.flatMap(({ decision }) => {
      const rule = ruleIn(decision)
      if (rule === undefined) return []
      return [{ ...guardOf(decision), pattern: storable(rule.pattern), effect: rule.effect, terms: storable(JSON.stringify(rule.terms)) }]
    })
  )
  plan.over(
    queueOfChanges,
    requests.flatMap(({ decision, before }) =>
      isChange(decision) && decision.change === "expiring" ? [{ ...guardOf(decision), ...expiringMessage(decision, before.interaction.expiresAt) }] : []
    )
  )
  plan.over(
    changeInteractions,
    requests.flatMap(({ decision, decisionId }) =>
      isChange(decision)
        ? [
            {
              ...guardOf(decision),
              ...editRow(decision, sealing),
              decisionId,
              expiresAt: decision.expiresAt ?? null,
              waitsFrom: decision.expiresAt === undefined ? null : decision.at,
              warnings: decision.warnings ?? null
            }
          ]
        : []
    )
  )
  plan.over(
    decideInteractions,
    requests.flatMap(({ decision, decisionId }) => (isChange(decision) ? [] : [decisionRow(decision, decisionId, sealing)]))
  )
  const found = plan.over(
    findDecisions,
    requests.map(({ decision }) => ({ id: decision.interactionId }))
  )
  return (results) => {
    const seqs = new Map(told(results).map((row) => [textIn(row, "runId"), numberIn(row, "seq")]))
    const deciders = new Map(found(results).map((row) => [textIn(row, "id"), row["decisionId"]]))
    for (const { runId, decision, decisionId, done } of requests) {
      const isFirst = deciders.get(decision.interactionId) === decisionId
      Deferred.doneUnsafe(done, Exit.succeed({ isFirst, seq: isFirst ? (seqs.get(runId) ?? null) : null }))
    }
  }
}

const decisionRow = (decision: Decision, decisionId: string, sealing: Sealing) => {
  const { interactionId: id, status, by, via, content } = decision
  const shown = shownAnswer(decision)
  return {
    ...guardOf(decision),
    ...editRow(decision, sealing),
    decisionId,
    status,
    via,
    byKind: by.kind,
    byId: storable(by.id),
    byLabel: storable(by.label),
    comment: shown.comment,
    content: shown.content === null ? null : JSON.stringify(shown.content),
    exactContent: content === null ? null : sealing.seal(JSON.stringify(content), contentContext(id))
  }
}
