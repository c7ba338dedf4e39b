"use client"
import { ButtonLink } from "@/app/ui/button-link"
import { EmptyState } from "@/app/ui/empty-state"
import { questionTitle } from "@/app/ui/question-words"
import { interactionLook } from "@/app/ui/run-status"
import { StatusSquare } from "@/app/ui/status-badge"
import { TimeStamp } from "@/app/ui/time-stamp"
import { VisibleText } from "@/app/ui/untrusted-text"
import type { Interaction } from "@/server/domain/interaction"
import { inboxHref } from "../inbox-state"

/** Nothing waits: the arm is raised, and the last decision is there as a proof that it works. */
export const EmptyInbox = ({ last }: { readonly last: Interaction | undefined }) => (
  <EmptyState
    mark
    title="Nothing needs you"
    below={last === undefined ? undefined : <Last question={last} />}
    actions={
      <ButtonLink look="ghost" href={inboxHref("history", null)} prefetch={false}>
        See history
      </ButtonLink>
    }
  >
    When a run stops for a person, it appears here at once. You can leave this page open.
  </EmptyState>
)

const Last = ({ question }: { readonly question: Interaction }) => {
  const look = interactionLook(question.status, question.kind)
  const by = question.resolvedBy === null || question.status === "expired" ? "" : ` by ${question.resolvedBy.label}`
  return (
    <div className="mt-4 flex min-h-11 w-full items-center gap-2.5 rounded-lg border border-border bg-surface-raised px-4 py-2 text-left">
      <StatusSquare look={look} />
      <span className="min-w-0 flex-1 truncate max-md:whitespace-normal">
        Last:{" "}
        <b className="font-emphasis">
          <VisibleText text={`${look.word.toLowerCase()}${by}`} />
        </b>{" "}
        <span className="mono text-text-muted">
          <VisibleText text={questionTitle(question)} />
        </span>
      </span>
      {question.resolvedAt !== null && <TimeStamp at={question.resolvedAt} show="clock" className="mono text-text-muted" />}
    </div>
  )
}
