"use client"
import { usePathname } from "next/navigation"
import { useEffect, useMemo, useRef } from "react"
import type { AnswerFormAction } from "@/app/hooks/answerable-card"
import { useListNeighbours } from "@/app/hooks/list-neighbours"
import type { Sent } from "@/app/hooks/plain-json"
import { failureOf } from "@/app/hooks/trpc"
import { useHotkeys } from "@/app/hooks/use-hotkeys"
import { useReceived } from "@/app/hooks/use-received"
import { useRun } from "@/app/hooks/use-run"
import { useSearch } from "@/app/hooks/use-url-state"
import type { CardHandle } from "@/app/ui/approval-card-props"
import { Button } from "@/app/ui/button"
import { ErrorBanner } from "@/app/ui/error-banner"
import { IgnoredRow } from "@/app/ui/ignored-chips"
import { PhoneTop } from "@/app/ui/page-head"
import { PageTitle } from "@/app/ui/page-title"
import { Tabs } from "@/app/ui/tabs"
import type { RunId } from "@/server/domain/ids"
import type { Role } from "@/server/domain/principal"
import type { ShownRun as Run } from "@/server/domain/shown-run"
import type { RouterOutputs } from "@/server/trpc/router"
import { type RunTab, type RunViewState, runAddress, runTabs, runViewHref } from "../run-view-state"
import { ApprovalsTab } from "./approvals-tab"
import { CallsTab } from "./calls-tab"
import { LogsTab } from "./logs-tab"
import { OverviewTab } from "./overview-tab"
import { PinnedCards } from "./pinned-cards"
import { RawTab } from "./raw-tab"
import { RunHead } from "./run-head"
import { TimelineTab } from "./timeline-tab"

/** As the server read it. */
export interface Around {
  readonly position: RouterOutputs["runs"]["queuePosition"] | undefined
  readonly children: RouterOutputs["runs"]["children"] | undefined
}

interface Props {
  readonly id: RunId
  /** Undefined when the server could not read it. */
  readonly initial: Sent<RouterOutputs["runs"]["get"] | undefined>
  readonly role: Role
  /** The address's query as the server's page has it. */
  readonly search?: string
  /** Long values are shown in full: how it is done without JavaScript. */
  readonly full: boolean
  readonly answer: AnswerFormAction
  readonly around: Around
  /** In a panel over another page: that page's address, which keeps what is looked at. */
  readonly within?: string
}

/** Everything about one run, as it happens. */
export const RunPage = ({ id, initial, ...rest }: Props) => {
  useListNeighbours(id, rest.within === undefined)
  const query = useRun(id, useReceived(initial))
  const run = query.data?.run
  return (
    <>
      {rest.within === undefined && (
        <>
          <PageTitle name={run?.title ?? "Run"} />
          <PhoneTop title="Run" />
        </>
      )}
      {query.isError && (
        <ErrorBanner
          title="The run could not be read."
          requestId={failureOf(query.error)?.requestId}
          action={<Button onClick={() => void query.refetch()}>Retry</Button>}
        >
          {run === undefined ? "Nothing is known about it now." : "What is shown below may be out of date."}
        </ErrorBanner>
      )}
      {run === undefined ? !query.isError && <Skeleton /> : <Shown run={run} {...rest} />}
    </>
  )
}

const Shown = ({ run, role, search, full, answer, around, within }: Omit<Props, "id" | "initial"> & { readonly run: Run }) => {
  const page = usePathname()
  const path = within ?? page
  const { view, ignored } = runAddress(path, useSearch(search))
  const card = useRef<CardHandle>(null)
  const show = (next: Partial<RunViewState>): void => window.history.replaceState(null, "", runViewHref(path, { ...view, ...next }))
  useHotkeys({ a: () => card.current?.approve(), d: () => card.current?.decline() })
  return (
    <div className="flex min-h-0 flex-1 flex-col max-md:has-[[data-bare]]:pb-[84px] md:overflow-y-auto">
      {within === undefined && <IgnoredRow ignored={ignored} place="lines" />}
      <RunHead run={run} role={role} position={around.position} />
      <PinnedCards
        run={run}
        mayDecide={role !== "viewer"}
        rules={role === "admin" ? "write" : "suggest"}
        full={full}
        fullHref={`/runs/${run.id}?full=1`}
        answer={answer}
        card={card}
      />
      <RunTabs run={run} view={view} path={path} onSelect={(tab) => show({ tab })} />
      {/* Two columns stand beside each other where there is room for them, which is less in the panel than on the page. */}
      <div className="@container/run flex min-h-0 flex-1 flex-col">
        <TabBody run={run} view={view} path={path} show={show} below={around.children} />
      </div>
    </div>
  )
}

