"use client"
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query"
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react"
import { useTRPC, useTRPCClient } from "@/app/hooks/trpc"
import { useTabClock } from "@/app/hooks/use-clock"
import { useLiveMessages, useReadHeardAt } from "@/app/hooks/use-live-feed"
import type { RunId } from "@/server/domain/ids"
import type { RunSummary } from "@/server/domain/run"
import type { RouterOutputs } from "@/server/trpc/router"
import { inputOf, isFiltered, matches, type RunsInput } from "../list-conditions"
import { type ListState, pageSize } from "../list-state"
import { heardOf, type LiveRows, type Loaded, noLiveRows, released, rowsOf } from "../live-rows"
import { movedBy, type Opened, openedAgain } from "../moving-range"

/** What the server rendered the page with; a part that failed is null. */
export type InitialRuns = {
  /** The query string it belongs to. */
  readonly search: string
  readonly now: number
  readonly page: RouterOutputs["runs"]["list"] | null
  readonly total: RouterOutputs["runs"]["count"] | null
}

/** Runs that the store is asked about at once. */
const mostAsked = 200

/** Counting again after each of a hundred changes would ask more than it tells. */
const recountMs = 3000

/** The rows of one list: pages as read, and what the live feed says since. */
export const useRunsList = (state: ListState, search: string, initial: InitialRuns, mayInsert: () => boolean) => {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const { read, counted: input, isInitial } = useInputs(state, search, initial)

  const options = trpc.runs.list.infiniteQueryOptions(
    { ...read, limit: pageSize, ...(state.at !== null && { at: state.at }) },
    { initialCursor: state.cursor, getNextPageParam: ({ nextCursor }) => nextCursor, placeholderData: keepPreviousData }
  )
  const list = useInfiniteQuery({
    ...options,
    // allow initial-data: what was kept is followed from its own point of the feed
    ...(isInitial && initial.page !== null && { initialData: { pages: [initial.page], pageParams: [state.cursor] }, initialDataUpdatedAt: initial.now })
  })
  const total = useQuery(
    trpc.runs.count.queryOptions(input, {
      placeholderData: keepPreviousData,
      // allow initial-data: it is counted again with what the feed tells since
      ...(isInitial && input === read && initial.total !== null && { initialData: initial.total })
    })
  )

  const pages = list.data?.pages
  const loaded = useMemo<Loaded>(
    () => ({
      rows: pages?.flatMap(({ items }) => items) ?? [],
      hasOlder: (pages?.at(-1)?.nextCursor ?? null) !== null,
      fromNewest: (state.cursor === null && state.at === null) || (pages !== undefined && pages[0]?.prevCursor === null)
    }),
    [pages, state.cursor, state.at]
  )
  const readIds = useMemo(() => new Set(loaded.rows.map(({ id }) => id)), [loaded])
  // While another list is on its way the rows are still the former one's, and are not held against the new conditions.
  const isFormer = list.isPlaceholderData
  const { found, ask } = useFoundTexts(input)
  const fits = useCallback(
    (run: RunSummary) => {
      const { q, ...others } = input
      // A row does not show all that is searched for: what was read by the search has it, of others the store is asked.
      return isFormer || (matches(others, run) && (q === undefined || found.has(run.id) || readIds.has(run.id) || matches(input, run)))
    },
    [input, isFormer, found, readIds]
  )

  const [live, setLive] = useState<{ readonly of: typeof pages; readonly rows: LiveRows }>({ of: pages, rows: noLiveRows })
  // A list that was read again from its beginning holds what the feed said before.
  const liveRows = live.of === undefined || live.of[0] === pages?.[0] ? live.rows : noLiveRows

  const recount = useThrottled(() => {
    for (const counted of [trpc.runs.count, trpc.runs.histogram]) void cache.invalidateQueries(counted.pathFilter())
  }, recountMs)
  const refetch = list.refetch
  /** Rows and their number together: a row that is read before the feed tells of it is no reason to count. */
  const readAgain = (): void => {
    void refetch()
    recount()
  }
  const apply = useCallback(
    (messages: ReadonlyArray<RunSummary>) => {
      const allowed = mayInsert()
      setLive((before) => {
        const rows = before.of === undefined || before.of[0] === pages?.[0] ? before.rows : noLiveRows
        return { of: pages, rows: heardOf(rows, messages, { loaded, matches: fits, mayInsert: allowed }) }
      })
    },
    [pages, loaded, fits, mayInsert]
  )
  useLiveMessages(
    (messages) => {
      if (messages.some(({ type }) => type === "refetch")) {
        readAgain()
        return
      }
      const runs = messages.flatMap((message) => (message.type === "run" ? [message.run] : []))
      apply(runs)
      ask(runs.filter((run) => !readIds.has(run.id)))
      // A run that changes may leave or join a filtered list; an unfiltered one only grows.
      if (isFiltered(state) || runs.some(({ id }) => !readIds.has(id) && !liveRows.known.has(id))) recount()
    },
    { asOf: pages?.[0]?.asOf }
  )
  const join = useEffectEvent(() => apply([...liveRows.known.values()].filter(({ id }) => found.has(id))))
  useEffect(() => {
    if (found.size > 0) join()
  }, [found])

  return {
    rows: useMemo(() => rowsOf(loaded, liveRows, fits), [loaded, liveRows, fits]),
    loaded,
    heldCount: liveRows.held.size,
    release: () => setLive({ of: pages, rows: released(liveRows) }),
    query: list,
    readAgain,
    total,
    input
  }
}

