"use client"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useRef } from "react"
import type { InteractionId } from "@/server/domain/ids"
import type { RouterOutputs } from "@/server/trpc/router"
import { handedOver } from "./handed-over"
import { followed, newer, stillToCome } from "./live-queries"
import { useTRPC } from "./trpc"
import { useLiveMessages } from "./use-live-feed"

/** One question with its run, kept up to date by the live feed: another person's decision arrives by it alone. */
export const useQuestion = (id: InteractionId, initial?: RouterOutputs["interactions"]["get"]) => {
  const trpc = useTRPC()
  const client = useQueryClient()
  const key = trpc.interactions.get.queryKey({ id })
  const query = useQuery({ ...trpc.interactions.get.queryOptions({ id }), ...handedOver(initial) })
  const seq = useRef<{ readonly asOf: string | undefined; readonly at: number | null }>({ asOf: undefined, at: null })
  useLiveMessages(
    (messages) => {
      const known = client.getQueryData(key)
      if (known === undefined) return
      const at = seq.current.asOf === known.asOf ? seq.current.at : null
      const next = followed({ run: known.run, seq: at }, messages)
      const told = messages.reduce(
        (before, message) => (message.type === "run" && message.interaction?.id === id ? newer(before, message.interaction) : before),
        known.interaction
      )
      if (next === null) {
        // The decision is shown at once even when the run's details have to be read again.
        if (told !== known.interaction) client.setQueryData(key, { ...known, interaction: told })
        void client.invalidateQueries({ queryKey: key })
        return
      }
      seq.current = { asOf: known.asOf, at: next.seq }
      if (next.run !== known.run || told !== known.interaction) client.setQueryData(key, { ...known, run: next.run, interaction: told })
    },
    { asOf: query.data?.asOf, runs: stillToCome(query.data?.run) }
  )
  return query
}
