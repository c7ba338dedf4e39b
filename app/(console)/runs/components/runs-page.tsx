"use client"
import { useMemo, useRef } from "react"
import { formatClock } from "@/app/hooks/time-format"
import { failureOf } from "@/app/hooks/trpc"
import { useZone } from "@/app/hooks/use-clock"
import { useHotkeys } from "@/app/hooks/use-hotkeys"
import { useLiveFeed } from "@/app/hooks/use-live-feed"
import { useScrollMemory } from "@/app/hooks/use-scroll-memory"
import { useSearch } from "@/app/hooks/use-url-state"
import { Button, ButtonLink } from "@/app/ui/button"
import { ErrorBanner } from "@/app/ui/error-banner"
import { Icon } from "@/app/ui/icons"
import { PageHead } from "@/app/ui/page-head"
import { hrefOf, isFiltered, parseList, refuseCursor } from "../list-state"
import { FilterBar } from "./filter-bar"
import { ListTotal } from "./list-total"
import { NewRunsPill } from "./new-runs-pill"
import { NoMatch } from "./no-match"
import { NothingEver } from "./nothing-ever"
import { PhoneFilters } from "./phone-filters"
import { RunsFoot } from "./runs-foot"
import { RunsTable } from "./runs-table"
import { useListCalm } from "./use-list-calm"
import { type InitialRuns, useRunsList } from "./use-runs-list"

type Props = {
  readonly initial: InitialRuns
  readonly refusedCursor: string | null
  readonly mayDecide: boolean
  readonly origin: string
}

export const RunsPage = ({ initial, refusedCursor, mayDecide, origin }: Props) => {
  const asked = useSearch()
  const state = useMemo(() => refuseCursor(parseList(asked), refusedCursor), [asked, refusedCursor])
  const search = hrefOf(state, "")
  const pane = useRef<HTMLDivElement>(null)
  const { mayInsert, toTop } = useListCalm(pane)
  useScrollMemory(pane, search)
  const { rows, loaded, heldCount, release, query, total, input } = useRunsList(state, search, initial, mayInsert)
  const live = useLiveFeed()
  const zone = useZone()

  const show = () => {
    release()
    toTop()
  }
  useHotkeys({ ".": heldCount > 0 ? show : undefined })

  // An older page that could not be read is told at the end of the rows; the rows above are as good as before.
  const failed = (query.isError && !query.isFetchNextPageError) || (query.data === undefined && !query.isFetching)
  const readAt = query.dataUpdatedAt === 0 ? null : query.dataUpdatedAt
  const isStale = failed || live.status === "offline"
  const isEmpty = rows.length === 0 && query.data !== undefined && !failed && !query.isPlaceholderData
  const isNew = isEmpty && !isFiltered(state) && heldCount === 0
  // Without the feed the rows are as good as what was last heard of them; without an answer, as what was last read.
  const staleAt = failed || readAt === null ? readAt : Math.max(readAt, live.heardAt)
  const readTime = staleAt === null ? "" : formatClock(staleAt, zone)

  return (
    <>
      <PageHead title="Runs" total={!isNew && <ListTotal total={total} filtered={isFiltered(state)} staleSince={isStale ? readTime : null} />}>
        <ButtonLink href="/runs/new" look="primary">
          <Icon name="plus" size={14} />
          New run
        </ButtonLink>
      </PageHead>
      {(!isNew || state.ignored.length > 0) && (
        <>
          <FilterBar state={state} input={input} />
          <PhoneFilters state={state} input={input} total={<ListTotal total={total} filtered={isFiltered(state)} staleSince={isStale ? readTime : null} />} />
        </>
      )}
      {query.isFetching && !query.isFetchingNextPage && <Progress />}
      {failed && (
        <ErrorBanner
          title={query.data === undefined ? "The list could not be loaded." : "The list could not be refreshed."}
          requestId={failureOf(query.error)?.requestId}
          action={
            <Button onClick={() => void query.refetch()} disabled={query.isFetching}>
              Retry
            </Button>
          }
        >
          {rows.length > 0 && `The rows below are from ${readTime} and may be out of date.`} {whyOf(query.error)}
        </ErrorBanner>
      )}
      <div className="relative flex min-h-0 flex-1 flex-col">
        {heldCount > 0 && <NewRunsPill count={heldCount} onShow={show} />}
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
            mayDecide={mayDecide}
            older={{
              cursor: query.data?.pages.at(-1)?.nextCursor ?? null,
              isLoading: query.isFetchingNextPage,
              failure: query.isFetchNextPageError ? whyOf(query.error) : null,
              load: () => void query.fetchNextPage()
            }}
            isLoading={query.data === undefined && query.isFetching}
          />
        )}
      </div>
      {!isNew && (
        <RunsFoot
          loaded={query.data === undefined ? null : rows.length}
          total={total.data ?? null}
          readAt={staleAt}
          isStale={isStale}
          hasOlder={loaded.hasOlder}
        />
      )}
    </>
  )
}

const whyOf = (error: unknown): string => (error === null || error === undefined ? "" : (failureOf(error)?.message ?? "The server did not answer."))

/** Something is being read again: a bar of 2 px, nothing that moves the rows. */
const Progress = () => (
  <div className="relative z-10 -mt-0.5 h-0.5 flex-none overflow-hidden" role="progressbar" aria-label="Reading the list">
    <div className="h-full w-full animate-lamp bg-accent" />
  </div>
)
