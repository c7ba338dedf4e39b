"use client"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { formatCount, runsWord } from "@/app/hooks/number-format"
import { formatMarks, formatRange } from "@/app/hooks/time-format"
import { useTRPC } from "@/app/hooks/trpc"
import { useTime, useZone } from "@/app/hooks/use-clock"
import { useGo } from "@/app/hooks/use-url-state"
import { Button } from "@/app/ui/button"
import { cx } from "@/app/ui/cx"
import { statusWord } from "@/app/ui/run-status"
import type { RunStatus } from "@/server/domain/run"
import { barOf, type Histogram, runsIn, type Span, stackOrder, sumOf, timesOf } from "../histogram"
import type { RunsInput } from "../list-conditions"
import { changed, hrefOf, type ListState } from "../list-state"
import { useBrush } from "./use-brush"

const fills: Readonly<Record<RunStatus, string>> = {
  completed: "var(--color-completed-quiet)",
  failed: "var(--color-failed)",
  interrupted: "none",
  cancelled: "var(--color-cancelled)",
  queued: "var(--color-queued)",
  running: "var(--color-running)",
  waiting_for_interaction: "var(--color-waiting)"
}

type Props = { readonly state: ListState; readonly input: RunsInput; readonly isStale: boolean }

/** When the runs of the filter started, by status. It may fail alone, and its place is kept while it is on its way. */
const HistogramChart = ({ state, input, isStale }: Props) => {
  const trpc = useTRPC()
  const chart = useQuery(trpc.runs.histogram.queryOptions(input, { placeholderData: keepPreviousData }))
  if (chart.data === undefined) {
    return chart.isError ? (
      <div className="flex h-full items-center gap-3 px-4 text-text-muted max-md:px-3.5" role="alert">
        The chart could not be read.
        <Button size="sm" onClick={() => void chart.refetch()}>
          Retry
        </Button>
      </div>
    ) : null
  }
  return <Drawn state={state} data={chart.data} isStale={isStale || chart.isError} />
}
export default HistogramChart

const Drawn = ({ state, data, isStale }: { readonly state: ListState; readonly data: Histogram; readonly isStale: boolean }) => {
  const go = useGo()
  const zone = useZone()
  const { buckets } = data
  const take = (span: Span) => {
    const times = timesOf(data, span)
    if (times !== null) go(hrefOf(changed(state, { last: null, ...times })))
  }
  const reset = () => go(hrefOf(changed(state, { last: null, from: null, to: null })))
  const brush = useBrush({ count: buckets.length, onTake: take, onReset: reset })
  const spanWords = useSpanWords(data, brush.span, zone)
  const tallest = Math.max(0, ...buckets.map(({ counts }) => sumOf(counts)))
  return (
    <div className={cx("px-4 max-md:px-3.5", isStale && "grayscale-80")}>
      <Legend data={data} />
      <div
        {...brush.handlers}
        className="relative h-[60px] touch-pan-y cursor-crosshair outline-offset-2 max-md:h-11"
        role="slider"
        tabIndex={0}
        aria-label="Runs over time: arrow keys move, with Shift they select, Enter takes the range, Escape resets it"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, buckets.length - 1)}
        aria-valuenow={brush.span?.to ?? 0}
        aria-valuetext={spanWords ?? "no range selected"}
      >
        <svg className="block size-full overflow-visible" viewBox={`0 0 ${Math.max(1, buckets.length) * 10} 60`} preserveAspectRatio="none" aria-hidden="true">
          {buckets.map(({ start, counts }, index) =>
            barOf(counts, tallest, 60).map(({ status, y, height }) => (
              <rect
                key={`${start} ${status}`}
                x={index * 10 + 0.6}
                y={y}
                width={8.8}
                height={height}
                fill={fills[status]}
                {...(status === "interrupted" && { stroke: "var(--color-interrupted)", strokeWidth: 1.3, vectorEffect: "non-scaling-stroke" })}
              />
            ))
          )}
        </svg>
        {brush.span !== null && <Brush span={brush.span} count={buckets.length} words={spanWords} />}
      </div>
      <Axis data={data} zone={zone} />
    </div>
  )
}

