"use client"
import { formatShort } from "@/app/hooks/time-format"
import { useNow, useZone } from "@/app/hooks/use-clock"
import { onPlainClick, useGo } from "@/app/hooks/use-url-state"
import { Chip } from "@/app/ui/chip"
import { statusWord } from "@/app/ui/run-status"
import { type Condition, hrefOf, type Ignored, type ListState, ranges, without, withoutIgnored } from "../list-state"

/** One active condition; its cross is a link to the list without it. */
export const ConditionChip = ({ state, condition }: { readonly state: ListState; readonly condition: Condition }) => {
  const go = useGo()
  const now = useNow()
  const zone = useZone()
  const href = hrefOf(without(state, condition))
  const text =
    condition === "status" ? { field: "Status is", value: state.status.map(statusWord).join(", ") } : { field: "Time", value: timeText(state, now, zone) }
  return <Chip {...text} removeHref={href} onRemove={onPlainClick(() => go(href))} />
}

const timeText = ({ last, from, to }: ListState, now: number, zone: string): string => {
  if (last !== null) return ranges[last].name
  const start = from === null ? null : formatShort(from, now, zone)
  const end = to === null ? null : formatShort(to, now, zone)
  return start === null ? `before ${end}` : end === null ? `since ${start}` : `${start} to ${end}`
}

export const IgnoredChips = ({ state }: { readonly state: ListState }) => {
  const go = useGo()
  return state.ignored.map((one) => {
    const href = hrefOf(withoutIgnored(state, one))
    return <Chip key={`${one.name}=${one.value}`} ignored field="ignored:" value={textOf(one)} mono removeHref={href} onRemove={onPlainClick(() => go(href))} />
  })
}

const textOf = ({ name, value }: Ignored): string => `${name}=${value}`
