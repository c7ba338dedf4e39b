import type { Interaction } from "@/server/domain/interaction"
import { isTerminal, type Run, type RunSummary } from "@/server/domain/run"
import { isDestructive } from "./question-words"

/**
 * What a card shows of an answer under way. `sending`: the server has not said yet whether it counts. `recorded`: it
 * counts, the run has not moved yet. `over`: a receipt. Somebody else's decision goes straight to the receipt.
 */
export type AnswerPhase = "open" | "sending" | "recorded" | "over"

type Question = Pick<Interaction, "id" | "status" | "toolCallId" | "createdAt" | "resolvedAt" | "appliedAt">
type Following = Pick<RunSummary, "status"> & Partial<Pick<Run, "toolCalls" | "interactions" | "logs">>

/** Whether the run has acted upon a decision; what cannot be seen is not claimed. */
export const wentOn = (question: Question, run: Following | null): boolean => {
  if (question.status === "pending") return false
  if (question.appliedAt !== undefined && question.appliedAt !== null) return true
  if (run === null) return false
  if (isTerminal(run.status)) return true
  const decidedAt = question.resolvedAt ?? question.createdAt
  const call = question.toolCallId === null ? undefined : run.toolCalls?.find((one) => one.id === question.toolCallId)
  if (call !== undefined) return call.status !== "waiting"
  // A question of the program's own leaves no call behind; whatever the program did afterwards shows that it went on.
  return (
    (run.toolCalls ?? []).some((one) => one.startedAt > decidedAt) ||
    (run.interactions ?? []).some((one) => one.createdAt > decidedAt) ||
    (run.logs ?? []).some((line) => line.at > decidedAt)
  )
}

export const answerPhase = (question: Question, run: Following | null, mine: { readonly sending: boolean; readonly decided: boolean }): AnswerPhase => {
  if (question.status === "pending") return mine.sending ? "sending" : "open"
  return mine.decided && !wentOn(question, run) ? "recorded" : "over"
}

/** How long the run took to act upon the decision, in ms; null when it is not known. */
export const resumedMs = (question: Pick<Interaction, "resolvedAt" | "appliedAt">): number | null =>
  question.resolvedAt === null || question.appliedAt === undefined || question.appliedAt === null ? null : Math.max(0, question.appliedAt - question.resolvedAt)

/**
 * What a person has seen of a card when it is clicked: with each change of it the levers sleep anew. `place` among other
 * cards is part of it: one that moves up when the card above it is decided would take the click that was meant for that.
 */
export const seenOf = (question: Pick<Interaction, "id" | "revision" | "votes" | "expiresAt">, place: number): string =>
  `${question.id}/${question.revision ?? 0}/${question.votes.length}/${question.expiresAt}/${place}`

/** What stands between a person and the button, in the order in which it is said. */
export type Hindrance = "asleep" | "agreed" | "cut-off" | "untyped" | null

export const hindrance = (card: {
  readonly awake: boolean
  /** The reader's own approval is recorded: the next one is another person's. */
  readonly hasAgreed: boolean
  readonly cutOff: number
  readonly mustType: string | null
  readonly typed: string
}): Hindrance => {
  if (card.hasAgreed) return "agreed"
  if (card.cutOff > 0) return "cut-off"
  if (card.mustType !== null && card.typed.trim() !== card.mustType) return "untyped"
  return card.awake ? null : "asleep"
}

/** What has to be typed before a call is approved that cannot be undone; null when nothing has to. */
export const wordToType = (question: Pick<Interaction, "kind" | "toolPath" | "options" | "effect">, hasAgreed: boolean): string | null =>
  isDestructive(question) && question.toolPath !== null && !hasAgreed ? lastSegment(question.toolPath) : null

/** The word to type before a destructive call is approved: the path's last segment. */
export const lastSegment = (path: string): string => path.slice(path.lastIndexOf(".") + 1)
