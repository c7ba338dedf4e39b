"use client"
import { useQueries } from "@tanstack/react-query"
import { formatTotal, runsWord } from "@/app/hooks/number-format"
import { useTRPC } from "@/app/hooks/trpc"
import { onPlainClick, useGo } from "@/app/hooks/use-url-state"
import { ButtonLink } from "@/app/ui/button"
import { EmptyState } from "@/app/ui/empty-state"
import { conditionsOf, everything, hrefOf, inputOf, type ListState, type RunsInput, without } from "../list-state"
import { ConditionChip } from "./conditions"

/** Nothing matches: the conditions, each removable, and how many runs there would be without it. */
export const NoMatch = ({ state, input }: { readonly state: ListState; readonly input: RunsInput }) => {
  const go = useGo()
  const trpc = useTRPC()
  const conditions = conditionsOf(state)
  const counts = useQueries({
    queries: conditions.map((condition) => {
      const { from, to } = input
      const wider = inputOf(without(state, condition), 0)
      return trpc.runs.count.queryOptions(condition === "status" ? { ...(from !== undefined && { from }), ...(to !== undefined && { to }) } : wider)
    })
  })
  return (
    <EmptyState
      className="border-border md:border-t"
      title={conditions.length > 1 ? "No run matches both conditions" : state.cursor !== null ? "No run is older than that" : "No run matches"}
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
        <ButtonLink href={hrefOf(everything)} scroll={false} onClick={onPlainClick(() => go(hrefOf(everything)))}>
          Clear all
        </ButtonLink>
      }
    >
      {conditions.length > 1 ? "Take one away to see more." : "Take it away to see more."}
    </EmptyState>
  )
}
