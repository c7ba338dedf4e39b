"use client"
import { type MouseEvent, memo, useEffect, useRef } from "react"
import { cx } from "@/app/ui/cx"
import { spelledOut } from "@/server/domain/hidden-characters"
import type { RunId } from "@/server/domain/ids"
import { type ColumnChoice, type ColumnId, defaultColumns } from "../columns"
import type { Density } from "../list-state"
import type { Row } from "../live-rows"
import { columnClass, onCards } from "./column-class"
import { RunCell } from "./run-cell"
import { SelectCell } from "./select-cell"

type Props = {
  readonly row: Row
  readonly columns: ReadonlyArray<ColumnChoice>
  readonly density: Density
  readonly isStale: boolean
  readonly mayDecide: boolean
  /** Its panel is open. */
  readonly isOpen: boolean
  /** Its place in the whole list, for those who do not see it. */
  readonly index: number
  /** Undefined where rows are not selected. */
  readonly isSelected: boolean | undefined
  readonly onSelect: (id: RunId) => void
  readonly onOpen: (id: RunId) => void
}

const rowHeight: Readonly<Record<Density, string>> = { dense: "h-8", comfortable: "h-11" }
const cellClass =
  "overflow-hidden border-b border-[color-mix(in_oklch,var(--color-border)_62%,transparent)] text-ellipsis whitespace-nowrap max-md:h-auto max-md:border-0"

const looks: Partial<Readonly<Record<ColumnId, string>>> = {
  trigger: "text-text-muted",
  started: "text-text-muted tabular-nums max-md:text-xs max-md:text-text-subtle",
  duration: "text-right max-md:text-xs max-md:text-text-muted",
  id: "text-text-muted"
}

/** Rows are told apart by their run: a message about one of them renders that one. */
export const RunRow = memo(
  (props: Props) => <PlainRow {...props} />,
  (a, b) =>
    a.row.run === b.row.run &&
    a.row.matches === b.row.matches &&
    a.isStale === b.isStale &&
    a.mayDecide === b.mayDecide &&
    a.columns === b.columns &&
    a.density === b.density &&
    a.isOpen === b.isOpen &&
    a.index === b.index &&
    a.isSelected === b.isSelected
)

const PlainRow = ({ row: { run, matches }, columns, density, isStale, mayDecide, isOpen, index, isSelected, onSelect, onOpen }: Props) => {
  const tr = useTint(`${run.status} ${run.pendingInteractionCount} ${run.failedToolCallCount} ${run.lastDecision?.action ?? ""}`)
  const link = useRef<HTMLAnchorElement>(null)
  // The title is the link; the rest of the row only makes it easier to hit.
  const open = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest("a, button, label, input") !== null) return
    if (window.getSelection()?.isCollapsed === false) return
    if (event.metaKey || event.ctrlKey) window.open(`/runs/${run.id}`, "_blank", "noopener")
    else link.current?.click()
  }
  const onTitle = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    onOpen(run.id)
  }
  const cells: ReadonlyArray<readonly [ColumnId, boolean]> = [
    ...columns.map(({ id }) => [id, true] as const),
    // Not in the table, but on the card of a phone.
    ...onCards.flatMap((id) => (columns.some((one) => one.id === id) ? [] : [[id, false] as const]))
  ]
  return (
    <tr
      ref={tr}
      onClick={open}
      data-run={run.id}
      aria-rowindex={index + 2}
      {...(isOpen && { "aria-current": "true" as const })}
      className={cx(
        "group cursor-default hover:bg-surface-hover has-[[data-row-link]:focus-visible]:bg-surface-selected aria-[current]:bg-surface-selected",
        "max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center max-md:gap-[5px] max-md:border-b max-md:border-border max-md:px-3.5 max-md:pt-2.5 max-md:pb-[11px]",
        !matches && "gone"
      )}
    >
      {isSelected !== undefined && <SelectCell label={`Select ${spelledOut(run.title)}`} checked={isSelected} onToggle={() => onSelect(run.id)} />}
      {cells.map(([id, inTable], place) => (
        <td
          key={id}
          className={cx(
            columnClass[id],
            rowHeight[density],
            cellClass,
            looks[id],
            place === 0 && isSelected === undefined && "group-has-[[data-row-link]:focus-visible]:shadow-[inset_2px_0_var(--color-focus)]",
            place === 0 && isSelected === undefined && "md:pl-4",
            !inTable && "md:hidden",
            id === "approval" && run.waitingInteractionId === null && "max-md:hidden"
          )}
        >
          <RunCell id={id} run={run} matches={matches} isStale={isStale} mayDecide={mayDecide} link={link} onOpen={onTitle} />
        </td>
      ))}
    </tr>
  )
}

/** A row shows for a second that something about it is new: its standing, not each of its calls. */
const useTint = (standing: string) => {
  const row = useRef<HTMLTableRowElement>(null)
  const shown = useRef(standing)
  useEffect(() => {
    if (shown.current === standing) return
    shown.current = standing
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return
    row.current?.animate([{ backgroundColor: "var(--color-accent-soft)" }, {}], { duration: 1000, easing: "ease-out" })
  }, [standing])
  return row
}

const widths: Readonly<Record<ColumnId, string>> = {
  status: "w-[72px]",
  title: "w-[180px]",
  tools: "w-24",
  actor: "w-[84px]",
  trigger: "w-8",
  started: "w-9",
  duration: "w-16 ml-auto",
  approval: "w-0",
  id: "w-16"
}

/** A row to come, at its final height. It stays out of sight for 150 ms: most lists are there by then. */
export const SkeletonRow = () => (
  <tr className="animate-[appear_1ms_150ms_both] max-md:block max-md:border-b max-md:border-border max-md:px-3.5 max-md:py-8">
    {defaultColumns.map(({ id }) => (
      <td key={id} className={cx(columnClass[id], cellClass, "h-8")}>
        <i className={cx("block h-2.5 max-w-full rounded-xs bg-surface-active", widths[id])} />
      </td>
    ))}
  </tr>
)
