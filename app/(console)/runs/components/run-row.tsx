"use client"
import Link from "next/link"
import { type MouseEvent, memo, useEffect, useRef } from "react"
import { cx } from "@/app/ui/cx"
import { RunDuration } from "@/app/ui/duration"
import { LinkProgress } from "@/app/ui/link-progress"
import { RunStatusBadge } from "@/app/ui/status-badge"
import { ToolTag } from "@/app/ui/tag"
import { TimeStamp } from "@/app/ui/time-stamp"
import type { RunSummary } from "@/server/domain/run"
import type { Row } from "../live-rows"
import { ActorName } from "./actor-name"
import { ApprovalCell } from "./approval-cell"
import { columnClass } from "./columns"

type Props = { readonly row: Row; readonly isStale: boolean; readonly mayDecide: boolean }

const cellClass =
  "h-8 overflow-hidden border-b border-[color-mix(in_oklch,var(--color-border)_62%,transparent)] text-ellipsis whitespace-nowrap max-md:h-auto max-md:border-0"

/** Rows are told apart by their run: a message about one of them renders that one. */
export const RunRow = memo(
  (props: Props) => <PlainRow {...props} />,
  (a, b) => a.row.run === b.row.run && a.row.matches === b.row.matches && a.isStale === b.isStale && a.mayDecide === b.mayDecide
)

const PlainRow = ({ row: { run, matches }, isStale, mayDecide }: Props) => {
  const tr = useTint(`${run.status} ${run.pendingInteractionCount} ${run.failedToolCallCount} ${run.lastDecision?.action ?? ""}`)
  const link = useRef<HTMLAnchorElement>(null)
  const href = `/runs/${run.id}`
  // The title is the link; the rest of the row only makes it easier to hit.
  const open = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest("a, button") !== null) return
    if (window.getSelection()?.isCollapsed === false) return
    if (event.metaKey || event.ctrlKey) window.open(href, "_blank", "noopener")
    else link.current?.click()
  }
  return (
    <tr
      ref={tr}
      onClick={open}
      className={cx(
        "group cursor-default hover:bg-surface-hover has-[[data-row-link]:focus-visible]:bg-surface-selected",
        "max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center max-md:gap-[5px] max-md:border-b max-md:border-border max-md:px-3.5 max-md:pt-2.5 max-md:pb-[11px]",
        !matches && "gone"
      )}
    >
      <td className={cx(columnClass.status, cellClass, "group-has-[[data-row-link]:focus-visible]:shadow-[inset_2px_0_var(--color-focus)]")}>
        <span className="stale-media flex">
          <RunStatusBadge run={run} className={run.status === "waiting_for_interaction" && run.pendingInteractionCount > 0 ? "-ml-1.5 max-md:ml-0" : ""} />
        </span>
      </td>
      <td className={cx(columnClass.title, cellClass)}>
        <Link
          ref={link}
          data-row-link=""
          href={href}
          prefetch={false}
          title={run.title}
          className="title-mono block truncate outline-none max-md:text-[13px] max-md:leading-5 max-md:tracking-[-0.02em]"
        >
          {run.title}
          <LinkProgress />
        </Link>
      </td>
      <td className={cx(columnClass.tools, cellClass)}>
        <Tools run={run} />
      </td>
      <td className={cx(columnClass.actor, cellClass)}>
        <ActorName actor={run.actor} />
      </td>
      <td className={cx(columnClass.trigger, cellClass, "text-text-muted")}>{run.trigger}</td>
      <td className={cx(columnClass.started, cellClass, "text-text-muted tabular-nums max-md:text-xs max-md:text-text-subtle")}>
        <TimeStamp at={run.startedAt} show="ago" />
      </td>
      <td className={cx(columnClass.duration, cellClass, "text-right max-md:text-xs max-md:text-text-muted")}>
        <span className="stale-media block">
          <RunDuration run={run} />
        </span>
      </td>
      <td className={cx(columnClass.approval, cellClass, run.waitingInteractionId === null && "max-md:hidden")}>
        {matches ? <ApprovalCell run={run} isStale={isStale} mayDecide={mayDecide} /> : <span className="text-xs text-text-muted">no longer matches</span>}
      </td>
    </tr>
  )
}

/** A row shows for a second that something about it is new: its standing, not each of its calls. */
const useTint = (standing: string) => {
  const row = useRef<HTMLTableRowElement>(null)
  const shown = useRef(standing)
  useEffect(() => {
    if (shown.current === standing) return
    shown.current = standing
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return
    row.current?.animate([{ backgroundColor: "var(--color-accent-soft)" }, {}], { duration: 1000, easing: "ease-out" })
  }, [standing])
  return row
}

const Tools = ({ run }: { readonly run: RunSummary }) => {
  const [first, ...rest] = run.tools
  if (first === undefined) return null
  return (
    <span className="flex items-center gap-1" title={run.tools.map((path) => `${path} ×${run.toolCounts[path] ?? 1}`).join("\n")}>
      <ToolTag path={first} count={run.toolCounts[first] ?? 1} />
      {rest.length > 0 && <span className="flex-none px-0.5 text-[11px] font-medium text-text-muted">+{rest.length}</span>}
    </span>
  )
}

const widths = ["w-[72px]", "w-[180px]", "w-24", "w-[84px]", "w-8", "w-9", "w-16 ml-auto", "w-0"]

/** A row to come, at its final height. It stays out of sight for 150 ms: most lists are there by then. */
export const SkeletonRow = () => (
  <tr className="animate-[appear_1ms_150ms_both] max-md:block max-md:border-b max-md:border-border max-md:px-3.5 max-md:py-8">
    {Object.entries(columnClass).map(([column, place], index) => (
      <td key={column} className={cx(place, cellClass)}>
        <i className={cx("block h-2.5 max-w-full rounded-xs bg-surface-active", widths[index])} />
      </td>
    ))}
  </tr>
)
