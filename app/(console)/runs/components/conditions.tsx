"use client"
import { formatDateTime, zoneLabel } from "@/app/hooks/time-format"
import { useNow, useZone } from "@/app/hooks/use-clock"
import { useReadHeardAt } from "@/app/hooks/use-live-feed"
import { usePrinting } from "@/app/hooks/use-printing"
import { onPlainClick, useGo } from "@/app/hooks/use-url-state"
import { Chip } from "@/app/ui/chip"
import { IgnoredChips } from "@/app/ui/ignored-chips"
import { spelledOut } from "@/server/domain/hidden-characters"
import { type Condition, conditionsOf, without } from "../list-conditions"
import { hrefOf, type ListState, withoutIgnored } from "../list-state"
import { wordsFor } from "./filter-words"
import { useActorNames } from "./use-facets"

/** One active condition; its cross is a link to the list without it. */
export const ConditionChip = ({ state, condition }: { readonly state: ListState; readonly condition: Condition }) => {
  const go = useGo()
  const now = useNow()
  const zone = useZone()
  const actorName = useActorNames()
  const href = hrefOf(without(state, condition))
  return <Chip {...wordsFor(state, condition, { now, zone, actorName })} removeHref={href} onRemove={onPlainClick(() => go(href))} />
}

type PrintedProps = {
  readonly state: ListState
  /** Null while the rows are as good as what was last heard. */
  readonly staleAt: number | null
}

/** On paper, where there are no chips: which runs these are, and of when. */
export const PrintedConditions = ({ state, staleAt }: PrintedProps) => {
  const printing = usePrinting()
  const heardAt = useReadHeardAt()
  const zone = useZone()
  const actorName = useActorNames()
  if (!printing) return null
  const now = staleAt ?? heardAt()
  const words = conditionsOf(state).map((condition) => {
    const { field, value } = wordsFor(state, condition, { now, zone, actorName })
    return `${field} ${spelledOut(value)}`
  })
  return (
    <p className="px-4 py-2 wrap-anywhere text-text-muted">
      {[words.length === 0 ? "All runs" : words.join(" · "), `as of ${formatDateTime(now, zone)} (${zoneLabel(zone, now)})`].join(", ")}
    </p>
  )
}

/** What of the list's address was not understood. */
export const ListIgnoredChips = ({ state }: { readonly state: ListState }) => {
  const go = useGo()
  const ignored = state.ignored.map((one) => ({ ...one, href: hrefOf(withoutIgnored(state, one)) }))
  return <IgnoredChips ignored={ignored} onRemove={(href) => onPlainClick(() => go(href))} />
}
