"use client"
import { useState } from "react"
import { useHotkeys } from "@/app/hooks/use-hotkeys"
import { useGo } from "@/app/hooks/use-url-state"
import { Popover, PopoverContent, PopoverTrigger } from "@/app/ui/popover"
import { isToolPattern } from "@/server/domain/run-matching"
import { type RunsInput, toggled } from "../list-conditions"
import { hrefOf, type ListState } from "../list-state"
import { TypedChoices } from "./facet-choices"
import { FilterButton } from "./filter-button"
import { useFacets } from "./use-facets"

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
        <TypedChoices
          name="Tool"
          mono
          values={facets.data?.tool}
          failed={facets.isError}
          chosen={state.tool}
          onToggle={(value) => go(hrefOf(toggled(state, "tool", value)), state.tool.length > 0 ? "replace" : "push")}
          typed={(text) => (isToolPattern(text) ? text : null)}
          placeholder="github.issues.create, or github.*"
        />
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
        <TypedChoices
          name="Actor"
          values={facets.data?.actor}
          failed={facets.isError}
          chosen={state.actor}
          onToggle={(value) => go(hrefOf(toggled(state, "actor", value)), state.actor.length > 0 ? "replace" : "push")}
          typed={() => null}
          placeholder="Name"
        />
      </PopoverContent>
    </Popover>
  )
}
