"use client"
import Link from "next/link"
import type { MouseEvent } from "react"
import { formatDay, formatNearDay, formatShort } from "@/app/hooks/time-format"
import { useTime, useZone } from "@/app/hooks/use-clock"
import { ActorMark } from "@/app/ui/actor-mark"
import { Button } from "@/app/ui/button"
import { cx } from "@/app/ui/cx"
import { expiresSoon, questionGist, questionTitle } from "@/app/ui/question-words"
import { interactionLook, waitingLook } from "@/app/ui/run-status"
import { StatusSquare } from "@/app/ui/status-badge"
import { VisibleText } from "@/app/ui/untrusted-text"
import type { Interaction } from "@/server/domain/interaction"
import { type InboxTab, inboxHref, timeLeft } from "../inbox-state"

interface Props {
  readonly tab: InboxTab
  readonly pending: ReadonlyArray<Interaction>
  readonly decided: ReadonlyArray<Interaction>
  readonly isLoading: boolean
  readonly selected: string | null
  readonly onChoose: (id: string) => void
  readonly onTab: (tab: InboxTab) => void
  readonly more: (() => void) | null
  readonly loadingMore: boolean
}

/** The left column: what waits, the most urgent first, and what was decided. */
export const InboxList = ({ tab, pending, decided, isLoading, selected, onChoose, onTab, more, loadingMore }: Props) => (
  <>
    {tab === "history" && (
      <div className="border-b border-border p-1.5 md:hidden">
        <Button look="ghost" onClick={() => onTab("pending")}>
          Back to what waits
        </Button>
      </div>
    )}
    {tab === "pending" && (
      <ul aria-label="Pending">
        {pending.map((question) => (
          <Waiting key={question.id} question={question} on={question.id === selected} onChoose={onChoose} />
        ))}
      </ul>
    )}
    {tab === "pending" && pending.length === 0 && !isLoading && (
      <p className="border-b border-border px-4 py-3 text-text-muted max-md:px-3.5">Nothing waits for a person.</p>
    )}
    {isLoading && <Skeleton />}
    {tab === "pending" && more !== null && <More onMore={more} loading={loadingMore} />}
    {tab === "pending" && decided.length > 0 && <h2 className="px-4 pt-3.5 pb-1.5 text-xs text-text-subtle">Decided just now</h2>}
    {tab === "history" && decided.length === 0 && !isLoading && <p className="px-4 py-3 text-text-muted max-md:px-3.5">Nothing has been decided yet.</p>}
    <ul aria-label="Decided">
      {decided.map((question) => (
        <Decided key={question.id} question={question} tab={tab} on={question.id === selected} onChoose={onChoose} />
      ))}
    </ul>
    {tab === "history" && more !== null && <More onMore={more} loading={loadingMore} />}
    {tab === "pending" && (
      <div className="p-1.5 md:hidden">
        <Button look="ghost" onClick={() => onTab("history")}>
          All decisions
        </Button>
      </div>
    )}
  </>
)

const More = ({ onMore, loading }: { readonly onMore: () => void; readonly loading: boolean }) => (
  <div className="p-1.5">
    <Button look="ghost" size="sm" disabled={loading} onClick={onMore}>
      {loading ? "Loading" : "Show more"}
    </Button>
  </div>
)

const Skeleton = () => (
  <div className="grid gap-2 px-4 py-3" aria-busy="true">
    <span className="sr-only">Loading</span>
    {["w-40", "w-56", "w-32"].map((width) => (
      <i key={width} className={cx("block h-2.5 rounded-[3px] bg-surface-active", width)} />
    ))}
  </div>
)

/** In place, unless the reader wants another tab or window. */
const chosen = (onChoose: (id: string) => void, id: string) => (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  onChoose(id)
}

const onClass = "bg-surface-selected before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent max-md:bg-transparent max-md:before:hidden"

interface EntryProps {
  readonly question: Interaction
  readonly on: boolean
  readonly onChoose: (id: string) => void
}

const Waiting = ({ question, on, onChoose }: EntryProps) => {
  const zone = useZone()
  const left = useTime((now) => timeLeft(question.expiresAt, now))
  const soon = useTime((now) => expiresSoon(question, now))
  const since = useTime((now) => formatShort(question.createdAt, now, zone))
  return (
    <li>
      <Link
        href={inboxHref("pending", question.id)}
        prefetch={false}
        data-id={question.id}
        {...(on && { "aria-current": "true" as const })}
        onClick={chosen(onChoose, question.id)}
        className={cx(
          "relative grid grid-cols-[minmax(0,1fr)] gap-[3px] border-b border-border px-4 pt-[11px] pb-3 -outline-offset-2 max-md:px-3.5 max-md:py-[13px]",
          on ? onClass : "hover:bg-surface-hover"
        )}
      >
        <span className="flex items-center gap-2 text-xs text-text-muted">
          <StatusSquare look={waitingLook(question.kind)} />
          <span className="min-w-0 truncate font-mono text-[12.5px] leading-5 font-emphasis tracking-[-0.02em] text-text max-md:text-[13.5px]">
            <VisibleText text={questionTitle(question)} />
          </span>
          <span className={cx("ml-auto whitespace-nowrap tabular-nums", soon && "font-semibold text-waiting-text")}>{left}</span>
        </span>
        <span className="truncate text-xs leading-[18px] text-text-muted">
          <VisibleText text={questionGist(question)} />
        </span>
        <span className="flex items-center gap-2 text-xs text-text-muted">
          <ActorMark actor={question.runActor} size={12} />
          <span className="truncate">
            <VisibleText text={question.runActor.label} />
          </span>
          <span className="ml-auto whitespace-nowrap tabular-nums">since {since}</span>
        </span>
      </Link>
    </li>
  )
}

const Decided = ({ question, tab, on, onChoose }: EntryProps & { readonly tab: InboxTab }) => {
  const zone = useZone()
  const look = interactionLook(question.status, question.kind)
  const at = useTime((now) => (question.resolvedAt === null ? "" : shortMoment(question.resolvedAt, now, zone)))
  const by =
    question.resolvedBy === null || question.resolvedVia === "deadline" || question.resolvedVia === "system"
      ? ""
      : `, ${question.resolvedBy.label.split(" ")[0]}`
  return (
    <li>
      <Link
        href={inboxHref(tab, question.id)}
        prefetch={false}
        data-id={question.id}
        {...(on && { "aria-current": "true" as const })}
        onClick={chosen(onChoose, question.id)}
        className={cx(
          "relative block border-b border-border px-4 py-[9px] -outline-offset-2 max-md:px-3.5 max-md:py-3",
          on ? onClass : "bg-surface-sunken hover:bg-surface-hover"
        )}
      >
        <span className="flex items-center gap-2 text-xs text-text-muted">
          <StatusSquare look={look} />
          <span className="mono min-w-0 truncate text-text">
            <VisibleText text={questionTitle(question)} />
          </span>
          <span className="ml-auto whitespace-nowrap tabular-nums">
            {look.word}
            <VisibleText text={by} /> · {at}
          </span>
        </span>
      </Link>
    </li>
  )
}

/** The clock today, the day before that. */
const shortMoment = (at: number, now: number, zone: string): string =>
  formatDay(at, zone) === formatDay(now, zone) ? formatShort(at, now, zone) : formatNearDay(at, now, zone)
