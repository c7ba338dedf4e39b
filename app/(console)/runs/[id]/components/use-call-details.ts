"use client"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { useTRPC } from "@/app/hooks/trpc"
import type { RunId } from "@/server/domain/ids"
import { inlineBytes, type ShownCall } from "@/server/domain/shown-run"

/** What a row says of a result: more is never read for it. */
const rowBytes = 2_000
const mostRows = 100

/** Of the calls on screen, those whose values did not come along with the run, with what a row shows of them. */
export const useCallDetails = (id: RunId, onScreen: ReadonlyArray<ShownCall>): ReadonlyMap<string, ShownCall> => {
  const trpc = useTRPC()
  const ids = onScreen.filter(isWorthReading).map((call) => call.id)
  const query = useQuery({
    ...trpc.runs.calls.queryOptions({ id, ids: ids.slice(0, mostRows), most: rowBytes }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    // Pages of a list that is scrolled through are not worth keeping.
    gcTime: 10_000
  })
  return useMemo(() => new Map(query.data?.map((call) => [call.id, call])), [query.data])
}

/** A call with its values, as far as they are no matter for a viewer of their own. */
export const useWholeCall = (id: RunId, call: ShownCall): ShownCall => {
  const trpc = useTRPC()
  const query = useQuery({
    ...trpc.runs.calls.queryOptions({ id, ids: [call.id], most: inlineBytes }),
    enabled: isLeftOut(call, inlineBytes) && call.finishedAt !== null,
    gcTime: 10_000
  })
  const [read] = query.data ?? []
  return read?.id === call.id ? read : call
}

/** Something small enough was left out, or something nobody has measured. */
const isLeftOut = ({ omitted }: ShownCall, most: number): boolean =>
  omitted !== undefined && [omitted.args, omitted.result].some((bytes) => bytes !== undefined && (bytes ?? 0) <= most)

const isWorthReading = (call: ShownCall): boolean =>
  call.status === "completed" && call.omitted?.result !== undefined && (call.omitted.result ?? rowBytes) < rowBytes
