"use client"
import Link from "next/link"
import type { MouseEventHandler, RefObject } from "react"
import { RunDuration } from "@/app/ui/duration"
import { LinkProgress } from "@/app/ui/link-progress"
import { RunStatusBadge } from "@/app/ui/status-badge"
import { ToolTag } from "@/app/ui/tag"
import { TimeStamp } from "@/app/ui/time-stamp"
import { VisibleText } from "@/app/ui/untrusted-text"
import { spelledOut } from "@/server/domain/hidden-characters"
import type { RunSummary } from "@/server/domain/run"
import type { ColumnId } from "../columns"
import { ActorName } from "./actor-name"
import { ApprovalCell } from "./approval-cell"
import { triggerWords } from "./filter-words"

export type CellProps = {
  readonly run: RunSummary
  /** It still belongs to the list. */
  readonly matches: boolean
  readonly isStale: boolean
  readonly mayDecide: boolean
  readonly link: RefObject<HTMLAnchorElement | null>
  readonly onOpen: MouseEventHandler<HTMLAnchorElement>
}

/** What a row says in one column. */
export const RunCell = ({ id, run, matches, isStale, mayDecide, link, onOpen }: CellProps & { readonly id: ColumnId }) => {
  switch (id) {
    case "status":
      return (
        <span className="stale-media flex">
          <RunStatusBadge run={run} className={run.status === "waiting_for_interaction" && run.pendingInteractionCount > 0 ? "-ml-1.5 max-md:ml-0" : ""} />
        </span>
      )
    case "title":
      return (
        <Link
          ref={link}
          data-row-link=""
          href={`/runs/${run.id}`}
          prefetch={false}
          title={spelledOut(run.title)}
          onClick={onOpen}
          className="title-mono block truncate outline-none max-md:text-[13px] max-md:leading-5 max-md:tracking-[-0.02em]"
        >
          <VisibleText text={run.title} />
          <LinkProgress />
        </Link>
      )
    case "tools":
      return <Tools run={run} />
    case "actor":
      return <ActorName actor={run.actor} />
    case "trigger":
      return triggerWords[run.trigger]
    case "started":
      return <TimeStamp at={run.startedAt} show="ago" />
    case "duration":
      return (
        <span className="stale-media block">
          <RunDuration run={run} />
        </span>
      )
    case "approval":
      return matches ? <ApprovalCell run={run} isStale={isStale} mayDecide={mayDecide} /> : <span className="text-xs text-text-muted">no longer matches</span>
    case "id":
      return (
        <span className="mono text-xs" title={run.id}>
          …{run.id.slice(-12)}
        </span>
      )
  }
}

const Tools = ({ run }: { readonly run: RunSummary }) => {
  const [first, ...rest] = run.tools
  if (first === undefined) return null
  return (
    <span className="flex min-w-0 items-center gap-1" title={run.tools.map((path) => `${path} ×${run.toolCounts[path] ?? 1}`).join("\n")}>
      <span className="flex min-w-0">
        <ToolTag path={first} count={run.toolCounts[first] ?? 1} />
      </span>
      {rest.length > 0 && <span className="flex-none px-0.5 text-[11px] font-medium text-text-muted">+{rest.length}</span>}
    </span>
  )
}
