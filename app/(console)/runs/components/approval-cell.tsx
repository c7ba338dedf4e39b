"use client"
import { ButtonLink } from "@/app/ui/button-link"
import { Since } from "@/app/ui/duration"
import { outcomeWord } from "@/app/ui/run-status"
import type { RunSummary } from "@/server/domain/run"

type Props = { readonly run: RunSummary; readonly isStale: boolean; readonly mayDecide: boolean }

/** While a run waits: since when, and the way to its card, which is where deciding happens. Afterwards: who decided. */
export const ApprovalCell = ({ run, isStale, mayDecide }: Props) => {
  if (run.waitingInteractionId !== null && run.pendingInteractionCount > 0) {
    if (isStale) return <span className="text-xs text-text-muted">open to decide</span>
    const href = `/approvals/${run.waitingInteractionId}`
    return (
      <span className="flex items-center gap-1.5 max-md:mt-[5px] max-md:gap-2">
        {run.waitingSince !== null && <Since at={run.waitingSince} className="mr-auto font-emphasis text-waiting-text max-[960px]:hidden" />}
        {mayDecide && run.waitingFor === "approval" ? (
          <>
            <RowLink href={href}>Decline</RowLink>
            <RowLink href={href} primary>
              <span className="max-md:after:content-['…']">Approve</span>
            </RowLink>
          </>
        ) : (
          <RowLink href={href}>{!mayDecide || run.waitingFor === "url" ? "Open" : "Answer"}</RowLink>
        )}
      </span>
    )
  }
  return run.lastDecision === null ? null : <span className="text-xs text-text-muted">{decisionText(run.lastDecision)}</span>
}

const RowLink = ({ href, primary = false, children }: { readonly href: string; readonly primary?: boolean; readonly children: React.ReactNode }) => (
  <ButtonLink
    href={href}
    prefetch={false}
    size="sm"
    look={primary ? "primary" : "default"}
    className="max-md:h-10 max-md:flex-1 max-md:rounded-md max-md:text-[14px]"
  >
    {children}
  </ButtonLink>
)

const decisionText = ({ action, by }: NonNullable<RunSummary["lastDecision"]>): string =>
  action === "expired" ? outcomeWord.expired : `${outcomeWord[action]} · ${by}`
