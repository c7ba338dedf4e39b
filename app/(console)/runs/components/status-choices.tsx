"use client"
import { cx } from "@/app/ui/cx"
import { Icon } from "@/app/ui/icons"
import { runLook, toneClass } from "@/app/ui/run-status"
import type { RunStatus } from "@/server/domain/run"
import type { RunsInput } from "../list-conditions"
import { formatFacet, useFacets } from "./use-facets"

/** The status's icon, for a choice. A choice asks nothing of anybody, so waiting is drawn in grey here. */
export const StatusDot = ({ status }: { readonly status: RunStatus }) => {
  const look = runLook({ status, waitingFor: null, pendingInteractionCount: 1 })
  return (
    <span className={cx(toneClass[look.tone], status === "waiting_for_interaction" ? "text-text-muted" : "text-(--tone)")}>
      <Icon name={look.icon} size={14} />
    </span>
  )
}

/** How many runs each status has under the other conditions; asked for when somebody looks. */
export const useStatusCounts = (input: RunsInput, wanted: boolean): Partial<Record<RunStatus, string>> => {
  const facets = useFacets(input, ["status"], wanted)
  return Object.fromEntries((facets.data?.status ?? []).map(({ value, count }) => [value, formatFacet(count)]))
}
