"use client"
import type { ReactNode } from "react"
import { useGo } from "@/app/hooks/use-url-state"
import { isToolPattern } from "@/server/domain/run-matching"
import { type RunsInput, toggled } from "../list-conditions"
import { hrefOf, type ListState } from "../list-state"
import { TypedChoices } from "./facet-choices"
import { MoreFields } from "./more-filters"
import { useFacets } from "./use-facets"

/** The other filters, in the sheet of a phone. */
export const PhoneValues = ({ state, input }: { readonly state: ListState; readonly input: RunsInput }) => {
  const go = useGo()
  const facets = useFacets(input, ["tool", "actor"], true)
  return (
    <div className="mt-3 grid gap-3">
      <Part name="Tool">
        <TypedChoices
          name="Tool"
          mono
          values={facets.data?.tool}
          failed={facets.isError}
          chosen={state.tool}
          onToggle={(value) => go(hrefOf(toggled(state, "tool", value)), "replace")}
          typed={(text) => (isToolPattern(text) ? text : null)}
          placeholder="github.issues.create, or github.*"
        />
      </Part>
      <Part name="Actor">
        <TypedChoices
          name="Actor"
          values={facets.data?.actor}
          failed={facets.isError}
          chosen={state.actor}
          onToggle={(value) => go(hrefOf(toggled(state, "actor", value)), "replace")}
          typed={() => null}
          placeholder="Name"
        />
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
