"use client"
import { useMemo, useState } from "react"
import { formatDuration } from "@/app/hooks/time-format"
import { useTime } from "@/app/hooks/use-clock"
import { cx } from "@/app/ui/cx"
import { VirtualRows } from "@/app/ui/virtual-rows"
import type { RowRange } from "@/app/ui/visible-rows"
import type { ShownRun } from "@/server/domain/shown-run"
import type { RunViewState } from "../run-view-state"
import { axisTicks, type TimeScale, timeScale, type WaterfallRow, type WaterfallSegment, waterfallRows } from "../waterfall"
import { ColumnHead } from "./column-head"
import { ProgramColumn } from "./program-column"
import { RebuildMarks, Rebuilds } from "./rebuilds"
import { SelectedCall } from "./selected-call"
import { Wires } from "./wires"

interface Props {
  readonly run: ShownRun
  readonly selected: string | null
  readonly onShow: (view: Partial<RunViewState>) => void
  readonly path: string
}

/** What is pointed at: a bar, or a line with all the bars of its calls. */
interface Pointed {
  readonly line: number | null
  readonly key: string | null
}

const nothing: Pointed = { line: null, key: null }

/** One bar a call beside the program, joined by wires; who points at one sees the other. */
export const TimelineTab = ({ run, selected, onShow, path }: Props) => {
  const onSelect = (call: string | null): void => onShow({ call })
  const now = useTime((time) => run.finishedAt ?? time)
  const rows = useMemo(() => waterfallRows(run.toolCalls, run.interactions, now), [run.toolCalls, run.interactions, now])
  const scale = useMemo(() => timeScale(rows, run.startedAt, Math.max(now, run.startedAt)), [rows, run.startedAt, now])
  const [pointed, setPointed] = useState(nothing)
  const [range, setRange] = useState<RowRange>({ start: 0, end: 0 })
  const chosen = rows.find((row) => row.key === selected)
  const shown: Pointed = pointed.line !== null || pointed.key !== null ? pointed : { line: chosen?.line ?? null, key: chosen?.key ?? null }
  const isLinked = (row: WaterfallRow): boolean => (shown.key !== null ? row.key === shown.key : row.line !== null && row.line === shown.line)
  const pickLine = (line: number): void => {
    const row = rows.findLast((one) => one.line === line)
    if (row !== undefined) onSelect(row.key)
  }
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_44px_minmax(0,1.06fr)] bg-surface-sunken @max-[780px]/run:grid-cols-1">
      <ProgramColumn
        run={run}
        linked={shown.line}
        aside={<span className="font-normal text-text-subtle max-md:hidden">point at a line or a bar</span>}
        onPoint={(line) => setPointed({ line, key: null })}
        onPick={pickLine}
        className="border-r border-border @max-[780px]/run:border-r-0 @max-[780px]/run:border-b"
      />
      <Wires rows={rows} isLinked={isLinked} range={range} />
      <div className="min-w-0 border-l border-border bg-surface @max-[780px]/run:border-l-0">
        <ColumnHead>
          <h2 className="text-text">Calls</h2>
          <span className="font-normal text-text-subtle tabular-nums">{rows.length}</span>
          <span className="flex-1" />
          <span className="flex items-center gap-3.5 font-normal" aria-hidden="true">
            <span className="flex items-center gap-1.5">
              <i className="inline-block size-2 rounded-[2px] bg-completed" />
              tool
            </span>
            <span className="flex items-center gap-1.5">
              <i className="hatch inline-block h-2 w-4 rounded-[2px] inset-ring inset-ring-border-strong" />
              person
            </span>
          </span>
        </ColumnHead>
        {rows.length === 0 ? (
          <p className="px-4 py-4 text-text-muted">{run.finishedAt === null ? "No call yet." : "The program called no tool and asked nobody."}</p>
        ) : (
          <>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the rows inside are buttons */}
            <div className="relative" data-timeline onMouseLeave={() => setPointed(nothing)}>
              <Gaps scale={scale} />
              <RebuildMarks of={run.rebuilds} scale={scale} />
              <VirtualRows
                count={rows.length}
                rowHeight={32}
                phoneRowHeight={50}
                reveal={selected === null ? -1 : rows.findIndex((row) => row.key === selected)}
                onRange={setRange}
                render={(index) => {
                  const row = rows[index]
                  if (row === undefined) return null
                  return (
                    <Row
                      key={row.key}
                      row={row}
                      scale={scale}
                      now={now}
                      linked={isLinked(row)}
                      pressed={row.key === selected}
                      onPoint={setPointed}
                      onSelect={onSelect}
                    />
                  )
                }}
              />
            </div>
            <Axis scale={scale} />
          </>
        )}
        {/* Below the bars: the wires count their rows from the top. */}
        <Rebuilds of={run.rebuilds} />
        {chosen !== undefined && <SelectedCall run={run} row={chosen} path={path} onShow={onShow} />}
      </div>
    </div>
  )
}

