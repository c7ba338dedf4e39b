"use client"
import Link from "next/link"
import { useRouter } from "next/navigation"
import { useState } from "react"
import { formatDay, formatDuration } from "@/app/hooks/time-format"
import { useTime, useZone } from "@/app/hooks/use-clock"
import { useSearch } from "@/app/hooks/use-url-state"
import { ActorMark } from "@/app/ui/actor-mark"
import { Button } from "@/app/ui/button"
import { buttonClass } from "@/app/ui/button-class"
import { CopyButton } from "@/app/ui/copy-button"
import { cx } from "@/app/ui/cx"
import { Icon } from "@/app/ui/icons"
import { LiveChip } from "@/app/ui/live-chip"
import { Menu, MenuContent, MenuItem, MenuTrigger } from "@/app/ui/menu"
import { isOver } from "@/app/ui/run-status"
import { durationOf } from "@/app/ui/run-time"
import { RunStatusBadge } from "@/app/ui/status-badge"
import { TimeStamp } from "@/app/ui/time-stamp"
import { useToast } from "@/app/ui/toast"
import { VisibleText } from "@/app/ui/untrusted-text"
import type { Role } from "@/server/domain/principal"
import type { Run, Trigger } from "@/server/domain/run"
import type { RouterOutputs } from "@/server/trpc/router"
import { runAddress, runViewHref, shortId } from "../run-view-state"
import { CancelDialog } from "./cancel-dialog"
import { QueuePosition } from "./queue-position"
import { Relatives } from "./relatives"

const triggers: Record<Trigger, string> = {
  console: "in the console",
  mcp: "by MCP",
  api: "by the API",
  rerun: "by a rerun",
  agent: "by an agent",
  schedule: "by schedule"
}

/** Who ran what, since when, for how long, and the lever that stops it. */
export const RunHead = ({
  run,
  role,
  position
}: {
  readonly run: Run
  readonly role: Role
  readonly position: RouterOutputs["runs"]["queuePosition"] | undefined
}) => {
  const toast = useToast()
  const router = useRouter()
  const [cancelling, setCancelling] = useState(false)
  const mayRerun = role !== "viewer"
  const rerunHref = `/runs/new?rerun=${run.id}`
  const mayCancel = role !== "viewer" && !isOver(run.status)
  const view = runAddress("", useSearch()).view
  // The run's own page with what is looked at, wherever this is shown.
  const share = () => {
    navigator.clipboard?.writeText(new URL(runViewHref(`/runs/${run.id}`, view), window.location.href).href).then(
      () => toast({ tone: "completed", text: "Link copied" }),
      () => toast({ tone: "failed", text: "The link could not be copied: this browser does not allow it here" })
    )
  }
  return (
    <header className="grid grid-cols-[minmax(0,1fr)] flex-none gap-2 px-5 pt-3.5 pb-3 max-md:px-3.5 max-md:py-3">
      <div className="flex items-center gap-2">
        <nav aria-label="Where this is" className="flex h-6 min-w-0 items-center gap-1.5 text-xs text-text-muted">
          <Link href="/runs" className="underline-offset-3 hover:text-text hover:underline">
            Runs
          </Link>
          <Icon name="chevron-right" size={12} />
          <span className="mono truncate" title={run.id}>
            {shortId(run.id)}
          </span>
          <CopyButton text={run.id} label="Copy the run's id" className="-ml-1" />
        </nav>
        <span className="flex-1" />
        <span className="flex items-center gap-2 max-md:hidden">
          <LiveChip />
          {mayRerun && (
            <Link href={rerunHref} className={buttonClass()}>
              <Icon name="rerun" size={14} />
              Rerun
            </Link>
          )}
          <Button onClick={share}>
            <Icon name="share" size={14} />
            Share
          </Button>
          {mayCancel && (
            <Button className="text-failed-text" onClick={() => setCancelling(true)}>
              Cancel run
            </Button>
          )}
        </span>
        <Menu>
          <MenuTrigger aria-label="More about this run" className={cx(buttonClass({ icon: true }), "md:hidden")}>
            <Icon name="more" size={14} />
          </MenuTrigger>
          <MenuContent align="end">
            {mayRerun && (
              <MenuItem onSelect={() => router.push(rerunHref)}>
                <Icon name="rerun" className="text-text-subtle" />
                Rerun
              </MenuItem>
            )}
            <MenuItem onSelect={share}>
              <Icon name="share" className="text-text-subtle" />
              Copy link
            </MenuItem>
            {mayCancel && (
              <MenuItem onSelect={() => setCancelling(true)} className="text-failed-text">
                <Icon name="cancelled" />
                Cancel run
              </MenuItem>
            )}
          </MenuContent>
        </Menu>
      </div>
      <h1 className="text-[17px] leading-6 font-semibold tracking-tight wrap-anywhere">
        <VisibleText text={run.title} />
      </h1>
      <div className="flex flex-wrap items-center gap-x-[18px] gap-y-1 text-xs leading-5 text-text-muted">
        <RunStatusBadge run={run} as="badge" />
        <span className="inline-flex items-center gap-1.5">
          <ActorMark actor={run.actor} />
          <b className="font-medium text-text">
            <VisibleText text={run.actor.label} />
          </b>{" "}
          {triggers[run.trigger]}
        </span>
        <span className="inline-flex items-center gap-1.5">
          <Icon name="clock" size={14} className="text-text-subtle" />
          started
          <b className="font-medium text-text tabular-nums">
            <Started at={run.startedAt} />
          </b>
        </span>
        <Total run={run} />
        {run.status === "queued" && <QueuePosition id={run.id} initial={position} />}
        <Relatives run={run} />
      </div>
      <CancelDialog run={run} open={cancelling} onOpenChange={setCancelling} />
    </header>
  )
}

/** The clock alone for a run of today. */
const Started = ({ at }: { readonly at: number }) => {
  const zone = useZone()
  const today = useTime((now) => formatDay(at, zone) === formatDay(now, zone))
  return <TimeStamp at={at} show={today ? "clock" : "full"} />
}

/** In total, and how much of it was waiting for people, hatched. */
const Total = ({ run }: { readonly run: Run }) => {
  const now = useTime((time) => run.finishedAt ?? time)
  const time = durationOf(run, now)
  if (time === null) return null
  const whole = !isOver(run.status)
  const share = time.totalMs === 0 ? 0 : Math.round((time.humanMs / time.totalMs) * 100)
  return (
    <span className="tabular-nums">
      <b className="font-medium text-text">{formatDuration(time.totalMs, { whole })}</b> in total
      {time.humanMs > 0 && (
        <>
          , of which
          <span className="relative mx-1.5 inline-block h-[5px] w-[72px] overflow-hidden rounded-[2px] bg-surface-active align-middle" aria-hidden="true">
            <i className="absolute inset-y-0 left-0 bg-text-subtle" style={{ width: `${100 - share}%` }} />
            <i className="hatch absolute inset-y-0 right-0" style={{ width: `${share}%` }} />
          </span>
          <b className="font-medium text-text">{formatDuration(time.humanMs, { whole })}</b> waiting for a person
        </>
      )}
    </span>
  )
}
