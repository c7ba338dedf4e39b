"use client"
import { spelledOut } from "@/server/domain/hidden-characters"
import type { InteractionId } from "@/server/domain/ids"
import type { Looking } from "@/server/trpc/router"
import { useLookers } from "../hooks/use-live-feed"
import { Icon } from "./icons"
import { VisibleText } from "./untrusted-text"

/** In so many words: `Ann`, `Ann and Tom`, `Ann and 2 others`. */
export const lookersText = (people: Looking["people"]): string => {
  const [first, second] = people.map(({ label }) => label)
  if (first === undefined) return ""
  if (people.length === 1 || second === undefined) return `${first} is looking at this too`
  return `${first} and ${people.length === 2 ? second : `${people.length - 1} others`} are looking at this too`
}

/**
 * Who else has this question on the screen: two people decide faster when each knows of the other. It comes and goes in a
 * line that is there anyway, and takes what is left of it, so that nothing moves.
 */
export const Lookers = ({ id }: { readonly id: InteractionId }) => {
  const people = useLookers(id)
  const text = lookersText(people)
  if (text === "") return null
  return (
    <span title={spelledOut(text)} className="inline-flex min-w-0 flex-none items-center gap-1.5 text-text max-md:order-2 md:max-w-[46%]">
      <Icon name="eye" size={14} className="flex-none" />
      <span className="truncate max-md:sr-only">
        <VisibleText text={text} />
      </span>
    </span>
  )
}
