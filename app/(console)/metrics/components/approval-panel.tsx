import { formatCount } from "@/app/hooks/number-format"
import { outcomeWord } from "@/app/ui/run-status"
import type { InteractionStatus } from "@/server/domain/interaction"
import type { ApprovalFigures } from "@/server/domain/metrics"
import { runsHref } from "../metrics-range"
import { Figure, TimeFigure } from "./figure"

type Span = { readonly from: number; readonly to: number }

const outcomes: ReadonlyArray<{ readonly status: InteractionStatus; readonly name: string; readonly approval: string }> = [
  { status: "pending", name: "Waiting for a person", approval: "pending" },
  { status: "accepted", name: "Approved or answered", approval: "accepted" },
  { status: "declined", name: outcomeWord.declined, approval: "declined" },
  { status: "expired", name: outcomeWord.expired, approval: "expired" },
  { status: "cancelled", name: outcomeWord.cancelled, approval: "cancelled" },
  { status: "failed", name: outcomeWord.failed, approval: "any" }
]

/** What became of the questions that were asked, and how long people took over those that they answered. */
export const ApprovalPanel = ({ figures, span }: { readonly figures: ApprovalFigures; readonly span: Span }) => {
  const asked = Object.values(figures.counts).reduce((sum, n) => sum + n, 0)
  if (asked === 0) return <p className="px-4 py-3 text-text-muted">These runs asked nobody.</p>
  const longer = (ms: number): string => runsHref(span, { minDurationMs: ms, approval: "any" })
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-border px-4 py-3">
        <span className="text-text-muted">A person answered after</span>
        {(["p50", "p95", "p99"] as const).map((key) => (
          <span key={key} className="flex items-baseline gap-1.5">
            <span className="text-xs text-text-muted">{key}</span>
            <TimeFigure ms={figures.latency[key]} href={longer} what="Runs with a question that took at least so long" />
          </span>
        ))}
      </p>
      <dl>
        {outcomes
          .filter(({ status }) => (figures.counts[status] ?? 0) > 0)
          .map(({ status, name, approval }) => (
            <div key={status} className="flex items-center gap-3 border-border px-4 py-2 not-first:border-t">
              <dt className="flex-1">{name}</dt>
              <dd>
                <Figure href={runsHref(span, { approval })}>{formatCount(figures.counts[status] ?? 0)}</Figure>
              </dd>
            </div>
          ))}
      </dl>
    </>
  )
}
