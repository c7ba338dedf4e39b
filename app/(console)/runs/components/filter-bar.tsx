"use client"
import { onPlainClick, useGo } from "@/app/hooks/use-url-state"
import { ButtonLink } from "@/app/ui/button"
import { conditionsOf, everything, hrefOf, type ListState, type RunsInput } from "../list-state"
import { ConditionChip, IgnoredChips } from "./conditions"
import { StatusFilter } from "./status-filter"
import { TimeFilter } from "./time-filter"

/** The filters with their keys, then what is active. */
export const FilterBar = ({ state, input }: { readonly state: ListState; readonly input: RunsInput }) => {
  const go = useGo()
  const conditions = conditionsOf(state)
  const isClear = conditions.length === 0 && state.ignored.length === 0
  return (
    <section aria-label="Filters" className="flex flex-none flex-wrap items-center gap-1.5 px-4 pb-3 max-md:hidden">
      <StatusFilter state={state} input={input} />
      <TimeFilter state={state} />
      {!isClear && <span className="mx-1 h-4 w-px flex-none bg-border-strong" />}
      {conditions.map((condition) => (
        <ConditionChip key={condition} state={state} condition={condition} />
      ))}
      <IgnoredChips state={state} />
      {!isClear && (
        <ButtonLink look="ghost" className="ml-auto" href={hrefOf(everything)} scroll={false} onClick={onPlainClick(() => go(hrefOf(everything)))}>
          Clear all
        </ButtonLink>
      )}
    </section>
  )
}
