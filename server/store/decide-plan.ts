import { Deferred, Exit } from "effect"
import type { RunId } from "../domain/ids"
import { redact, redactText } from "../domain/redact"
import type { Decision } from "../engine/run-store"
import { type Finish, numberIn, type Plan, type Request, textIn } from "./plan"
import type { Sealing } from "./sealed"
import { decideInteractions, findDecisions, noteDecisions, tellDecisions } from "./sql/decide"
import { storable } from "./sql/statement"

export interface DecideOutcome {
  /** This request decided it. */
  readonly isFirst: boolean
  /** Number of its event; null when the answer to an earlier try was lost. */
  readonly seq: number | null
}

export interface DecideRequest extends Request<DecideOutcome, never> {
  readonly _tag: "Decide"
  readonly runId: RunId
  readonly decisionId: string
  readonly decision: Decision
}

/** Where the real content of an answer is sealed for. */
export const contentContext = (interactionId: string): string => `content:${interactionId}`

/** The answer as it may be shown. */
export const shownAnswer = ({ content, comment }: Decision) => ({
  content: content === null ? null : redact(content),
  comment: comment === null ? null : storable(redactText(comment))
})

/** What the event says of it. */
export const decisionData = (decision: Decision): string => {
  const { interactionId, status, by, via } = decision
  const { content, comment } = shownAnswer(decision)
  return JSON.stringify({ interactionId, status, by, via, ...(content === null ? {} : { content }), ...(comment === null ? {} : { comment }) })
}

const guardOf = (decision: Decision) => ({ id: decision.interactionId, at: decision.at, deadline: deadlineFor(decision) })

const deadlineFor = ({ status, via }: Decision): "open" | "past" | "any" => (status === "expired" ? "past" : via === "system" ? "any" : "open")

export const planDecides = (plan: Plan, requests: ReadonlyArray<DecideRequest>, sealing: Sealing): Finish => {
  const told = plan.over(
    tellDecisions,
    requests.map(({ decision }) => ({ ...guardOf(decision), data: decisionData(decision) }))
  )
  plan.over(
    noteDecisions,
    requests.map(({ decision }) => ({ ...guardOf(decision), status: decision.status, byLabel: storable(decision.by.label) }))
  )
  plan.over(
    decideInteractions,
    requests.map(({ decision, decisionId }) => {
      const { interactionId: id, status, by, via, content } = decision
      const shown = shownAnswer(decision)
      return {
        ...guardOf(decision),
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
    })
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
