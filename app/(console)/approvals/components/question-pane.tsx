"use client"
import Link from "next/link"
import { type Ref, useEffect } from "react"
import { AnswerableCard, type AnswerFormAction } from "@/app/hooks/answerable-card"
import { failureOf } from "@/app/hooks/trpc"
import { useQuestion } from "@/app/hooks/use-question"
import type { CardHandle } from "@/app/ui/approval-card-props"
import { Button } from "@/app/ui/button"
import { ErrorBanner } from "@/app/ui/error-banner"
import { Icon } from "@/app/ui/icons"
import { InteractionId } from "@/server/domain/ids"
import type { Interaction } from "@/server/domain/interaction"
import type { RouterOutputs } from "@/server/trpc/router"
import { identicalTo } from "../identical-questions"
import { type InboxTab, inboxHref } from "../inbox-state"
import { IdenticalCalls } from "./identical-calls"

interface Props {
  readonly id: string
  /** The question as the list has it: shown until everything about its run is there. */
  readonly listed: Interaction | undefined
  readonly initial: RouterOutputs["interactions"]["get"] | undefined
  /** What waits, as far as it is loaded. */
  readonly waiting: ReadonlyArray<Interaction>
  readonly tab: InboxTab
  /** The address names the question: on a phone it is the page. */
  readonly isDetail: boolean
  readonly mayDecide: boolean
  readonly rules: "write" | "suggest"
  readonly full: boolean
  readonly answer: AnswerFormAction
  readonly onDecided: (question: Interaction) => void
  readonly onBack: () => void
  readonly card: Ref<CardHandle>
}

/** The right column: the card of one question, or its receipt. */
export const QuestionPane = ({ id, listed, initial, waiting, tab, isDetail, mayDecide, rules, full, answer, onDecided, onBack, card }: Props) => {
  const query = useQuestion(InteractionId.make(id), initial)
  const question = query.data?.interaction ?? listed
  const run = query.data?.run ?? null
  // The list may not have heard of a decision that this page has read.
  const decided = question !== undefined && question.status !== "pending" && listed?.status === "pending"
  useEffect(() => {
    if (decided && question !== undefined) onDecided(question)
  }, [decided, question, onDecided])
  return (
    <>
      <Link
        href={inboxHref(tab, null)}
        prefetch={false}
        onClick={(event) => {
          event.preventDefault()
          onBack()
        }}
        className="hidden h-11 items-center gap-1 bg-surface px-3 text-[14px] font-medium text-accent-text max-md:flex"
      >
        <Icon name="chevron-left" />
        {tab === "history" ? "All decisions" : waiting.length === 0 ? "All approvals" : `All ${waiting.length} pending`}
      </Link>
      <div className="mx-auto grid grid-cols-[minmax(0,1fr)] max-w-[800px] gap-4">
        {query.isError && (
          <ErrorBanner
            title="The question could not be read."
            requestId={failureOf(query.error)?.requestId}
            action={<Button onClick={() => void query.refetch()}>Retry</Button>}
          >
            {question === undefined ? undefined : "Its program and its earlier calls are missing below."}
          </ErrorBanner>
        )}
        {question !== undefined && (
          <AnswerableCard
            as="page"
            ref={card}
            question={question}
            run={run}
            mayDecide={mayDecide}
            rules={rules}
            runHref={`/runs/${question.runId}`}
            full={full}
            fullHref={`${inboxHref("pending", id)}?full=1`}
            keys
            fixedActions={isDetail}
            action={answer}
            onDecided={onDecided}
          />
        )}
        {question !== undefined && mayDecide && <IdenticalCalls question={question} others={identicalTo(question, waiting)} onDecided={onDecided} />}
      </div>
    </>
  )
}
