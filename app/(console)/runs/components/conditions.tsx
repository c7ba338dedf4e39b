"use client"
import { useNow, useZone } from "@/app/hooks/use-clock"
import { onPlainClick, useGo } from "@/app/hooks/use-url-state"
import { Chip } from "@/app/ui/chip"
import { IgnoredChips } from "@/app/ui/ignored-chips"
import { type Condition, without } from "../list-conditions"
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

/** What of the list's address was not understood. */
export const ListIgnoredChips = ({ state }: { readonly state: ListState }) => {
  const go = useGo()
  const ignored = state.ignored.map((one) => ({ ...one, href: hrefOf(withoutIgnored(state, one)) }))
  return <IgnoredChips ignored={ignored} onRemove={(href) => onPlainClick(() => go(href))} />
}
