import { spelledOut } from "@/server/domain/hidden-characters"
import type { Interaction } from "@/server/domain/interaction"
import { questionTitle } from "../ui/question-words"

export interface QuestionNotice {
  /** The question's id: one notification each. */
  readonly tag: string
  readonly title: string
  readonly body: string
  readonly href: string
}

const longestTitle = 120
const longestBody = 160

/** One line of plain text; what would be invisible or turn the line around is named instead. */
const plain = (text: string, longest: number): string => {
  const line = spelledOut(text.replace(/\s+/g, " ").trim())
  const characters = [...line]
  return characters.length > longest ? `${characters.slice(0, longest - 1).join("")}…` : line
}

/** What a notification says of a question: the tool's path or the first line of what is asked, and for whom. Never arguments. */
export const questionNotice = (question: Pick<Interaction, "id" | "kind" | "message" | "toolPath" | "runTitle" | "runActor">): QuestionNotice => ({
  tag: question.id,
  title: plain(questionTitle(question), longestTitle),
  body: plain(`Waits for a decision. Asked by ${question.runActor.label}: ${question.runTitle}`, longestBody),
  href: `/approvals/${question.id}`
})
