import type { TerminalStatus } from "../domain/run"
import type { WebhookEvent } from "../domain/webhook"
import type { Change } from "../engine/decision"
import type { queueOfSteps } from "./sql/outbox"
import type { RowFor } from "./sql/statement"
import type { insertInteractions } from "./sql/step"

/*
 * What the outbox is told. A message's id is made of what happened, so that the same event is the same message. It has
 * no dot: the signature covers id, time and body with dots between them.
 */

/** `int_0192…` or `run_0192…` without its kind. */
const bare = (id: string): string => id.slice(id.indexOf("_") + 1)

export const openMessage = ({ runId, stepId, id, createdAt }: RowFor<typeof insertInteractions>): RowFor<typeof queueOfSteps> => ({
  runId,
  stepId,
  interactionId: id,
  messageId: `msg_pending_${bare(id ?? "")}`,
  type: "interaction.pending" satisfies WebhookEvent,
  at: createdAt
})

/** A question that is extended is warned of anew, so the deadline is part of the id. */
export const expiringMessage = ({ interactionId, warnings = 0 }: Change, expiresAt: number | null) => ({
  messageId: `msg_expiring_${bare(interactionId)}_${expiresAt ?? 0}_${warnings}`,
  type: "interaction.expiring" satisfies WebhookEvent
})

interface Ended {
  readonly runId: string
  readonly stepId: string
  readonly at: number
  readonly status: TerminalStatus
}

/** Nobody is told of a run that was cancelled or interrupted: neither came to an end of its own. */
export const endMessage = ({ runId, stepId, at, status }: Ended): ReadonlyArray<RowFor<typeof queueOfSteps>> => {
  if (status !== "failed" && status !== "completed") return []
  const type: WebhookEvent = `run.${status}`
  return [{ runId, stepId, at, type, interactionId: null, messageId: `msg_${status}_${bare(runId)}` }]
}
