"use client"
import dynamic from "next/dynamic"
import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import type { AnswerFormAction } from "@/app/hooks/answerable-card"
import { rememberList } from "@/app/hooks/list-neighbours"
import { formatClock } from "@/app/hooks/time-format"
import { failureOf } from "@/app/hooks/trpc"
import { useZone } from "@/app/hooks/use-clock"
import { useHotkeys } from "@/app/hooks/use-hotkeys"
import { useLiveFeed } from "@/app/hooks/use-live-feed"
import { useScrollMemory } from "@/app/hooks/use-scroll-memory"
import { useGo, useSearch } from "@/app/hooks/use-url-state"
import { Button } from "@/app/ui/button"
import { ButtonLink } from "@/app/ui/button-link"
import { ErrorBanner } from "@/app/ui/error-banner"
import { Icon } from "@/app/ui/icons"
import { PageHead } from "@/app/ui/page-head"
import { useHydrated } from "@/app/ui/use-awake"
import type { RunId } from "@/server/domain/ids"
import type { Role } from "@/server/domain/principal"
import { isFiltered } from "../list-conditions"
import { hrefOf, type ListState, parseList, refuseCursor, refuseView, withoutPanel } from "../list-state"
import type { Row } from "../live-rows"
import { nothingSelected } from "../selection"
import { ColumnsMenu } from "./columns-menu"
import { PrintedConditions } from "./conditions"
import { ExportMenu } from "./export-menu"
import { FilterBar } from "./filter-bar"
import { ListTotal } from "./list-total"
import { NewRunsPill } from "./new-runs-pill"
import { PhoneFilters } from "./phone-filters"
import { RunPanel, usePanelContent } from "./run-panel"
import { RunsFoot } from "./runs-foot"
import { RunsTable } from "./runs-table"
import { SearchBox } from "./search-box"
import { ActorNamesProvider } from "./use-facets"
import { useListCalm } from "./use-list-calm"
import { type InitialRuns, useRunsList } from "./use-runs-list"
import { ViewMenu } from "./view-menu"

// The bar stands on no page at first; the two empty states stand on few, and are then the server's.
const BulkBar = dynamic(() => import("./bulk-bar").then((module) => module.BulkBar), { ssr: false })
const NoMatch = dynamic(() => import("./no-match").then((module) => module.NoMatch))
const NothingEver = dynamic(() => import("./nothing-ever").then((module) => module.NothingEver))
const HistogramChart = dynamic(() => import("./histogram-chart"), { ssr: false })

type Props = {
  /** The address's query as the server's page has it. */
  readonly search: string
  readonly initial: InitialRuns
  readonly refusedCursor: string | null
  readonly refusedView: string | null
  readonly role: Role
  readonly answer: AnswerFormAction
  readonly origin: string
}

