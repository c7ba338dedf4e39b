"use client"
import { useState } from "react"
import { useHotkeys } from "@/app/hooks/use-hotkeys"
import { useGo } from "@/app/hooks/use-url-state"
import { Popover, PopoverContent, PopoverTrigger } from "@/app/ui/popover"
import type { RunsInput } from "../list-conditions"
import type { ListState } from "../list-state"
import { FilterButton } from "./filter-button"
import { useFacets } from "./use-facets"
import { ActorChoices, ToolChoices } from "./value-choices"

type Props = { readonly state: ListState; readonly input: RunsInput }

/** By tool: a path, or all below one (`demo.*`). */
export const ToolFilter = ({ state, input }: Props) => {
  const go = useGo()
  const [open, setOpen] = useState(false)
  const facets = useFacets(input, ["tool"], open)
  useHotkeys({ o: () => setOpen(true) }, { enabled: state.run === null })
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <FilterButton name="Tool" hotkey="O" />
      </PopoverTrigger>
      <PopoverContent className="w-80" aria-label="Filter by tool">
        <ToolChoices state={state} facets={facets} onGo={(href) => go(href, state.tool.length > 0 ? "replace" : "push")} />
      </PopoverContent>
    </Popover>
  )
}

export const ActorFilter = ({ state, input }: Props) => {
  const go = useGo()
  const [open, setOpen] = useState(false)
  const facets = useFacets(input, ["actor"], open)
  // With a run open beside the list, the key is that of its card.
  useHotkeys({ a: () => setOpen(true) }, { enabled: state.run === null })
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <FilterButton name="Actor" hotkey="A" />
      </PopoverTrigger>
      <PopoverContent className="w-72" aria-label="Filter by actor">
        <ActorChoices state={state} facets={facets} onGo={(href) => go(href, state.actor.length > 0 ? "replace" : "push")} />
      </PopoverContent>
    </Popover>
  )
}
