import { formatCount } from "@/app/hooks/number-format"
import { runLook, runStatuses, type StatusLook } from "@/app/ui/run-status"
import { StatusBadge } from "@/app/ui/status-badge"
import type { RunFigures } from "@/server/domain/metrics"
import type { RunStatus } from "@/server/domain/run"
import { formatShare, runsHref } from "../metrics-range"
import { Figure } from "./figure"

const ended: ReadonlyArray<RunStatus> = ["completed", "failed", "interrupted", "cancelled"]
const bad: ReadonlyArray<RunStatus> = ["failed", "interrupted"]

/** All questions together, whatever they ask for. */
const lookOf = (status: RunStatus): StatusLook => {
  const look = runLook({ status, waitingFor: null, pendingInteractionCount: 1 })
  return status === "waiting_for_interaction" ? { ...look, word: "Waiting for a person" } : look
}

/** How runs ended, and the share that ended badly of those that are over. */
export const RunOutcomes = ({ figures, span }: { readonly figures: RunFigures; readonly span: { readonly from: number; readonly to: number } }) => {
  const count = (statuses: ReadonlyArray<RunStatus>): number => statuses.reduce((sum, status) => sum + (figures.counts[status] ?? 0), 0)
  return (
    <>
      <div className="flex items-baseline gap-2 border-b border-border px-4 py-3">
        <Figure href={runsHref(span, { status: bad })} className="text-xl leading-7 font-semibold tracking-display">
          {formatShare(count(bad), count(ended))}
        </Figure>
        <span className="text-text-muted">
          failed or were interrupted, of {formatCount(count(ended))} that {count(ended) === 1 ? "is" : "are"} over
        </span>
      </div>
      <dl>
        {runStatuses
          .filter((status) => (figures.counts[status] ?? 0) > 0)
          .map((status) => (
            <div key={status} className="flex items-center gap-3 border-border px-4 py-1.5 not-first:border-t">
              <dt className="flex-1">
                <StatusBadge look={lookOf(status)} />
              </dt>
              <dd>
                <Figure href={runsHref(span, { status: [status] })}>{formatCount(figures.counts[status] ?? 0)}</Figure>
              </dd>
            </div>
          ))}
      </dl>
    </>
  )
}
