import { Clock, Effect, Result, Schema } from "effect"
import { may } from "../../auth/permissions"
import { InteractionId } from "../../domain/ids"
import { AnswerAction, Comment, type Interaction } from "../../domain/interaction"
import { RunsQuery } from "../../history/runs-query"
import { MalformedRequest } from "../../http/request-errors"
import type { Agent } from "../agent"
import { answersWithinMs } from "../answer"
import { continueQuestion, replyTo } from "../question"
import { executionNotFoundReply } from "../results"
import { mcpTool } from "../tool"
import { timeLeft } from "../waiting"
import { runStatuses } from "./execute"

const JsonObject = Schema.Record(Schema.String, Schema.Json)
const readContent = Schema.decodeUnknownResult(Schema.fromJsonString(JsonObject))

export const resume = mcpTool({
  name: "resume",
  title: "Answer a question",
  description:
    "Answers the question a run waits with. People approve; you may decline or cancel a question of your own run, and accept one only where a rule of the team says that the requester may confirm. " +
    "Otherwise the answer is user_approval_required with the page where a person decides: tell the user, then call wait.",
  input: Schema.Struct({
    executionId: Schema.String,
    action: AnswerAction,
    content: Schema.optionalKey(Schema.Union([JsonObject, Schema.String])),
    comment: Schema.optionalKey(Comment)
  }),
  about: {
    executionId: "The executionId of a result with status waiting_for_interaction.",
    action: "accept, decline (the program is told no and may go on another way) or cancel (the question is withdrawn).",
    content: "Values, when they are asked for: an object, or the same as JSON text.",
    comment: "Why; kept in the record and given to the program."
  },
  statuses: [...runStatuses, "user_approval_required", "execution_not_found", "execution_expired", "execution_already_settled"],
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  run: Effect.fnUntraced(function* ({ executionId, action, content: given, comment }, call) {
    const since = yield* Clock.currentTimeMillis
    const content = yield* contentOf(given)
    const timeoutMs = yield* timeLeft(since, answersWithinMs)
    if (call.question !== null) return yield* continueQuestion(call, call.question, timeoutMs)
    if (!Schema.is(InteractionId)(executionId)) return executionNotFoundReply(executionId)
    const interaction = yield* RunsQuery.use((runs) => runs.interaction(call.agent.teamId, executionId))
    if (interaction === null || !isKnownTo(call.agent, interaction)) return executionNotFoundReply(executionId)
    const answer = { action, ...(content === undefined ? {} : { content }), ...(comment === undefined ? {} : { comment }) }
    return yield* replyTo(call, interaction, answer, timeoutMs)
  })
})

/** An answer tells how the run goes on: what an agent may neither read nor answer is not there for it. */
const isKnownTo = (agent: Agent, { runActor }: Interaction): boolean => may(agent, "runs:read") || may(agent, "interactions:reply", runActor)

/** Some clients can only send text where an object is meant. */
const contentOf = (given: typeof JsonObject.Type | string | undefined) => {
  if (typeof given !== "string") return Effect.succeed(given)
  const read = readContent(given)
  if (Result.isSuccess(read)) return Effect.succeed(read.success)
  return Effect.fail(
    new MalformedRequest({ message: "The arguments of resume are wrong; nothing was done.", issues: [{ path: "content", message: "must be a JSON object" }] })
  )
}
