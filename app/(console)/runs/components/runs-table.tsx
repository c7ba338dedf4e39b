"use client"
import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useRef } from "react"
import { useHotkeys } from "@/app/hooks/use-hotkeys"
import { onPlainClick, useGo } from "@/app/hooks/use-url-state"
import { cx } from "@/app/ui/cx"
import type { RunId } from "@/server/domain/ids"
import { defaultColumns } from "../columns"
import { hrefOf, type ListState, withoutPanel } from "../list-state"
import type { Row } from "../live-rows"
import { type Selection, toggledAll, toggledRun } from "../selection"
import { Older, type OlderProps } from "./older"
import { RunRow, SkeletonRow } from "./run-row"
import { SelectHead } from "./select-cell"
import { TableHead } from "./table-head"
import { useVisibleRows } from "./use-visible-rows"

type Props = {
  readonly pane: RefObject<HTMLDivElement | null>
  readonly rows: ReadonlyArray<Row>
  readonly state: ListState
  readonly isStale: boolean
  readonly isLoading: boolean
  readonly mayDecide: boolean
  readonly older: Omit<OlderProps, "href" | "pane"> & { readonly cursor: string | null }
  /** Where newer runs are, when the list does not begin with the newest. */
  readonly newerCursor: string | null
  /** Undefined for those who may do nothing with what they select. */
  readonly selection: Selection | undefined
  readonly onSelect: (change: (before: Selection) => Selection) => void
  readonly onOpen: (id: RunId) => void
}

/** Rows of one height under a head that stays; below 768 px the same rows are laid out as cards. `j` and `k` move the focus. */
export const RunsTable = ({ pane, rows, state, isStale, isLoading, mayDecide, older, newerCursor, selection, onSelect, onOpen }: Props) => {
  const columns = state.columns ?? defaultColumns
  const visible = useVisibleRows(pane, rows.length, state.density)
  const focusRow = useCallback(
    (id: RunId) => requestAnimationFrame(() => pane.current?.querySelector<HTMLElement>(`tr[data-run="${id}"] [data-row-link]`)?.focus()),
    [pane]
  )
  const hadFocus = useFocusOfRows(rows, focusRow)
  const pick = useCallback((id: RunId) => onSelect((before) => toggledRun(before, id)), [onSelect])
  const move = (step: number) => {
    const focused = document.activeElement?.closest("tr")?.dataset.run
    const at = rows.findIndex(({ run }) => run.id === focused)
    const next = at === -1 ? (step > 0 ? 0 : rows.length - 1) : Math.max(0, Math.min(rows.length - 1, at + step))
    const row = rows[next]
    if (row === undefined) return
    visible.scrollTo(next)
    focusRow(row.run.id)
  }
  useHotkeys({ j: () => move(1), k: () => move(-1) })
  return (
    <div ref={pane} className={cx("min-h-0 flex-1 md:overflow-y-auto", isStale && "stale")}>
      {(state.cursor !== null || state.at !== null) && <Elsewhere state={state} newerCursor={newerCursor} />}
      <table
        className="w-full table-fixed border-separate border-spacing-0 max-md:block max-md:border-t max-md:border-border"
        aria-busy={isLoading}
        aria-rowcount={older.cursor === null ? rows.length + 1 : -1}
      >
        <TableHead state={state} columns={columns} select={selection && <SelectAll rows={rows} selection={selection} onSelect={onSelect} />} />
        <tbody className="max-md:block" {...hadFocus}>
          {visible.above > 0 && <Gap height={visible.above} />}
          {isLoading && rows.length === 0
            ? Array.from({ length: 12 }, (_, index) => <SkeletonRow key={`skeleton ${String(index)}`} />)
            : rows
                .slice(visible.from, visible.to)
                .map((row, index) => (
                  <RunRow
                    key={row.run.id}
                    row={row}
                    index={visible.from + index}
                    columns={columns}
                    density={state.density}
                    isStale={isStale}
                    mayDecide={mayDecide}
                    isOpen={state.run === row.run.id}
                    isSelected={selection?.ids.has(row.run.id)}
                    onSelect={pick}
                    onOpen={onOpen}
                  />
                ))}
          {visible.below > 0 && <Gap height={visible.below} />}
        </tbody>
      </table>
      {older.cursor !== null && (
        <Older
          href={hrefOf({ ...withoutPanel(state), at: null, cursor: older.cursor })}
          isLoading={older.isLoading}
          failure={older.failure}
          load={older.load}
          pane={pane}
        />
      )}
    </div>
  )
}

/** A row that is gone from the list when it is read again leaves its focus to the one in its place, for the keys to go on from there. */
const useFocusOfRows = (rows: ReadonlyArray<Row>, focusRow: (id: RunId) => void) => {
  const last = useRef<{ readonly id: string; readonly at: number } | null>(null)
  useLayoutEffect(() => {
    const { activeElement, body } = document
    if (last.current === null || (activeElement !== null && activeElement !== body)) return
    const { id, at } = last.current
    const next = rows[Math.min(at, rows.length - 1)]
    if (next === undefined || rows.some(({ run }) => run.id === id)) return
    last.current = null
    focusRow(next.run.id)
  }, [rows, focusRow])
  return {
    onFocus: ({ target }: FocusEvent) => {
      const id = target.closest("tr")?.dataset["run"]
      const at = rows.findIndex(({ run }) => run.id === id)
      last.current = id === undefined || at === -1 ? null : { id, at }
    },
    // A row that is taken out of the document tells of nothing, or of no place that the focus goes to.
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null || target.isConnected) last.current = null
    }
  }
}

type AllProps = { readonly rows: ReadonlyArray<Row>; readonly selection: Selection; readonly onSelect: Props["onSelect"] }

const SelectAll = ({ rows, selection, onSelect }: AllProps) => {
  const ids = rows.map(({ run }) => run.id)
  const all = ids.length > 0 && ids.every((id) => selection.ids.has(id))
  return (
    <SelectHead
      label="Select all loaded runs"
      checked={all}
      mixed={!all && selection.ids.size > 0}
      onToggle={() => onSelect((before) => toggledAll(before, ids))}
    />
  )
}

/** Rows that are not drawn. */
const Gap = ({ height }: { readonly height: number }) => (
  <tr>
    <td style={{ height }} />
  </tr>
)

const Elsewhere = ({ state, newerCursor }: { readonly state: ListState; readonly newerCursor: string | null }) => {
  const go = useGo()
  const link = (to: ListState, text: string) => (
    <a href={hrefOf(to)} className="text-accent-text underline underline-offset-3" onClick={onPlainClick(() => go(hrefOf(to)))}>
      {text}
    </a>
  )
  return (
    <p className="flex flex-wrap gap-x-3 border-t border-border px-4 py-2 text-text-muted">
      These runs are not the newest.
      {newerCursor !== null && link({ ...state, at: null, cursor: newerCursor }, "Newer runs")}
      {link({ ...state, at: null, cursor: null }, "Back to the newest")}
    </p>
  )
}
