import type { AnswerAction, Interaction } from "../domain/interaction"

/**
 * Whether the word of the agent that submitted the run counts for its question. Saying no to one's own question takes
 * nothing from anybody. A yes counts for a tool call alone, and only where the rule that asked leaves it to the requester:
 * never for values, links, a second vote, or a call whose fate is unknown.
 */
export const countsFromRequester = (action: AnswerAction, interaction: Interaction): boolean => {
  if (action !== "accept") return true
  const { kind, toolCallId, options, votesNeeded, requesterMayConfirm } = interaction
  return kind === "approval" && toolCallId !== null && options === null && votesNeeded === 1 && requesterMayConfirm === true
}
