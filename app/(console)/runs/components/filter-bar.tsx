"use client"
import type { ReactNode } from "react"
import { onPlainClick, useGo } from "@/app/hooks/use-url-state"
import { ButtonLink } from "@/app/ui/button-link"
import { cleared, conditionsOf, type RunsInput } from "../list-conditions"
import { hrefOf, type ListState } from "../list-state"
import { ConditionChip, ListIgnoredChips } from "./conditions"
import { MoreFilters } from "./more-filters"
import { StatusFilter } from "./status-filter"
import { TimeFilter } from "./time-filter"
import { ActorFilter, ToolFilter } from "./value-filters"

type Props = {
  readonly state: ListState
  readonly input: RunsInput
  /** At the right end: the view that this is, or could become. */
  readonly views?: ReactNode
}

/** The filters with their keys, then what is active. */
export const FilterBar = ({ state, input, views }: Props) => {
  const go = useGo()
  const conditions = conditionsOf(state)
  const isClear = conditions.length === 0 && state.ignored.length === 0
  const clear = hrefOf(cleared(state))
  return (
    <section aria-label="Filters" className="flex flex-none items-start gap-1.5 px-4 pb-3 max-md:hidden print:hidden">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5">
        <StatusFilter state={state} input={input} />
        <TimeFilter state={state} />
        <ToolFilter state={state} input={input} />
        <ActorFilter state={state} input={input} />
        <MoreFilters state={state} input={input} />
        {!isClear && <span className="mx-1 h-4 w-px flex-none bg-border-strong" />}
        {conditions.map((condition) => (
          <ConditionChip key={condition} state={state} condition={condition} />
        ))}
        <ListIgnoredChips state={state} />
      </div>
      {!isClear && (
        <ButtonLink look="ghost" href={clear} scroll={false} onClick={onPlainClick(() => go(clear))}>
          Clear all
        </ButtonLink>
      )}
      {views}
    </section>
  )
}
