"use client"
import { type Ref, useState } from "react"
import { AnswerableCard, type AnswerFormAction } from "@/app/hooks/answerable-card"
import type { CardHandle } from "@/app/ui/approval-card-props"
import { isOver } from "@/app/ui/run-status"
import type { Run } from "@/server/domain/run"
import { pinnedQuestions } from "../pinned-questions"

interface Props {
  readonly run: Run
  readonly mayDecide: boolean
  readonly rules: "write" | "suggest"
  readonly full: boolean
  readonly fullHref: string
  readonly answer: AnswerFormAction
  readonly card: Ref<CardHandle>
}

/** What this run waits for, above the tabs; what was decided while the page was open stays below it as a receipt. */
export const PinnedCards = ({ run, mayDecide, rules, full, fullHref, answer, card }: Props) => {
  const [seen, setSeen] = useState<ReadonlySet<string>>(() => new Set())
  const open = run.interactions.filter((question) => question.status === "pending").map((question) => question.id)
  // Remembered while rendering: a receipt must not appear a moment after its card has gone.
  if (open.some((id) => !seen.has(id))) setSeen(new Set([...seen, ...open]))
  const shown = pinnedQuestions(run.interactions, seen)
  const first = shown.find((question) => question.status === "pending")?.id
  if (shown.length === 0) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] flex-none gap-3 px-5 pt-1 pb-4 max-md:px-0 max-md:pt-0">
      {shown.map((question, place) => (
        <AnswerableCard
          key={question.id}
          as="pinned"
          question={question}
          run={run}
          mayDecide={mayDecide}
          rules={rules}
          full={full}
          fullHref={fullHref}
          keys={question.id === first}
          place={place}
          fixedActions={question.id === first && !isOver(run.status)}
          briefReceipt
          action={answer}
          {...(question.id === first && { ref: card })}
        />
      ))}
    </div>
  )
}
