"use client"
import { useQueries } from "@tanstack/react-query"
import { formatTotal } from "@/app/hooks/number-format"
import { useTRPC } from "@/app/hooks/trpc"
import { cx } from "@/app/ui/cx"
import { Icon } from "@/app/ui/icons"
import { runLook, runStatuses, toneClass } from "@/app/ui/run-status"
import type { RunStatus } from "@/server/domain/run"
import type { RunsInput } from "../list-state"

/** The status's icon, for a choice. A choice asks nothing of anybody, so waiting is drawn in grey here. */
export const StatusDot = ({ status }: { readonly status: RunStatus }) => {
  const look = runLook({ status, waitingFor: null, pendingInteractionCount: 1 })
  return (
    <span className={cx(toneClass[look.tone], status === "waiting_for_interaction" ? "text-text-muted" : "text-(--tone)")}>
      <Icon name={look.icon} size={14} />
    </span>
  )
}

/** How many runs each status has under the other conditions; asked for when somebody looks, and each may fail alone. */
export const useStatusCounts = (input: RunsInput, wanted: boolean): Partial<Record<RunStatus, string>> => {
  const trpc = useTRPC()
  const { status: _, ...others } = input
  return useQueries({
    queries: runStatuses.map((status) => trpc.runs.count.queryOptions({ ...others, status: [status] }, { enabled: wanted, staleTime: 5000 })),
    combine: (results) =>
      Object.fromEntries(runStatuses.map((status, index) => [status, results[index]?.data === undefined ? undefined : formatTotal(results[index].data)]))
  })
}
