"use client"
import { useState } from "react"
import { useGo } from "@/app/hooks/use-url-state"
import { Button } from "@/app/ui/button"
import { buttonClass } from "@/app/ui/button-class"
import { Checkmark } from "@/app/ui/checkmark"
import { Icon } from "@/app/ui/icons"
import { Popover, PopoverContent, PopoverTrigger } from "@/app/ui/popover"
import { type ColumnChoice, type ColumnId, columnIds, columnNames, columnsToKeep, defaultColumns, movedColumn, withColumn } from "../columns"
import { type Density, hrefOf, type ListState } from "../list-state"

const densities: ReadonlyArray<readonly [Density, string]> = [
  ["dense", "Dense"],
  ["comfortable", "Comfortable"]
]

/** Which columns are shown, in which order, and how high a row is. All of it is in the address. */
export const ColumnsMenu = ({ state }: { readonly state: ListState }) => {
  const go = useGo()
  const [open, setOpen] = useState(false)
  const columns = state.columns ?? defaultColumns
  const change = (next: Partial<ListState>) => go(hrefOf({ ...state, ...next }), "replace")
  const show = (next: ReadonlyArray<ColumnChoice>) => change({ columns: columnsToKeep(next) })
  const hidden = columnIds.filter((id) => !columns.some((one) => one.id === id))
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger className={buttonClass({ icon: true })} aria-label="Columns and density">
        <Icon name="columns" />
      </PopoverTrigger>
      <PopoverContent className="w-64 p-1" align="end" aria-label="Columns and density">
        <ul aria-label="Columns">
          {columns.map(({ id }, index) => (
            <li key={id} className="flex items-center pr-1 hover:bg-surface-hover">
              <ColumnBox id={id} on fixed={id === "title"} onToggle={() => show(withColumn(columns, id, false))} />
              <MoveButton name={`Move ${columnNames[id]} to the left`} up disabled={index === 0} onMove={() => show(movedColumn(columns, id, -1))} />
              <MoveButton
                name={`Move ${columnNames[id]} to the right`}
                disabled={index === columns.length - 1}
                onMove={() => show(movedColumn(columns, id, 1))}
              />
            </li>
          ))}
          {hidden.map((id) => (
            <li key={id} className="flex items-center hover:bg-surface-hover">
              <ColumnBox id={id} on={false} fixed={false} onToggle={() => show(withColumn(columns, id, true))} />
            </li>
          ))}
        </ul>
        <div className="mt-1 flex items-center gap-1 border-t border-border px-2.5 pt-2 pb-1.5" role="radiogroup" aria-label="Density">
          {densities.map(([density, name]) => (
            <label
              key={density}
              className="has-checked:bg-accent-soft has-checked:text-accent-text rounded-md px-2 py-1 font-medium has-focus-visible:outline-2 has-focus-visible:outline-focus"
            >
              <input type="radio" name="density" className="sr-only" checked={state.density === density} onChange={() => change({ density })} />
              {name}
            </label>
          ))}
          {state.columns !== null && (
            <Button look="ghost" size="sm" className="ml-auto" onClick={() => change({ columns: null })}>
              Reset
            </Button>
          )}
        </div>
      </PopoverContent>
    </Popover>
  )
}

type BoxProps = { readonly id: ColumnId; readonly on: boolean; readonly fixed: boolean; readonly onToggle: () => void }

const ColumnBox = ({ id, on, fixed, onToggle }: BoxProps) => (
  <label className="flex h-8 flex-1 items-center gap-2.5 px-2.5">
    <input type="checkbox" className="peer sr-only" checked={on} disabled={fixed} onChange={onToggle} />
    <span className="rounded-xs peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus">
      <Checkmark on={on} />
    </span>
    {columnNames[id]}
    {fixed && <span className="text-xs text-text-subtle">always</span>}
  </label>
)

type MoveProps = { readonly name: string; readonly up?: boolean; readonly disabled: boolean; readonly onMove: () => void }

const MoveButton = ({ name, up = false, disabled, onMove }: MoveProps) => (
  <Button look="ghost" size="sm" icon aria-label={name} disabled={disabled} onClick={onMove}>
    <Icon name={up ? "chevron-up" : "chevron-down"} size={12} />
  </Button>
)
