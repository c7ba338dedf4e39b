"use client"
import Link from "next/link"
import { useState } from "react"
import { formatDuration } from "@/app/hooks/time-format"
import { ArgumentSection } from "@/app/ui/argument-table"
import { cx } from "@/app/ui/cx"
import { Since } from "@/app/ui/duration"
import { Icon } from "@/app/ui/icons"
import { JsonViewer } from "@/app/ui/json-viewer"
import { LargeValue } from "@/app/ui/large-value"
import { callOutcome } from "@/app/ui/question-words"
import { toneClass, toolCallLook } from "@/app/ui/run-status"
import { SectionHeading } from "@/app/ui/section-heading"
import { StatusBadge } from "@/app/ui/status-badge"
import { TimeStamp } from "@/app/ui/time-stamp"
import { authorOf, VisibleText } from "@/app/ui/untrusted-text"
import { VirtualRows } from "@/app/ui/virtual-rows"
import type { RowRange } from "@/app/ui/visible-rows"
import { payloadHref, type ShownCall, type ShownRun } from "@/server/domain/shown-run"
import { type RunViewState, runViewHref } from "../run-view-state"
import { ColumnHead } from "./column-head"
import { LineOfCall } from "./line-of-call"
import { useCallDetails, useWholeCall } from "./use-call-details"
import { ViewLink } from "./view-link"

interface Props {
  readonly run: ShownRun
  readonly selected: string | null
  readonly onShow: (view: Partial<RunViewState>) => void
  readonly path: string
}

const pageOfCalls = 50

/** Every call of the run, and all about the selected one. */
export const CallsTab = ({ run, selected, onShow, path }: Props) => {
  const [range, setRange] = useState<RowRange>({ start: 0, end: 0 })
  // Whole pages: scrolling within one asks for nothing.
  const details = useCallDetails(
    run.id,
    run.toolCalls.slice(Math.floor(range.start / pageOfCalls) * pageOfCalls, Math.ceil(range.end / pageOfCalls) * pageOfCalls)
  )
  const onSelect = (id: string): void => onShow({ call: id })
  const call = run.toolCalls.find((one) => one.id === selected) ?? run.toolCalls.at(0)
  if (call === undefined)
    return <p className="px-5 py-4 text-text-muted max-md:px-3.5">{run.finishedAt === null ? "No tool call yet." : "The program called no tool."}</p>
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_minmax(0,1.06fr)] @max-[780px]/run:grid-cols-1">
      <div className="min-w-0 border-r border-border @max-[780px]/run:border-r-0 @max-[780px]/run:border-b">
        <ColumnHead>
          <h2 className="text-text">Calls</h2>
          <span className="font-normal text-text-subtle tabular-nums">{run.toolCalls.length}</span>
        </ColumnHead>
        <VirtualRows
          as="ul"
          count={run.toolCalls.length}
          rowHeight={36}
          phoneRowHeight={44}
          reveal={selected === null ? -1 : run.toolCalls.findIndex((one) => one.id === selected)}
          onRange={setRange}
          render={(index) => {
            const one = run.toolCalls[index]
            return one === undefined ? null : (
              <Entry
                key={one.id}
                call={details.get(one.id) ?? one}
                on={one.id === call.id}
                href={runViewHref(path, { tab: "calls", call: one.id })}
                onSelect={onSelect}
              />
            )
          }}
        />
      </div>
      <Details key={call.id} run={run} call={call} path={path} onShow={onShow} />
    </div>
  )
}

