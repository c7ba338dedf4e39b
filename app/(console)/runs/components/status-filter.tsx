"use client"
import { useState } from "react"
import { useHotkeys } from "@/app/hooks/use-hotkeys"
import { useGo } from "@/app/hooks/use-url-state"
import { Menu, MenuCheckItem, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "@/app/ui/menu"
import { runStatuses, statusWord } from "@/app/ui/run-status"
import { type RunsInput, toggled } from "../list-conditions"
import { changed, hrefOf, type ListState } from "../list-state"
import { FilterButton } from "./filter-button"
import { StatusDot, useStatusCounts } from "./status-choices"

/** Several statuses at once; each with the number of runs that a click on it alone would show. */
export const StatusFilter = ({ state, input }: { readonly state: ListState; readonly input: RunsInput }) => {
  const go = useGo()
  const [open, setOpen] = useState(false)
  const counts = useStatusCounts(input, open)
  useHotkeys({ s: () => setOpen(true) }, { enabled: state.run === null })
  return (
    <Menu open={open} onOpenChange={setOpen}>
      <MenuTrigger asChild>
        <FilterButton name="Status" hotkey="S" />
      </MenuTrigger>
      <MenuContent align="start" className="min-w-56">
        {runStatuses.map((status) => (
          <MenuCheckItem
            key={status}
            checked={state.status.includes(status)}
            // One menu, one step back: the first choice is a new entry of the history, the next ones refine it.
            onCheckedChange={() => go(hrefOf(toggled(state, "status", status)), state.status.length > 0 ? "replace" : "push")}
            aside={counts[status]}
          >
            <StatusDot status={status} />
            {statusWord(status)}
          </MenuCheckItem>
        ))}
        {state.status.length > 0 && (
          <>
            <MenuSeparator />
            <MenuItem onSelect={() => go(hrefOf(changed(state, { status: [] })))}>Any status</MenuItem>
          </>
        )}
      </MenuContent>
    </Menu>
  )
}
