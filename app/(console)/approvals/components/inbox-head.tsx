"use client"
import Link from "next/link"
import type { ReactNode } from "react"
import { cx } from "@/app/ui/cx"
import { Kbd } from "@/app/ui/kbd"
import { LiveChip } from "@/app/ui/live-chip"
import { type InboxTab, inboxHref } from "../inbox-state"

/** Title, the two lists, the keys, the live chip. */
export const InboxHead = ({ tab, count, onTab }: { readonly tab: InboxTab; readonly count: number | null; readonly onTab: (tab: InboxTab) => void }) => (
  <header className="flex h-13 flex-none items-center gap-2 border-b border-border px-4 max-md:hidden">
    <h1 className="text-[17px] leading-6 font-semibold tracking-tight">Approvals</h1>
    <nav aria-label="Lists" className="ml-2 flex gap-0.5 rounded-md bg-surface-active p-0.5">
      <Segment tab="pending" current={tab} onTab={onTab}>
        Pending
        {count !== null && <b className="text-xs font-emphasis text-text-muted tabular-nums">{count}</b>}
      </Segment>
      <Segment tab="history" current={tab} onTab={onTab}>
        History
      </Segment>
    </nav>
    <span className="flex-1" />
    <span className="mr-1 flex items-center gap-3 text-xs text-text-muted max-lg:hidden" aria-hidden="true">
      <Legend keys={["j", "k"]}>move</Legend>
      <Legend keys={["a"]}>approve</Legend>
      <Legend keys={["d"]}>decline</Legend>
    </span>
    <LiveChip />
  </header>
)

const Segment = ({
  tab,
  current,
  onTab,
  children
}: {
  readonly tab: InboxTab
  readonly current: InboxTab
  readonly onTab: (tab: InboxTab) => void
  readonly children: ReactNode
}) => (
  <Link
    href={inboxHref(tab, null)}
    prefetch={false}
    {...(tab === current && { "aria-current": "page" as const })}
    onClick={(event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      onTab(tab)
    }}
    className={cx(
      "flex h-6 items-center gap-1.5 rounded-sm px-2.5 font-medium",
      tab === current ? "bg-surface-raised text-text shadow-raised" : "text-text-muted hover:text-text"
    )}
  >
    {children}
  </Link>
)

const Legend = ({ keys, children }: { readonly keys: ReadonlyArray<string>; readonly children: ReactNode }) => (
  <span className="flex items-center gap-1">
    {keys.map((key) => (
      <Kbd key={key}>{key}</Kbd>
    ))}
    {children}
  </span>
)
