"use client"
import { isToolPattern } from "@/server/domain/run-matching"
import { toggled } from "../list-conditions"
import { hrefOf, type ListState } from "../list-state"
import { TypedChoices } from "./facet-choices"
import type { useFacets } from "./use-facets"

type Props = {
  readonly state: ListState
  readonly facets: ReturnType<typeof useFacets>
  /** Where a choice leads; how it gets into the history is the frame's business. */
  readonly onGo: (href: string) => void
}

/** A path, or all below one (`demo.*`). */
export const ToolChoices = ({ state, facets, onGo }: Props) => (
  <TypedChoices
    name="Tool"
    mono
    values={facets.data?.tool}
    failed={facets.isError}
    chosen={state.tool}
    onToggle={(value) => onGo(hrefOf(toggled(state, "tool", value)))}
    typed={(text) => (isToolPattern(text) ? text : null)}
    placeholder="github.issues.create, or github.*"
  />
)

export const ActorChoices = ({ state, facets, onGo }: Props) => (
  <TypedChoices
    name="Actor"
    values={facets.data?.actor}
    failed={facets.isError}
    chosen={state.actor}
    onToggle={(value) => onGo(hrefOf(toggled(state, "actor", value)))}
    typed={() => null}
    placeholder="Name"
  />
)
