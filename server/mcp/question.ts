import { inputRequired } from "@modelcontextprotocol/server"
import { Effect } from "effect"
import { countsFromRequester } from "../approvals/agent-reply"
import { may, permit } from "../auth/permissions"
import type { Answer, Interaction } from "../domain/interaction"
import { ExecutionEngine, type RunOutcome } from "../engine/execution-engine"
import { InteractionNotFound } from "../engine/run-store"
import { RunsQuery } from "../history/runs-query"
import type { Agent } from "./agent"
import { outcomeReply } from "./outcome"
import type { QuestionState } from "./request-state"
import { alreadySettledReply, approvalRequiredReply, executionExpiredReply, executionNotFoundReply, pausedReply, type Reply } from "./results"
import type { Asked, McpCall } from "./tool"
import { untilAnswered, untilPauseOrEnd } from "./waiting"

/** Under which name the client answers; one question goes out at a time. */
export const responseKey = "approval"

/** Whether this agent's word counts for the question: it is its own run's, and the table and the rule say so. */
const countsFrom = (agent: Agent, action: Answer["action"], interaction: Interaction): boolean =>
  may(agent, "interactions:reply", interaction.runActor) && countsFromRequester(action, interaction)

/**
 * The answer for where a run has come to. A pause becomes a question in the client's own way where it has one: to confirm
 * where its side may, else to open the page where a person decides. Everybody else gets the paused result.
 */
export const settledReply = Effect.fn("mcp.settledReply")(function* (call: McpCall, runId: Interaction["runId"], outcome: RunOutcome | null) {
  if (outcome?._tag !== "Paused") return yield* outcomeReply(call.agent, runId, outcome)
  return yield* ask(call, outcome.interaction)
})

const ask = Effect.fnUntraced(function* (call: McpCall, interaction: Interaction): Effect.fn.Return<Reply | Asked> {
  const { elicitation, seal, agent } = call
  const { id: interactionId, runId, message, approvalUrl } = interaction
  const as = elicitation.form && countsFrom(agent, "accept", interaction) ? "confirm" : elicitation.url ? "link" : null
  if (as === null) return pausedReply(interaction)
  const requestState = yield* Effect.promise(() => seal({ runId, interactionId, as }))
  const request =
    as === "confirm"
      ? inputRequired.elicit({ message: confirmText(interaction), requestedSchema: { type: "object", properties: {} } })
      : inputRequired.elicitUrl({ message: `${message} A person of the team decides on the approval page.`, url: approvalUrl })
  return { asked: inputRequired({ inputRequests: { [responseKey]: request }, requestState }) }
})

const confirmText = ({ message, toolPath, args }: Interaction): string => {
  const shown = args === null ? "" : `\nArguments: ${JSON.stringify(args).slice(0, 4000)}`
  return `${message}${toolPath === null ? "" : `\nTool: ${toolPath}`}${shown}`
}

/** The same call came again with the client's response: it goes on with the run it is about, whatever else it says. */
export const continueQuestion = Effect.fn("mcp.continueQuestion")(function* (call: McpCall, question: QuestionState, timeoutMs: number) {
  const { agent, response } = call
  const { runId, interactionId } = question
  const interaction = yield* RunsQuery.use((runs) => runs.interaction(agent.teamId, interactionId))
  if (interaction === null) return yield* new InteractionNotFound({ interactionId })
  yield* permit(agent, "interactions:reply", interaction.runActor)
  // Without a response the client only asks again.
  if (response === null) return yield* settledReply(call, runId, yield* untilPauseOrEnd(call, runId, 0))
  if (question.as === "confirm" && interaction.status === "pending") return yield* replyTo(call, interaction, { action: response }, timeoutMs)
  // To open the page or not decides nothing; whoever opened it may be deciding just now.
  const outcome = yield* untilAnswered(call, runId, response === "accept" ? timeoutMs : 0, [interactionId])
  if (outcome !== null) return yield* settledReply(call, runId, outcome)
  return pausedReply(interaction)
})

/** Records the agent's answer where it counts, and waits for what comes of it. */
export const replyTo = Effect.fn("mcp.replyTo")(function* (call: McpCall, interaction: Interaction, answer: Answer, timeoutMs: number) {
  const { agent } = call
  const { id, runId, status } = interaction
  // Once decided nothing changes any more: the same answer gets the record, another one is told who was first.
  if (status === "pending" && !countsFrom(agent, answer.action, interaction)) return approvalRequiredReply(interaction)
  const refusal = yield* ExecutionEngine.use((engine) => engine.answer(id, answer, { actor: agent.actor, via: "mcp" })).pipe(
    Effect.as(null),
    Effect.catchTags({
      AlreadyDecided: (error) => Effect.succeed(alreadySettledReply(error.interaction)),
      InteractionExpired: (error) => Effect.succeed(executionExpiredReply(error.interaction)),
      // The question changed since it was looked at.
      SelfApprovalForbidden: () => Effect.succeed(approvalRequiredReply(interaction)),
      InteractionNotFound: () => Effect.succeed(executionNotFoundReply(id))
    })
  )
  return refusal ?? (yield* settledReply(call, runId, yield* untilAnswered(call, runId, timeoutMs, [id])))
})
