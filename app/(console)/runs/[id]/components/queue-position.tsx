"use client"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import { handedOver } from "@/app/hooks/handed-over"
import { useTRPC } from "@/app/hooks/trpc"
import { useLiveMessages } from "@/app/hooks/use-live-feed"
import { Icon } from "@/app/ui/icons"
import type { RunId } from "@/server/domain/ids"
import type { RouterOutputs } from "@/server/trpc/router"

/**
 * Where a queued run stands in the line. Another run that begins or ends moves it, and every such change comes over the
 * live feed; a run that waits for its person does too, since it gives its place away.
 */
export const QueuePosition = ({ id, initial }: { readonly id: RunId; readonly initial: RouterOutputs["runs"]["queuePosition"] | undefined }) => {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { data, isError } = useQuery({ ...trpc.runs.queuePosition.queryOptions({ id }), ...handedOver(initial) })
  const asked = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(asked.current), [])
  useLiveMessages(
    () => {
      // One question a second is enough for a number that people read.
      asked.current ??= setTimeout(() => {
        asked.current = undefined
        void client.invalidateQueries({ queryKey: trpc.runs.queuePosition.queryKey({ id }) })
      }, 1_000)
    },
    { asOf: data?.asOf }
  )
  const position = data?.position ?? null
  // A place that could not be read again is nobody's any more.
  if (position === null || isError) return null
  return (
    <span className="inline-flex items-center gap-1.5" role="status">
      <Icon name="queued" size={14} className="text-text-subtle" />
      {position === 1 ? (
        "next in line"
      ) : (
        <>
          <b className="font-medium text-text tabular-nums">{position - 1}</b> {position === 2 ? "run goes" : "runs go"} before it
        </>
      )}
    </span>
  )
}
