import type { RouterOutputs } from "@/server/trpc/router"
import { hrefOf, type ListState, parseList, withoutPanel } from "./list-state"

/* Lists under names. Pure. */

export type SavedView = RouterOutputs["views"]["list"]["views"][number]

/** The name of a list without conditions, for those whose list opens with a view of their own. */
export const allRuns = "all"

/** What of a list is kept under a name: its conditions and its looks, not the place in it. */
export const searchOf = (state: ListState): string => hrefOf(withoutPanel({ ...state, view: null, cursor: null, at: null, ignored: [] }), "")

export const stateOf = (view: SavedView): ListState => ({ ...parseList(view.search), view: view.id })

export const viewOf = (state: ListState, views: ReadonlyArray<SavedView>): SavedView | null => views.find(({ id }) => id === state.view) ?? null

/** The list is not what its view says any more. */
export const isModified = (state: ListState, view: SavedView): boolean => searchOf(state) !== searchOf(stateOf(view))
