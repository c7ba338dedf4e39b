import type { ReactNode } from "react"
import { formatCount } from "@/app/hooks/number-format"
import { ActorMark } from "@/app/ui/actor-mark"
import { VisibleText } from "@/app/ui/untrusted-text"
import type { ActorFigures, Percentiles, ToolFigures } from "@/server/domain/metrics"
import { formatShare, type RunsBehind, runsHref } from "../metrics-range"
import { cellClass, Figure, headClass, TimeFigure } from "./figure"

type Span = { readonly from: number; readonly to: number }

/** Per actor: how many runs, how many ended badly, how long they took without people. */
export const ActorTable = ({ figures, span }: { readonly figures: ReadonlyArray<ActorFigures>; readonly span: Span }) => (
  <Rows
    head="Actor"
    counts="Runs"
    rows={figures.map(({ actor, runs, failed, ...times }) => ({
      key: actor.id,
      behind: { actor: actor.id },
      failedBehind: { actor: actor.id, status: ["failed", "interrupted"] },
      name: (
        <span className="flex min-w-0 items-center gap-1.5">
          <ActorMark actor={actor} />
          <span className="truncate">
            <VisibleText text={actor.label} />
          </span>
        </span>
      ),
      count: runs,
      failed,
      times
    }))}
    span={span}
  />
)

/** Per tool: how many calls, how many failed, how long they took without the wait for an approval. */
export const ToolTable = ({ figures, span }: { readonly figures: ReadonlyArray<ToolFigures>; readonly span: Span }) =>
  figures.length === 0 ? (
    <p className="px-4 py-3 text-text-muted">These runs called no tool.</p>
  ) : (
    <Rows
      head="Tool"
      counts="Calls"
      rows={figures.map(({ path, calls, failed, runs: _, ...times }) => ({
        key: path,
        behind: { tool: path },
        failedBehind: { tool: path },
        name: (
          <span className="mono block truncate" title={path}>
            {path}
          </span>
        ),
        count: calls,
        failed,
        times
      }))}
      span={span}
    />
  )

interface Row {
  readonly key: string
  readonly behind: RunsBehind
  readonly failedBehind: RunsBehind
  readonly name: ReactNode
  readonly count: number
  readonly failed: number
  readonly times: Percentiles
}

const Rows = ({ head, counts, rows, span }: { readonly head: string; readonly counts: string; readonly rows: ReadonlyArray<Row>; readonly span: Span }) => (
  <table className="w-full table-fixed max-md:min-w-[520px]">
    <thead>
      <tr className="border-b border-border">
        <th scope="col" className={headClass}>
          {head}
        </th>
        <th scope="col" className={`${headClass} w-[72px]`}>
          {counts}
        </th>
        <th scope="col" className={`${headClass} w-[72px]`}>
          Failed
        </th>
        {(["p50", "p95", "p99"] as const).map((name) => (
          <th key={name} scope="col" className={`${headClass} w-[76px]`}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, behind, failedBehind, name, count, failed, times }) => (
        <tr key={key} className="border-border not-first:border-t">
          <th scope="row" className={`${cellClass} overflow-hidden font-normal`}>
            {name}
          </th>
          <td className={cellClass}>
            <Figure href={runsHref(span, behind)}>{formatCount(count)}</Figure>
          </td>
          <td className={cellClass}>
            {failed === 0 ? (
              <span className="text-text-subtle">0</span>
            ) : (
              <Figure href={runsHref(span, failedBehind)}>
                <span title={`${formatCount(failed)} of ${formatCount(count)}`}>{formatShare(failed, count)}</span>
              </Figure>
            )}
          </td>
          {(["p50", "p95", "p99"] as const).map((percentile) => (
            <td key={percentile} className={cellClass}>
              <TimeFigure ms={times[percentile]} href={(ms) => runsHref(span, { ...behind, minDurationMs: ms })} what="Runs that took at least so long" />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
