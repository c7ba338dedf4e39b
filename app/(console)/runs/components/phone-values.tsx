"use client"
import type { ReactNode } from "react"
import { useGo } from "@/app/hooks/use-url-state"
import type { RunsInput } from "../list-conditions"
import type { ListState } from "../list-state"
import { MoreFields } from "./more-filters"
import { useFacets } from "./use-facets"
import { ActorChoices, ToolChoices } from "./value-choices"

/** The other filters, in the sheet of a phone. */
export const PhoneValues = ({ state, input }: { readonly state: ListState; readonly input: RunsInput }) => {
  const go = useGo()
  const facets = useFacets(input, ["tool", "actor"], true)
  return (
    <div className="mt-3 grid gap-3">
      <Part name="Tool">
        <ToolChoices state={state} facets={facets} onGo={(href) => go(href, "replace")} />
      </Part>
      <Part name="Actor">
        <ActorChoices state={state} facets={facets} onGo={(href) => go(href, "replace")} />
      </Part>
      <MoreFields state={state} input={input} />
    </div>
  )
}

const Part = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <section className="rounded-md border border-border">
    <h3 className="px-2.5 pt-2 text-xs font-medium text-text-muted">{name}</h3>
    {children}
  </section>
)
