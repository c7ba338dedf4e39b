"use client"
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query"
import { createContext, useContext } from "react"
import { formatTotal } from "@/app/hooks/number-format"
import { useTRPC } from "@/app/hooks/trpc"
import type { FacetField } from "@/server/domain/run-filter"
import type { RouterOutputs } from "@/server/trpc/router"
import type { RunsInput } from "../list-conditions"

/** The values on offer, each with the number of rows that a click on it alone yields. Asked for when somebody looks. */
export const useFacets = (input: RunsInput, fields: readonly [FacetField, ...Array<FacetField>], wanted: boolean) => {
  const trpc = useTRPC()
  return useQuery(trpc.runs.facets.queryOptions({ ...input, fields }, { enabled: wanted, staleTime: 5000, placeholderData: keepPreviousData }))
}

export type FacetValues = NonNullable<RouterOutputs["runs"]["facets"][FacetField]>

/** Nobody counts on beyond it. */
const countedUpTo = 10_000
export const formatFacet = (count: number): string => formatTotal({ total: Math.min(count, countedUpTo), totalIsCapped: count > countedUpTo })

export type ActorNames = ReadonlyMap<string, string>
const NamesContext = createContext<ActorNames>(new Map())
/** The names of the rows' actors, since the address knows ids alone. */
export const ActorNamesProvider = NamesContext.Provider

/** What people read for an actor's id: its label where a row or a menu has told it. */
export const useActorNames = (): ((id: string) => string) => {
  const names = useContext(NamesContext)
  const cache = useQueryClient()
  const trpc = useTRPC()
  return (id) => {
    const known = names.get(id)
    if (known !== undefined) return known
    for (const [, facets] of cache.getQueriesData<RouterOutputs["runs"]["facets"]>(trpc.runs.facets.pathFilter())) {
      const found = facets?.actor?.find(({ value }) => value === id)
      if (found !== undefined) return found.label
    }
    return id
  }
}