/** Which of the runs that came meanwhile have the words that are looked for; asked once for each version that might. */
const useFoundTexts = ({ q }: RunsInput) => {
  const client = useTRPCClient()
  const [found, setFound] = useState<{ readonly of: string | undefined; readonly ids: ReadonlySet<RunId> }>({ of: q, ids: new Set() })
  // Other words, other runs; an answer that comes late is about words that nobody looks for any more.
  if (found.of !== q) setFound({ of: q, ids: new Set() })
  const ask = (runs: ReadonlyArray<RunSummary>): void => {
    const unknown = runs.filter((run) => !found.ids.has(run.id)).slice(0, mostAsked)
    if (q === undefined || unknown.length === 0) return
    void client.runs.matching.query({ q, ids: unknown.map(({ id }) => id) }).then(
      (more) => {
        if (more.length > 0) setFound((before) => (before.of === q ? { of: q, ids: new Set([...before.ids, ...more]) } : before))
      },
      // They are found when the list is read again.
      () => undefined
    )
  }
  return { found: found.ids, ask }
}

/** What the pages of the list are read with, and what is counted by now: they differ in a range that moves with time. */
const useInputs = (state: ListState, search: string, initial: InitialRuns) => {
  const clock = useTabClock()
  const heardAt = useReadHeardAt()
  const lists = useRef(new Map<string, Opened>())
  const opened = useMemo<Opened>(
    () => openedAgain(lists.current.get(search), heardAt(), search === initial.search ? initial.now : null),
    [search, heardAt, initial]
  )
  useEffect(() => {
    lists.current.set(search, opened)
    return () => {
      lists.current.set(search, { ...opened, leftAt: heardAt() })
    }
  }, [search, opened, heardAt])
  const [shift, setShift] = useState({ of: opened, ms: 0 })
  useEffect(() => {
    const look = () => {
      const ms = movedBy(state, opened, heardAt())
      setShift((before) => (before.of === opened && before.ms === ms ? before : { of: opened, ms }))
    }
    return clock.subscribe(look)
  }, [clock, state, opened, heardAt])
  const moved = shift.of === opened ? shift.ms : 0
  const read = useMemo(() => inputOf(state, opened.at), [state, opened])
  const counted = useMemo(() => (moved === 0 ? read : inputOf(state, opened.at + moved)), [state, opened, read, moved])
  return { read, counted, isInitial: search === initial.search && (state.last === null || opened.at === initial.now) }
}

/** At once, then at most every so often, and once more at the end. */
const useThrottled = (run: () => void, everyMs: number): (() => void) => {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const again = useRef(false)
  const latest = useEffectEvent(run)
  useEffect(() => () => clearTimeout(timer.current), [])
  const act = useEffectEvent(() => {
    again.current = false
    latest()
    timer.current = setTimeout(() => {
      timer.current = undefined
      if (again.current) act()
    }, everyMs)
  })
  return () => {
    if (timer.current === undefined) act()
    else again.current = true
  }
}