const Entry = ({
  call,
  on,
  href,
  onSelect
}: {
  readonly call: ShownCall
  readonly on: boolean
  readonly href: string
  readonly onSelect: (id: string) => void
}) => {
  const look = toolCallLook(call.status)
  return (
    <li>
      <Link
        href={href}
        scroll={false}
        replace
        prefetch={false}
        {...(on && { "aria-current": "true" as const })}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          onSelect(call.id)
        }}
        className={cx(
          "relative grid h-9 grid-cols-[22px_42px_minmax(0,1fr)_minmax(0,1fr)_74px] items-center border-b border-[color-mix(in_oklch,var(--color-border)_55%,transparent)] pr-4 pl-4 text-xs -outline-offset-2 max-md:h-11 max-md:grid-cols-[22px_42px_minmax(0,1fr)_74px] max-md:px-3.5",
          on ? "bg-surface-selected before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent" : "hover:bg-surface-hover"
        )}
      >
        <span className={cx(toneClass[look.tone], look.tone === "waiting" ? "text-waiting-text" : "text-(--tone)")}>
          <Icon name={look.icon} size={14} label={look.word} className={cx(look.tone === "running" && "animate-spin")} />
        </span>
        <span className="mono text-text-subtle">{call.line === null ? "" : `L${call.line}`}</span>
        <span className="mono truncate pr-2">{call.path}</span>
        <span className={cx("truncate pr-2 max-md:hidden", call.status === "failed" ? "text-failed-text" : "text-text-muted")}>
          <VisibleText text={callOutcome(call)} />
        </span>
        <span className="text-right text-text-muted tabular-nums">
          {call.durationMs === null ? <Since at={call.startedAt} /> : formatDuration(call.durationMs)}
        </span>
      </Link>
    </li>
  )
}

const Details = ({ run, call: known, path, onShow }: Pick<Props, "run" | "path" | "onShow"> & { readonly call: ShownCall }) => {
  const call = useWholeCall(run.id, known)
  return (
    <section
      aria-label={`Call ${call.path}`}
      // It stays beside the list, however far that is scrolled.
      className="min-w-0 bg-surface @min-[780px]/run:sticky @min-[780px]/run:top-10 @min-[780px]/run:max-h-[calc(100dvh-60px)] @min-[780px]/run:self-start @min-[780px]/run:overflow-y-auto"
    >
      <ColumnHead>
        <h2 className="mono truncate text-text">{call.path}</h2>
        <span className="flex-1" />
        <span className="mono font-normal text-text-subtle">{call.id}</span>
      </ColumnHead>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 p-4 max-md:p-3.5">
        <div className="flex flex-wrap items-center gap-x-[18px] gap-y-1 text-xs leading-5 text-text-muted">
          <StatusBadge look={toolCallLook(call.status)} as="badge" />
          <ViewLink path={path} view={{ tab: "timeline", call: call.id }} onShow={onShow}>
            {call.line === null ? "in the timeline" : `line ${call.line} in the timeline`}
          </ViewLink>
          <span>
            started{" "}
            <b className="font-medium text-text tabular-nums">
              <TimeStamp at={call.startedAt} show="clock" />
            </b>
          </span>
          {call.durationMs !== null && <b className="font-medium text-text tabular-nums">{formatDuration(call.durationMs)}</b>}
          {call.interactionId !== null && (
            <ViewLink path={path} view={{ tab: "approvals" }} onShow={onShow}>
              a person was asked
            </ViewLink>
          )}
        </div>
        {call.line !== null && <LineOfCall code={run.code} line={call.line} />}
        <div>
          {call.omitted?.args === undefined ? (
            <ArgumentSection args={call.args} from={authorOf(run.actor)} />
          ) : (
            <>
              <SectionHeading>Arguments</SectionHeading>
              <LargeValue href={payloadHref(run.id, `${call.id}.args`)} bytes={call.omitted.args} label="Arguments" base="args" />
            </>
          )}
        </div>
        <div>
          <SectionHeading>{call.error === null ? "Result" : "Error"}</SectionHeading>
          <Outcome run={run} call={call} />
        </div>
      </div>
    </section>
  )
}

const Outcome = ({ run, call }: { readonly run: ShownRun; readonly call: ShownCall }) => {
  if (call.error !== null) {
    return (
      <div className="rounded-md border border-failed-line bg-failed-soft px-3 py-2.5 wrap-anywhere">
        <b className="mono font-semibold text-failed-text">{call.error.code}</b>
        <p className="mono mt-0.5 leading-5 whitespace-pre-wrap">
          <VisibleText text={call.error.message} />
        </p>
      </div>
    )
  }
  if (call.status !== "completed") return <p className="text-text-muted">{call.finishedAt === null ? "Not there yet." : "There is none."}</p>
  if (call.omitted?.result !== undefined)
    return <LargeValue href={payloadHref(run.id, `${call.id}.result`)} bytes={call.omitted.result} label="Value returned" base="result" />
  return call.result === null ? (
    <p className="text-text-muted">The tool returned nothing.</p>
  ) : (
    <JsonViewer value={call.result} label="Value returned" base="result" />
  )
}