const words: Record<RunTab, string> = { overview: "Overview", timeline: "Timeline", calls: "Tool calls", approvals: "Approvals", logs: "Logs", raw: "Raw" }

const RunTabs = ({
  run,
  view,
  path,
  onSelect
}: {
  readonly run: Run
  readonly view: RunViewState
  readonly path: string
  readonly onSelect: (tab: RunTab) => void
}) => {
  const pending = run.interactions.filter((question) => question.status === "pending").length
  const items = useMemo(
    () =>
      runTabs.map((id) => ({
        id,
        href: runViewHref(path, { tab: id }),
        label:
          id === "approvals" && pending > 0 && run.interactions.length > pending ? (
            <ApprovalsLabel decided={run.interactions.length - pending} pending={pending} />
          ) : (
            words[id]
          ),
        ...(id === "calls" && { count: run.toolCallCount }),
        ...(id === "approvals" && !(pending > 0 && run.interactions.length > pending) && { count: run.interactions.length, waiting: pending > 0 }),
        ...(id === "logs" && { count: run.logs.length })
      })),
    [path, pending, run.interactions.length, run.toolCallCount, run.logs.length]
  )
  // On a phone the tabs are wider than the screen. Sideways only: the page itself must not move, whose tabs may stand below the screen's edge.
  useEffect(() => {
    const current = document.querySelector<HTMLElement>(`nav[aria-label="About this run"] [aria-current]`)
    const row = current?.parentElement
    if (current && row) row.scrollLeft = current.offsetLeft - row.offsetLeft - (row.clientWidth - current.offsetWidth) / 2
  }, [])
  const select = (id: string): void => {
    const tab = runTabs.find((one) => one === id)
    if (tab !== undefined) onSelect(tab)
  }
  return <Tabs label="About this run" items={items} current={view.tab} onSelect={select} className="bg-surface md:sticky md:top-0 md:z-10" />
}

/** Both what waits and what is decided are counted. */
const ApprovalsLabel = ({ pending, decided }: { readonly pending: number; readonly decided: number }) => (
  <>
    Approvals
    <span className="rounded-full bg-waiting px-1.5 text-[11px] leading-4 font-strong text-on-waiting tabular-nums">{pending}</span>
    <span className="text-[11px] font-[450] text-text-subtle tabular-nums">{decided}</span>
  </>
)

const TabBody = ({
  run,
  view,
  path,
  show,
  below
}: {
  readonly run: Run
  readonly view: RunViewState
  readonly path: string
  readonly show: (next: Partial<RunViewState>) => void
  readonly below: Around["children"]
}) => {
  switch (view.tab) {
    case "overview":
      return <OverviewTab run={run} below={below} onPickLine={(call) => show({ tab: "calls", call })} />
    case "timeline":
      return <TimelineTab run={run} selected={view.call} onShow={show} path={path} />
    case "calls":
      return <CallsTab run={run} selected={view.call} onShow={show} path={path} />
    case "approvals":
      return <ApprovalsTab run={run} />
    case "logs":
      return <LogsTab run={run} />
    case "raw":
      return <RawTab run={run} />
  }
}

const Skeleton = () => (
  <div className="grid gap-3 px-5 py-4" aria-busy="true">
    <p className="sr-only">Loading</p>
    {["w-48", "w-80", "w-96"].map((width) => (
      <i key={width} className={`block h-2.5 rounded-[3px] bg-surface-active ${width}`} />
    ))}
  </div>
)
