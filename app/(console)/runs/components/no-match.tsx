"use client"
import { useQueries } from "@tanstack/react-query"
import { formatTotal, runsWord } from "@/app/hooks/number-format"
import { useTRPC } from "@/app/hooks/trpc"
import { onPlainClick, useGo } from "@/app/hooks/use-url-state"
import { ButtonLink } from "@/app/ui/button-link"
import { EmptyState } from "@/app/ui/empty-state"
import { cleared, conditionsOf, inputOf, type RunsInput, without } from "../list-conditions"
import { hrefOf, type ListState } from "../list-state"
import { ConditionChip } from "./conditions"

/** Nothing matches: the conditions, each removable, and how many runs there would be without it. */
export const NoMatch = ({ state, input }: { readonly state: ListState; readonly input: RunsInput }) => {
  const go = useGo()
  const trpc = useTRPC()
  const conditions = conditionsOf(state)
  const clear = hrefOf(cleared(state))
  const counts = useQueries({
    queries: conditions.map((condition) => {
      const { from, to } = input
      const wider = without(state, condition)
      // Of a moving range, the bounds that the list has.
      const bounds = condition === "time" ? {} : { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
      return trpc.runs.count.queryOptions({ ...inputOf({ ...wider, last: null, from: null, to: null }, 0), ...bounds })
    })
  })
  return (
    <EmptyState
      className="border-border md:border-t"
      title={conditions.length > 1 ? `No run matches ${conditions.length === 2 ? "both" : "all"} conditions` : titleOfOne(state)}
      below={
        <ul className="mt-3 grid gap-2 max-md:w-full">
          {conditions.map((condition, index) => {
            const count = counts[index]
            return (
              <li
                key={condition}
                className="grid grid-cols-[60px_minmax(220px,auto)_80px] items-center text-left text-text-muted max-md:grid-cols-[52px_minmax(0,1fr)_62px] max-md:gap-1.5"
              >
                <span>without</span>
                <span className="min-w-0 justify-self-start">
                  <ConditionChip state={state} condition={condition} />
                </span>
                <b className="text-right font-emphasis text-text tabular-nums">
                  {count?.data === undefined ? (count?.isError ? "unknown" : "…") : `${formatTotal(count.data)} ${runsWord(count.data.total)}`}
                </b>
              </li>
            )
          })}
        </ul>
      }
      actions={
        <ButtonLink href={clear} scroll={false} onClick={onPlainClick(() => go(clear))}>
          Clear all
        </ButtonLink>
      }
    >
      {conditions.length > 1 ? "Take one away to see more." : conditions.length === 1 ? "Take it away to see more." : "Go back to the newest."}
    </EmptyState>
  )
}

const titleOfOne = (state: ListState): string => (state.cursor !== null || state.at !== null ? "No run is older than that" : "No run matches")
