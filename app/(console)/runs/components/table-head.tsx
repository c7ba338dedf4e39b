"use client"
import { type KeyboardEvent, type PointerEvent, useRef } from "react"
import { useGo } from "@/app/hooks/use-url-state"
import { cx } from "@/app/ui/cx"
import { Icon } from "@/app/ui/icons"
import { type ColumnChoice, type ColumnId, columnNames, columnsToKeep, columnWidth, resizedColumn } from "../columns"
import { hrefOf, type ListState } from "../list-state"
import { columnClass, widthClass } from "./column-class"

type Props = {
  readonly state: ListState
  readonly columns: ReadonlyArray<ColumnChoice>
  /** The head of the column that selects rows. */
  readonly select?: React.ReactNode
}

/** Stays while the rows scroll. Each column's right edge is dragged, or moved by the arrow keys. */
export const TableHead = ({ state, columns, select }: Props) => (
  <thead className="max-md:sr-only">
    <tr>
      {select}
      {columns.map((column, index) => (
        <HeadCell key={column.id} state={state} columns={columns} column={column} isFirst={index === 0 && select === undefined} />
      ))}
    </tr>
  </thead>
)

export const headClass = "sticky top-0 z-10 h-8 border-y border-border bg-surface text-left text-xs font-medium whitespace-nowrap text-text-muted"

type CellProps = {
  readonly state: ListState
  readonly columns: ReadonlyArray<ColumnChoice>
  readonly column: ColumnChoice
  readonly isFirst: boolean
}

const HeadCell = ({ state, columns, column: { id, width }, isFirst }: CellProps) => {
  const go = useGo()
  const cell = useRef<HTMLTableCellElement>(null)
  const resize = (to: number | null) => go(hrefOf({ ...state, columns: columnsToKeep(resizedColumn(columns, id, to)) }), "replace")
  return (
    <th
      ref={cell}
      scope="col"
      {...(id === "started" && { "aria-sort": "descending" as const })}
      {...(width !== null && { style: { width } })}
      className={cx(columnClass[id], headClass, width === null && widthClass[id], id === "duration" && "text-right", isFirst && "pl-4")}
    >
      {id === "started" ? (
        <span className="flex items-center gap-[3px]">
          {columnNames[id]}
          <Icon name="chevron-down" size={12} />
        </span>
      ) : (
        columnNames[id]
      )}
      {id !== "title" && <ResizeHandle id={id} cell={cell} onResize={resize} />}
    </th>
  )
}

type HandleProps = { readonly id: ColumnId; readonly cell: React.RefObject<HTMLTableCellElement | null>; readonly onResize: (to: number | null) => void }

/** While it is dragged the cell alone is changed; the address follows when it is let go of. */
const ResizeHandle = ({ id, cell, onResize }: HandleProps) => {
  const from = useRef<{ readonly x: number; readonly width: number } | null>(null)
  const widthOf = () => cell.current?.getBoundingClientRect().width ?? columnWidth.least
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = { x: event.clientX, width: widthOf() }
    event.preventDefault()
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (from.current === null || cell.current === null) return
    const width = Math.min(columnWidth.most, Math.max(columnWidth.least, from.current.width + event.clientX - from.current.x))
    cell.current.style.width = `${width}px`
  }
  const onPointerUp = () => {
    if (from.current !== null && widthOf() !== from.current.width) onResize(widthOf())
    from.current = null
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -16, ArrowRight: 16 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    onResize(widthOf() + step)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved is no <hr>
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${columnNames[id]}`}
      aria-valuenow={100}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onDoubleClick={() => onResize(null)}
      onKeyDown={onKeyDown}
      className="absolute inset-y-1.5 right-0 w-[5px] cursor-col-resize touch-none rounded-[2px] hover:bg-border-strong focus-visible:bg-focus active:bg-accent"
    />
  )
}
