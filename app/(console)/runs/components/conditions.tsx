"use client"
import { useNow, useZone } from "@/app/hooks/use-clock"
import { onPlainClick, useGo } from "@/app/hooks/use-url-state"
import { Chip } from "@/app/ui/chip"
import { type Condition, without } from "../list-conditions"
import { hrefOf, type Ignored, type ListState, withoutIgnored } from "../list-state"
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

export const IgnoredChips = ({ state }: { readonly state: ListState }) => {
  const go = useGo()
  return state.ignored.map((one, index) => {
    const href = hrefOf(withoutIgnored(state, one))
    return (
      // The same may be written twice.
      // biome-ignore lint/suspicious/noArrayIndexKey: they stand in the order of the address
      <Chip key={`${index} ${one.name}`} ignored field="ignored:" value={textOf(one)} mono removeHref={href} onRemove={onPlainClick(() => go(href))} />
    )
  })
}

const textOf = ({ name, value }: Ignored): string => `${name}=${value}`