const useSpanWords = (data: Histogram, span: Span | null, zone: string): string | null => {
  const times = span === null ? null : timesOf(data, span)
  const precision = { seconds: data.bucketMs < 60_000 }
  const range = useTime((now) => (times === null ? "" : formatRange(times.from, times.to, now, zone, precision)))
  if (span === null || times === null) return null
  const count = runsIn(data, span)
  return `${range} · ${formatCount(count)} ${runsWord(count)}`
}

const Legend = ({ data }: { readonly data: Histogram }) => {
  const totals = stackOrder.map((status) => ({ status, count: data.buckets.reduce((sum, { counts }) => sum + (counts[status] ?? 0), 0) }))
  return (
    <div className="flex h-8 items-center gap-4 overflow-hidden text-xs whitespace-nowrap text-text-muted max-md:h-auto max-md:flex-wrap max-md:gap-x-3.5 max-md:gap-y-1 max-md:py-2">
      {totals
        .filter(({ count }) => count > 0)
        .map(({ status, count }) => (
          <span key={status} className="flex items-center">
            <i
              className="mr-1.5 inline-block size-2 rounded-[2px]"
              style={status === "interrupted" ? { boxShadow: "inset 0 0 0 1.3px var(--color-interrupted)" } : { background: fills[status] }}
            />
            {statusWord(status)}
            <b className="ml-[5px] font-emphasis text-text tabular-nums">{formatCount(count)}</b>
          </span>
        ))}
      <span className="flex-1" />
      <span className="text-text-subtle max-lg:hidden">Drag to select a range, double click to reset</span>
    </div>
  )
}

const Brush = ({ span, count, words }: { readonly span: Span; readonly count: number; readonly words: string | null }) => (
  <div
    className="pointer-events-none absolute -top-1 bottom-0 rounded-[2px] border-x-[1.5px] border-accent bg-[color-mix(in_oklch,var(--color-accent)_9%,transparent)]"
    style={{ left: `${(span.from / count) * 100}%`, width: `${((span.to - span.from + 1) / count) * 100}%` }}
  >
    <i className="absolute top-1/2 -left-[4.5px] -mt-[9px] h-[18px] w-[7px] rounded-xs border-[1.5px] border-accent bg-surface-raised" />
    <i className="absolute top-1/2 -right-[4.5px] -mt-[9px] h-[18px] w-[7px] rounded-xs border-[1.5px] border-accent bg-surface-raised" />
    <em className="absolute -top-[25px] left-1/2 -translate-x-1/2 rounded-[4px] bg-text px-[7px] text-[11px] leading-[18px] font-medium whitespace-nowrap text-surface not-italic tabular-nums">
      {words}
    </em>
  </div>
)

const marks = 6

const Axis = ({ data, zone }: { readonly data: Histogram; readonly zone: string }) => {
  const { buckets, bucketMs } = data
  const end = (buckets.at(-1)?.start ?? 0) + bucketMs
  const isNow = useTime((now) => end >= now - bucketMs)
  const today = useTime((now) => Math.floor(now / 60_000) * 60_000)
  if (buckets.length === 0) return <div className="h-[22px]" />
  const start = buckets[0]?.start ?? 0
  const precision = { seconds: end - start < marks * 60_000 }
  const times = Array.from({ length: marks + 1 }, (_, index) => start + ((end - start) * index) / marks)
  const words = formatMarks(times, today, zone, precision)
  return (
    <div className="flex justify-between text-[11px] leading-[22px] text-text-subtle tabular-nums max-md:[&>span:nth-child(even)]:hidden">
      {times.map((at, index) => (
        <span key={at}>{index === marks && isNow ? "now" : words[index]}</span>
      ))}
    </div>
  )
}
