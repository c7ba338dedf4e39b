"use client"
import { type RefObject, useEffect, useEffectEvent, useRef } from "react"
import { useHotkeys } from "@/app/hooks/use-hotkeys"
import { onPlainClick, useGo } from "@/app/hooks/use-url-state"
import { ButtonLink } from "@/app/ui/button"
import { cx } from "@/app/ui/cx"
import { Icon } from "@/app/ui/icons"
import { hrefOf, type ListState } from "../list-state"
import type { Row } from "../live-rows"
import { columnClass } from "./columns"
import { RunRow, SkeletonRow } from "./run-row"

type Props = {
  readonly pane: RefObject<HTMLDivElement | null>
  readonly rows: ReadonlyArray<Row>
  readonly state: ListState
  readonly isStale: boolean
  readonly isLoading: boolean
  readonly mayDecide: boolean
  readonly older: Omit<OlderProps, "href" | "pane"> & { readonly cursor: string | null }
}

/** Rows of 32 under a head that stays; below 768 px the same rows are laid out as cards. `j` and `k` move the focus. */
export const RunsTable = ({ pane, rows, state, isStale, isLoading, mayDecide, older }: Props) => {
  const go = useGo()
  const move = (step: number) => {
    const links = [...(pane.current?.querySelectorAll<HTMLElement>("[data-row-link]") ?? [])]
    const at = links.findIndex((link) => link.closest("tr")?.contains(document.activeElement))
    links[at === -1 ? (step > 0 ? 0 : links.length - 1) : Math.max(0, Math.min(links.length - 1, at + step))]?.focus()
  }
  useHotkeys({ j: () => move(1), k: () => move(-1) })
  return (
    <div ref={pane} className={cx("min-h-0 flex-1 md:overflow-y-auto", isStale && "stale")}>
      {state.cursor !== null && (
        <p className="border-t border-border px-4 py-2 text-text-muted">
          These runs are not the newest.{" "}
          <a
            href={hrefOf({ ...state, cursor: null })}
            className="text-accent-text underline underline-offset-3"
            onClick={onPlainClick(() => go(hrefOf({ ...state, cursor: null })))}
          >
            Back to the newest
          </a>
        </p>
      )}
      <table className="w-full table-fixed border-separate border-spacing-0 max-md:block max-md:border-t max-md:border-border" aria-busy={isLoading}>
        <thead className="max-md:sr-only">
          <tr>
            {heads.map(({ column, name }) => (
              <th
                key={column}
                scope="col"
                {...(column === "started" && { "aria-sort": "descending" as const })}
                className={cx(
                  columnClass[column],
                  "sticky top-0 z-10 h-8 border-y border-border bg-surface text-left text-xs font-medium whitespace-nowrap text-text-muted",
                  column === "duration" && "text-right"
                )}
              >
                {column === "started" ? (
                  <span className="flex items-center gap-[3px]">
                    {name}
                    <Icon name="chevron-down" size={12} />
                  </span>
                ) : (
                  name
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {isLoading && rows.length === 0
            ? Array.from({ length: 12 }, (_, index) => <SkeletonRow key={`skeleton ${String(index)}`} />)
            : rows.map((row) => <RunRow key={row.run.id} row={row} isStale={isStale} mayDecide={mayDecide} />)}
        </tbody>
      </table>
      {older.cursor !== null && (
        <Older href={hrefOf({ ...state, cursor: older.cursor })} isLoading={older.isLoading} failure={older.failure} load={older.load} pane={pane} />
      )}
    </div>
  )
}

const heads = [
  { column: "status", name: "Status" },
  { column: "title", name: "Title" },
  { column: "tools", name: "Tools used" },
  { column: "actor", name: "Actor" },
  { column: "trigger", name: "Trigger" },
  { column: "started", name: "Started" },
  { column: "duration", name: "Duration" },
  { column: "approval", name: "Approval" }
] as const

type OlderProps = {
  readonly href: string
  readonly isLoading: boolean
  /** Why the last attempt failed. The next one is then the reader's: a server that fails is not asked again and again. */
  readonly failure: string | null
  readonly load: () => void
  readonly pane: RefObject<HTMLDivElement | null>
}

/** The next page: read when the end comes into sight; before JavaScript has loaded, a link. */
const Older = ({ href, isLoading, failure, load, pane }: OlderProps) => {
  const end = useRef<HTMLDivElement>(null)
  const read = useEffectEvent(load)
  const mayRead = !isLoading && failure === null
  useEffect(() => {
    if (end.current === null || !mayRead) return
    const root = pane.current !== null && getComputedStyle(pane.current).overflowY === "auto" ? pane.current : null
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && read(), { root, rootMargin: "320px" })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [mayRead, pane])
  return (
    <div ref={end} className="flex flex-wrap items-center justify-center gap-2 px-4 py-3">
      {failure !== null && (
        <span role="alert" className="text-failed-text">
          Older runs could not be read. {failure}
        </span>
      )}
      <ButtonLink href={href} look={failure === null ? "ghost" : "default"} prefetch={false} onClick={onPlainClick(load)}>
        {isLoading ? "Reading older runs" : failure === null ? "Older runs" : "Try again"}
      </ButtonLink>
    </div>
  )
}
