"use client"
import { ButtonLink } from "@/app/ui/button-link"
import { Since } from "@/app/ui/duration"
import { questionTitle } from "@/app/ui/question-words"
import { Receipt } from "@/app/ui/receipt"
import { waitingLook } from "@/app/ui/run-status"
import { StatusSquare } from "@/app/ui/status-badge"
import { VisibleText } from "@/app/ui/untrusted-text"
import type { Interaction } from "@/server/domain/interaction"
import type { Run } from "@/server/domain/run"

/** Each question of the run: what was shown, who answered, when and why. */
export const ApprovalsTab = ({ run }: { readonly run: Run }) => {
  if (run.interactions.length === 0)
    return <p className="px-5 py-4 text-text-muted max-md:px-3.5">{run.finishedAt === null ? "Nobody has been asked yet." : "Nobody was asked."}</p>
  return (
    <div className="flex-1 bg-surface-sunken px-5 py-5 max-md:px-0 max-md:py-3">
      <ul className="mx-auto grid grid-cols-[minmax(0,1fr)] max-w-[800px] gap-3">
        {run.interactions.map((question) => (
          <li key={question.id}>{question.status === "pending" ? <Open question={question} /> : <Receipt question={question} run={run} />}</li>
        ))}
      </ul>
    </div>
  )
}

const Open = ({ question }: { readonly question: Interaction }) => (
  <div className="flex min-h-12 items-center gap-2.5 rounded-lg border border-border bg-surface-raised px-4 py-2 max-md:rounded-none max-md:border-x-0 max-md:px-3.5">
    <StatusSquare look={waitingLook(question.kind)} />
    <span className="min-w-0 flex-1 truncate">
      <b className="font-semibold">Waits for a person</b>
      <span className="text-text-muted">
        {" · "}
        <span className="mono">
          <VisibleText text={questionTitle(question)} />
        </span>
        {" · "}
        <Since at={question.createdAt} />
      </span>
    </span>
    <ButtonLink size="sm" href={`/approvals/${question.id}`} prefetch={false}>
      Open card
    </ButtonLink>
  </div>
)
