import type { Percentiles, RunFigures } from "@/server/domain/metrics"
import { runsHref } from "../metrics-range"
import { cellClass, headClass, TimeFigure } from "./figure"

type Span = { readonly from: number; readonly to: number }

const columns = [
  { key: "p50", name: "p50", about: "half of the runs took no longer" },
  { key: "p95", name: "p95", about: "95 of 100 runs took no longer" },
  { key: "p99", name: "p99", about: "99 of 100 runs took no longer" }
] as const

const atLeast = "Runs that took at least so long, people included"

/** p50, p95 and p99 of runs that are over; people's time is a row of its own and hatched, as everywhere. */
export const RunTimes = ({ figures, span }: { readonly figures: RunFigures; readonly span: Span }) => {
  const rows = [
    { name: "Whole run", times: figures.total, hatched: false, approval: undefined },
    { name: "Without people", times: figures.machine, hatched: false, approval: undefined },
    { name: "Waiting for people", times: figures.human, hatched: true, approval: "any" }
  ] as const
  const longest = Math.max(1, ...rows.map(({ times }) => times.p95 ?? 0))
  return (
    <table className="w-full">
      <thead>
        <tr className="border-b border-border">
          <th scope="col" className={headClass}>
            Time
          </th>
          <th scope="col" className={`${headClass} w-[96px] max-sm:hidden`}>
            <span className="sr-only">p50 and p95 drawn</span>
          </th>
          {columns.map(({ key, name, about }) => (
            <th key={key} scope="col" title={about} className={headClass}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, times, hatched, approval }) => (
          <tr key={name} className="border-border not-first:border-t">
            <th scope="row" className={`${cellClass} font-normal whitespace-nowrap`}>
              {name}
            </th>
            <td className={`${cellClass} max-sm:hidden`}>
              <Track times={times} longest={longest} hatched={hatched} />
            </td>
            {columns.map(({ key }) => (
              <td key={key} className={cellClass}>
                <TimeFigure ms={times[key]} what={atLeast} href={(ms) => runsHref(span, { minDurationMs: ms, ...(approval !== undefined && { approval }) })} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Up to p50 in full colour, on to p95 in a lighter one. Decoration: the numbers are beside it. */
const Track = ({ times, longest, hatched }: { readonly times: Percentiles; readonly longest: number; readonly hatched: boolean }) => {
  const widthOf = (ms: number | null): string => `${ms === null ? 0 : Math.max(2, (ms / longest) * 100)}%`
  return (
    <span className="relative block h-2 overflow-hidden rounded-[2px] bg-surface-active" aria-hidden="true">
      <i className={`absolute inset-y-0 left-0 rounded-[2px] ${hatched ? "hatch opacity-60" : "bg-border-control/50"}`} style={{ width: widthOf(times.p95) }} />
      <i className={`absolute inset-y-0 left-0 rounded-[2px] ${hatched ? "hatch" : "bg-text-subtle"}`} style={{ width: widthOf(times.p50) }} />
    </span>
  )
}
