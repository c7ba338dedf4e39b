import { formatCount } from "@/app/hooks/number-format"
import type { CallFailure } from "@/app/hooks/trpc"

/** What came of answering several questions one after another. Pure. */
export interface Answers {
  readonly of: number
  readonly approved: number
  /** Decided by somebody else meanwhile, or changed. */
  readonly missed: number
  /** Refused for what each of them is: why, in the server's words. */
  readonly refused: ReadonlyArray<string>
  /** Why the rest was not sent: what concerned one would have concerned all. */
  readonly stopped: string | null
}

export const noAnswers = (of: number): Answers => ({ of, approved: 0, missed: 0, refused: [], stopped: null })

/** The question is not what was seen, or waits no more. */
const missedCodes: ReadonlySet<string> = new Set(["already_decided", "interaction_expired", "interaction_changed", "interaction_not_found"])
/** The next question may well be another matter. */
const refusedCodes: ReadonlySet<string> = new Set(["self_approval", "tool_blocked", "invalid_content"])

/** With the next answer: null is an approval that is recorded; `unanswered`: the server did not answer. */
export const withAnswer = (answers: Answers, failure: CallFailure | null | "unanswered"): Answers => {
  if (failure === null) return { ...answers, approved: answers.approved + 1 }
  if (failure === "unanswered")
    return { ...answers, stopped: "The server did not answer: look whether the one that was on its way is still pending, then go on." }
  if (missedCodes.has(failure.code)) return { ...answers, missed: answers.missed + 1 }
  if (refusedCodes.has(failure.code)) return { ...answers, refused: [...answers.refused, failure.message] }
  return { ...answers, stopped: failure.message }
}

export const answersWords = ({ of, approved, missed, refused, stopped }: Answers): string =>
  [
    `${formatCount(approved)} of ${formatCount(of)} approved`,
    ...(missed > 0 ? [`${formatCount(missed)} had been decided or changed before`] : []),
    ...(refused.length > 0 ? [`${formatCount(refused.length)} refused: ${[...new Set(refused)].join(" ")}`] : []),
    ...(stopped === null ? [] : [`Stopped. ${stopped}`])
  ].join(" · ")
