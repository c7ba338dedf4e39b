import { Effect, Schema } from "effect"
import { AlwaysAllow } from "../approvals/always-allow"
import { type AnswerSurface, Approvals } from "../approvals/approvals"
import { permit } from "../auth/permissions"
import type { InteractionId } from "../domain/ids"
import { Answer } from "../domain/interaction"
import type { Principal } from "../domain/principal"

/** An answer, and the rule that it is to bring with it. */
export const AnswerWithRule = Schema.Struct({
  ...Answer.fields,
  rule: Schema.optionalKey(
    AlwaysAllow.annotate({
      description:
        "Only with the accept of one tool call, by an admin: calls like this one are allowed from now on. Answer and rule are recorded together, or neither is. It has to match the call that waits."
    })
  )
})
export type AnswerWithRule = typeof AnswerWithRule.Type

/** A person's answer; to bring a rule with it they have to be one who may write rules. */
export const answerQuestion = Effect.fn("answerQuestion")(function* (
  principal: Principal,
  via: AnswerSurface,
  id: InteractionId,
  { rule, ...answer }: AnswerWithRule
) {
  const approvals = yield* Approvals
  if (rule === undefined) return yield* approvals.answer(principal, via, id, answer)
  yield* permit(principal, "rules:manage")
  return yield* approvals.allowAlways(principal, via, id, { answer, rule })
})