const looks: Record<WaterfallSegment["look"], string> = {
  completed: "bg-completed",
  running: "bg-running",
  failed: "bg-failed",
  cancelled: "bg-cancelled",
  answered: "hatch inset-ring inset-ring-border-strong",
  waiting: "hatch inset-ring-[1.5px] inset-ring-waiting [--hatch:var(--color-waiting)]"
}

interface RowProps {
  readonly row: WaterfallRow
  readonly scale: TimeScale
  readonly now: number
  readonly linked: boolean
  readonly pressed: boolean
  readonly onPoint: (pointed: Pointed) => void
  readonly onSelect: (key: string | null) => void
}

const columns = "grid grid-cols-[38px_188px_minmax(0,1fr)_74px] max-md:grid-cols-[44px_minmax(0,1fr)_auto]"

const Row = ({ row, scale, now, linked, pressed, onPoint, onSelect }: RowProps) => (
  <button
    type="button"
    aria-pressed={pressed}
    data-linked={linked || undefined}
    onMouseEnter={() => onPoint({ line: row.line, key: row.key })}
    onFocus={() => onPoint({ line: row.line, key: row.key })}
    onBlur={() => onPoint(nothing)}
    onClick={() => onSelect(pressed ? null : row.key)}
    className={cx(
      columns,
      "relative h-8 w-full items-center border-b border-[color-mix(in_oklch,var(--color-border)_55%,transparent)] pr-4 text-left text-xs -outline-offset-2 max-md:h-[50px] max-md:grid-rows-[24px_18px] max-md:content-center max-md:py-1 max-md:pr-3.5",
      row.waiting ? "bg-waiting-soft" : linked && "bg-accent-soft"
    )}
  >
    <span
      className={cx("pl-3 font-mono text-2xs font-medium", row.waiting ? "font-emphasis text-waiting-text" : linked ? "text-accent-text" : "text-text-subtle")}
    >
      {row.line === null ? "" : `L${row.line}`}
    </span>
    <span className="mono truncate pr-2">{row.path}</span>
    <span className="relative h-8 max-md:col-span-2 max-md:col-start-2 max-md:h-3">
      {row.segments.map((segment) => (
        <Bar key={`${segment.kind}${segment.from}`} segment={segment} scale={scale} />
      ))}
    </span>
    <span className={cx("text-right tabular-nums max-md:col-start-3 max-md:row-start-1", row.waiting ? "font-emphasis text-waiting-text" : "text-text-muted")}>
      {formatDuration((row.endedAt ?? now) - row.startedAt, { whole: row.endedAt === null })}
    </span>
  </button>
)

const Bar = ({ segment, scale }: { readonly segment: WaterfallSegment; readonly scale: TimeScale }) => {
  const left = scale.at(segment.from)
  const width = scale.at(segment.to) - left
  return (
    <i
      className={cx("absolute top-2.5 h-3 min-w-[3px] rounded-[2px] max-md:top-0.5 max-md:h-2.5", looks[segment.look])}
      style={{ left: `min(${left}%, 100% - 3px)`, width: `${width}%` }}
    />
  )
}

/** Stretches in which nothing was called, cut short: how long they really were stands in them. */
const Gaps = ({ scale }: { readonly scale: TimeScale }) => (
  <div className="pointer-events-none absolute inset-y-0 right-[90px] left-[226px] max-md:hidden" aria-hidden="true">
    {scale.parts
      .filter((part) => part.kind === "idle" && part.collapsed && part.width > 1)
      .map((part) => (
        <i
          key={part.from}
          className="absolute inset-y-0 border-x border-dashed border-border-strong"
          style={{ left: `${part.left}%`, width: `${part.width}%` }}
          title={formatDuration(part.to - part.from)}
        />
      ))}
  </div>
)

const Axis = ({ scale }: { readonly scale: TimeScale }) => (
  <div className={cx(columns, "h-[26px] items-center border-b border-border pr-4 text-2xs text-text-subtle max-md:hidden")} aria-hidden="true">
    <span />
    <span />
    <span className="relative h-4 tabular-nums">
      {axisTicks(scale).map((tick) => (
        <span
          key={`${tick.of}${tick.left}`}
          className={cx("absolute top-0 whitespace-nowrap", tick.left > 95 ? "-translate-x-full" : tick.left > 3 && "-translate-x-1/2")}
          style={{ left: `${tick.left}%` }}
        >
          {tick.ms === 0 ? "0 s" : formatDuration(tick.ms, { whole: tick.ms >= 10_000 })}
        </span>
      ))}
    </span>
    <span />
  </div>
)
