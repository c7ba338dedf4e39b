"use client"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useRef } from "react"
import type { RunId } from "@/server/domain/ids"
import type { RouterOutputs } from "@/server/trpc/router"
import { handedOver } from "./handed-over"
import { followed, stillToCome } from "./live-queries"
import { useTRPC } from "./trpc"
import { useLiveMessages } from "./use-live-feed"

/** One run with everything about it, kept up to date by the live feed. */
export const useRun = (id: RunId, initial?: RouterOutputs["runs"]["get"]) => {
  const trpc = useTRPC()
  const client = useQueryClient()
  const key = trpc.runs.get.queryKey({ id })
  const query = useQuery({ ...trpc.runs.get.queryOptions({ id }), ...handedOver(initial) })
  /** The last event that the data contains, and of which reading. */
  const seq = useRef<{ readonly asOf: string | undefined; readonly at: number | null }>({ asOf: undefined, at: null })
  const asOf = query.data?.asOf
  useLiveMessages(
    (messages) => {
      const known = client.getQueryData(key)
      if (known === undefined) return
      const at = seq.current.asOf === known.asOf ? seq.current.at : null
      const next = followed({ run: known.run, seq: at, printedTo: known.printedTo }, messages)
      if (next === null) {
        void client.invalidateQueries({ queryKey: key })
        return
      }
      seq.current = { asOf: known.asOf, at: next.seq }
      if (next.run !== known.run) client.setQueryData(key, { ...known, run: next.run })
    },
    { asOf, runs: stillToCome(query.data?.run) }
  )
  return query
}
