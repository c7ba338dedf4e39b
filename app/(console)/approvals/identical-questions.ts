import { argumentRows, cutOff } from "@/app/ui/argument-rows"
import { isDestructive } from "@/app/ui/question-words"
import { canonicalJson } from "@/server/domain/canonical-json"
import type { Interaction } from "@/server/domain/interaction"

/** What stands for a hidden value: two of them may hide different ones. */
const hidden = "[redacted]"

/**
 * Other open approvals of exactly the same call: the same tool over the same connection with the same arguments, all of
 * them seen. Nothing that cannot be undone (or may be so), nothing that needs several people, and nothing whose outcome is asked for, is ever among them.
 */
export const identicalTo = (question: Interaction, waiting: ReadonlyArray<Interaction>): ReadonlyArray<Interaction> => {
  const call = callOf(question)
  return call === null ? [] : waiting.filter((one) => one.id !== question.id && callOf(one) === call)
}

const callOf = (question: Interaction): string | null => {
  const { kind, status, toolPath, connection, args, options, votesNeeded, proposedArgs } = question
  if (kind !== "approval" || status !== "pending" || toolPath === null || options !== null || votesNeeded !== 1 || proposedArgs !== null) return null
  // Each is confirmed by itself, with its word.
  if (isDestructive(question)) return null
  // What a card cuts off at first has not been seen whole, so it is not approved for others as well.
  if (cutOff(argumentRows(args), new Set()).length > 0) return null
  const text = canonicalJson(args)
  return text.includes(hidden) ? null : JSON.stringify([toolPath, connection, text])
}