export const RunsPage = ({ search: onServer, initial, refusedCursor, refusedView, role, answer, origin }: Props) => {
  const go = useGo()
  const asked = useSearch(onServer)
  const state = useMemo(() => refuseCursor(refuseView(parseList(asked), refusedView), refusedCursor), [asked, refusedCursor, refusedView])
  const search = hrefOf(withoutPanel(state), "")
  const pane = useRef<HTMLDivElement>(null)
  const { mayInsert, toTop } = useListCalm(pane)
  useScrollMemory(pane, search)
  const [selection, setSelection] = useState(nothingSelected)
  // Nothing moves while somebody selects.
  const isPicking = selection.ids.size > 0
  const mayMove = useCallback(() => !isPicking && mayInsert(), [isPicking, mayInsert])
  const { rows, loaded, heldCount, release, query, readAgain, total, input } = useRunsList(state, search, initial, mayMove)
  const live = useLiveFeed()
  const zone = useZone()

  const show = () => {
    release()
    toTop()
  }
  useHotkeys({ ".": heldCount > 0 ? show : undefined })
  const open = (id: RunId | null) => {
    rememberList(rows.map(({ run }) => run.id))
    go(hrefOf({ ...state, run: id, tab: null, call: null }), state.run === null ? "push" : "replace")
  }
  const openRun = useLatest(open)
  const content = usePanelContent()
  // Without JavaScript nothing would ever come into the panel, and it would cover the list.
  const hydrated = useHydrated()
  const names = useMemo(() => new Map(rows.map(({ run }) => [run.actor.id, run.actor.label])), [rows])

  // An older page that could not be read is told at the end of the rows; the rows above are as good as before.
  const failed = (query.isError && !query.isFetchNextPageError) || (query.data === undefined && !query.isFetching)
  const readAt = query.dataUpdatedAt === 0 ? null : query.dataUpdatedAt
  const isStale = failed || live.status === "offline"
  const isEmpty = rows.length === 0 && query.data !== undefined && !failed && !query.isPlaceholderData
  const isNew = isEmpty && !isFiltered(state) && state.at === null && heldCount === 0
  // Without the feed the rows are as good as what was last heard of them; without an answer, as what was last read.
  const staleAt = failed || readAt === null ? readAt : Math.max(readAt, live.heardAt)
  const readTime = staleAt === null ? "" : formatClock(staleAt, zone)
  const counted = <ListTotal total={total} filtered={isFiltered(state)} staleSince={isStale ? readTime : null} />

  return (
    <ActorNamesProvider value={names}>
      <PageHead title="Runs" total={!isNew && counted} search={!isNew && <SearchBox state={state} className="max-md:hidden" />}>
        {!isNew && (
          <span className="contents max-lg:hidden">
            <ColumnsMenu state={state} />
            <ExportMenu input={input} />
          </span>
        )}
        <ButtonLink href="/runs/new" look="primary">
          <Icon name="plus" size={14} />
          New run
        </ButtonLink>
      </PageHead>
      {(!isNew || state.ignored.length > 0) && (
        <>
          <FilterBar state={state} input={input} views={<ViewMenu state={state} role={role} />} />
          <PhoneFilters state={state} input={input} total={counted} />
        </>
      )}
      {!isNew && <PrintedConditions state={state} staleAt={isStale ? staleAt : null} />}
      {query.isFetching && !query.isFetchingNextPage && <Progress />}
      {failed && (
        <ErrorBanner
          title={query.data === undefined ? "The list could not be loaded." : "The list could not be refreshed."}
          requestId={failureOf(query.error)?.requestId}
          action={
            <Button onClick={readAgain} disabled={query.isFetching}>
              Retry
            </Button>
          }
        >
          {rows.length > 0 && `The rows below are from ${readTime} and may be out of date.`} {whyOf(query.error)}
        </ErrorBanner>
      )}
      {!isNew && !isEmpty && (
        <section
          aria-label="Runs over time"
          className="relative h-[115px] flex-none border-t border-border bg-surface-sunken max-md:h-auto max-md:min-h-[108px]"
        >
          <HistogramChart state={state} input={input} isStale={isStale} />
          {heldCount > 0 && <NewRunsPill count={heldCount} onShow={show} />}
        </section>
      )}
      <div className="relative flex min-h-0 flex-1 flex-col">
        {isNew ? (
          <NothingEver origin={origin} />
        ) : isEmpty ? (
          <NoMatch state={state} input={input} />
        ) : (
          <RunsTable
            pane={pane}
            rows={rows}
            state={state}
            isStale={isStale}
            mayDecide={role !== "viewer"}
            older={{
              cursor: query.data?.pages.at(-1)?.nextCursor ?? null,
              isLoading: query.isFetchingNextPage,
              failure: query.isFetchNextPageError ? whyOf(query.error) : null,
              load: () => void query.fetchNextPage()
            }}
            newerCursor={query.data?.pages[0]?.prevCursor ?? null}
            isLoading={query.data === undefined && query.isFetching}
            selection={role === "viewer" ? undefined : selection}
            onSelect={setSelection}
            onOpen={openRun}
          />
        )}
        <BulkBar state={state} input={input} selection={selection} loaded={rows.length} total={total.data} onSelect={setSelection} onDone={readAgain} />
        {isEmpty && heldCount > 0 && <NewRunsPill count={heldCount} onShow={show} />}
      </div>
      {hydrated && state.run !== null && <OpenRun content={content} id={state.run} state={state} rows={rows} role={role} answer={answer} onOpen={open} />}
      {!isNew && (
        <RunsFoot
          loaded={query.data === undefined ? null : rows.length}
          total={total.data ?? null}
          readAt={staleAt}
          isStale={isStale}
          hasOlder={loaded.hasOlder}
        />
      )}
    </ActorNamesProvider>
  )
}

type OpenProps = {
  readonly content: ReturnType<typeof usePanelContent>
  readonly id: RunId
  readonly state: ListState
  readonly rows: ReadonlyArray<Row>
  readonly role: Role
  readonly answer: AnswerFormAction
  readonly onOpen: (id: RunId | null) => void
}

/** The panel, with its neighbours in the list as it is loaded. */
const OpenRun = ({ content, id, state, rows, role, answer, onOpen }: OpenProps) => {
  const at = rows.findIndex(({ run }) => run.id === id)
  const [before, after] = at === -1 ? [undefined, undefined] : [rows[at - 1], rows[at + 1]]
  const close = () => {
    onOpen(null)
    document.querySelector<HTMLElement>(`tr[data-run="${id}"] [data-row-link]`)?.focus({ preventScroll: true })
  }
  return (
    <RunPanel
      content={content}
      id={id}
      role={role}
      answer={answer}
      address={hrefOf({ ...state, tab: null, call: null })}
      onClose={close}
      onPrevious={before && (() => onOpen(before.run.id))}
      onNext={after && (() => onOpen(after.run.id))}
    />
  )
}

/** One function for ever, which does what the last render meant: rows that have not changed are not drawn again for it. */
const useLatest = (act: (id: RunId) => void): ((id: RunId) => void) => {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  return useCallback((id: RunId) => latest.current(id), [])
}

const whyOf = (error: unknown): string => (error === null || error === undefined ? "" : (failureOf(error)?.message ?? "The server did not answer."))

/** Something is being read again: a bar of 2 px, nothing that moves the rows. */
const Progress = () => (
  <div className="relative z-10 -mt-0.5 h-0.5 flex-none overflow-hidden" role="progressbar" aria-label="Reading the list">
    <div className="h-full w-full animate-lamp bg-accent" />
  </div>
)
