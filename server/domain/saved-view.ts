import { Schema } from "effect"

/** What a view is called. */
export const ViewName = Schema.String.check(
  Schema.makeFilter((name: string) => (name.trim() === "" ? "a name with at least one letter" : undefined)),
  Schema.isMaxLength(60)
)

/** The list's query string, with its question mark; empty for all runs. It names no run and no place in the list. */
export const ViewSearch = Schema.String.check(
  Schema.isPattern(/^(\?[^#\s]*)?$/, { message: "the query string of a list, such as ?status=failed" }),
  Schema.isMaxLength(2000)
)

/** A list of runs under a name. */
export interface SavedView {
  readonly id: string
  readonly name: string
  readonly search: string
  /** The whole team sees it; otherwise one person does. */
  readonly isShared: boolean
}
