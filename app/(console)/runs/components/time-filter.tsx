"use client"
import { useState } from "react"
import { useHotkeys } from "@/app/hooks/use-hotkeys"
import { useGo } from "@/app/hooks/use-url-state"
import { Menu, MenuContent, MenuItem, MenuRadioGroup, MenuRadioItem, MenuSeparator, MenuTrigger } from "@/app/ui/menu"
import { changed, hrefOf, type ListState, lasts, ranges } from "../list-state"
import { FilterButton } from "./filter-button"

export const TimeFilter = ({ state }: { readonly state: ListState }) => {
  const go = useGo()
  const [open, setOpen] = useState(false)
  useHotkeys({ t: () => setOpen(true) })
  const isSet = state.last !== null || state.from !== null || state.to !== null
  return (
    <Menu open={open} onOpenChange={setOpen}>
      <MenuTrigger asChild>
        <FilterButton name="Time" hotkey="T" />
      </MenuTrigger>
      <MenuContent align="start">
        <MenuRadioGroup value={state.last ?? ""}>
          {lasts.map((last) => (
            <MenuRadioItem key={last} value={last} onSelect={() => go(hrefOf(changed(state, { last, from: null, to: null })))}>
              {ranges[last].name}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
        {isSet && (
          <>
            <MenuSeparator />
            <MenuItem onSelect={() => go(hrefOf(changed(state, { last: null, from: null, to: null })))}>Any time</MenuItem>
          </>
        )}
      </MenuContent>
    </Menu>
  )
}
