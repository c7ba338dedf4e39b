import { Clock, Deferred, Effect, Queue } from "effect"
import { toolCallIdOf } from "../domain/ids"
import { redactText } from "../domain/redact"
import { redactForm } from "../domain/redact-form"
import { canonicalPath } from "../domain/tool-path"
import type { Call } from "../journal/entry"
import { ask, blank } from "./classify-call"
import type { Residence } from "./residence"
import type { RunInput } from "./run-state"
import type { StoredInteraction } from "./run-store"
import type { InCall, InCallAnswer, InCallQuestion } from "./tool-invoker"

/** The call holds a connection open meanwhile, on our side and on the other. */
const longestWaitMs = 24 * 3_600_000

/** What a call in flight may do: the run's loop does it, in the order in which it was asked for. */
export const inCallOf = (at: Residence, call: Call): InCall => {
  const offer = (input: RunInput) => Effect.asVoid(Queue.offer(at.inbox, { _tag: "Input", input }))
  return {
    emit: (item) => offer({ _tag: "Emitted", item, by: call.id }),
    ask: Effect.fn("ask in a call")(function* (question: InCallQuestion) {
      const now = yield* Clock.currentTimeMillis
      const { interaction } = yield* ask({
        ...blank(call),
        ...question,
        message: redactText(question.message),
        requestedSchema: question.requestedSchema === null ? null : redactForm(question.requestedSchema),
        toolCallId: toolCallIdOf(call.id),
        toolPath: canonicalPath(call.path),
        expiresAt: now + longestWaitMs
      })
      const answered = yield* Deferred.make<StoredInteraction>()
      at.inCall.set(interaction.id, answered)
      yield* offer({ _tag: "AskedInCall", callId: call.id, interaction })
      return yield* Deferred.await(answered).pipe(
        Effect.map(answerOf),
        Effect.onInterrupt(() => offer({ _tag: "Withdrawn", callId: call.id, interactionId: interaction.id })),
        Effect.ensuring(Effect.sync(() => at.inCall.delete(interaction.id)))
      )
    })
  }
}

/** Gives an answer to the call that asked. */
export const answerInCall = (at: Residence, stored: StoredInteraction): Effect.Effect<void> => {
  const asker = at.inCall.get(stored.interaction.id)
  return asker === undefined ? Effect.void : Effect.asVoid(Deferred.succeed(asker, stored))
}

const answerOf = ({ interaction, exactContent }: StoredInteraction): InCallAnswer => {
  if (interaction.status === "accepted") return { action: "accept", content: interaction.kind === "form" ? (exactContent ?? {}) : null }
  return { action: interaction.status === "declined" ? "decline" : "cancel" }
}
