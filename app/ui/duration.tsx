"use client"
import type { RunSummary } from "@/server/domain/run"
import { formatDuration } from "../hooks/time-format"
import { useNow, useTime } from "../hooks/use-clock"
import { cx } from "./cx"
import { isOver } from "./run-status"
import { durationOf, trackOf } from "./run-time"

type RunTimes = Pick<RunSummary, "status" | "startedAt" | "durationMs" | "humanWaitMs" | "waitingSince">

/** How long a run took or has taken so far, and the track that shows which part was human. */
export const RunDuration = ({ run, track = true }: { readonly run: RunTimes; readonly track?: boolean }) =>
  isOver(run.status) || run.status === "queued" ? <Drawn run={run} now={run.startedAt} track={track} /> : <Running run={run} track={track} />

const Running = ({ run, track }: { readonly run: RunTimes; readonly track: boolean }) => <Drawn run={run} now={useNow()} track={track} />

const Drawn = ({ run, now, track }: { readonly run: RunTimes; readonly now: number; readonly track: boolean }) => {
  const time = durationOf(run, now)
  return (
    <span className="flex items-center justify-end gap-[9px] tabular-nums">
      <span>{time === null ? "–" : formatDuration(time.totalMs, { whole: !isOver(run.status) })}</span>
      {track && <Track {...trackOf(time)} waiting={run.waitingSince !== null} />}
    </span>
  )
}

const Track = ({ machine, human, waiting }: { readonly machine: number; readonly human: number; readonly waiting: boolean }) => (
  <span className="relative h-1 w-[42px] flex-none overflow-hidden rounded-[2px] bg-surface-active" aria-hidden="true">
    <i className="absolute inset-y-0 left-0 rounded-[2px] bg-text-subtle" style={{ width: `${machine}%` }} />
    {human > 0 && (
      <i className={cx("hatch absolute inset-y-0", waiting && "[--hatch:var(--color-waiting)]")} style={{ left: `${machine}%`, width: `${human}%` }} />
    )}
  </span>
)

/** A timer since a moment, whole seconds. */
export const Since = ({ at, className }: { readonly at: number; readonly className?: string }) => {
  return <span className={cx("tabular-nums", className)}>{useTime((now) => formatDuration(now - at, { whole: true }))}</span>
}
