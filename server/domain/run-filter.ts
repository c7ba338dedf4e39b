import { Schema } from "effect"
import { RunKind, RunStatus, Trigger } from "./run"
import { approvalStates, longestToolPattern, mostFilterValues, toolPattern } from "./run-matching"
import { longestSearch, searchPattern } from "./search-text"

/** A tool's path, or `demo.tickets.*` for all below it. */
export const ToolPattern = Schema.String.check(
  Schema.isPattern(toolPattern, { message: "a tool's path such as demo.tickets.list, or demo.* for all below demo" }),
  Schema.isMaxLength(longestToolPattern)
)

/** `any`: somebody was asked at least once. */
export const ApprovalWanted = Schema.Literals(["any", ...approvalStates])

/** What somebody looks for: some words, or a run's id. */
export const SearchText = Schema.String.check(
  Schema.isPattern(searchPattern, { message: "a text with at least one letter or digit" }),
  Schema.isMaxLength(longestSearch)
)

/** Several values of one field. */
const Some = <S extends Schema.Top>(item: S) =>
  Schema.Array(item).check(Schema.isMaxLength(mostFilterValues, { message: `at most ${mostFilterValues} values` }))

const SomeDurationMs = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000_000_000 }))

/**
 * Which runs a list, a count or an export is about. Absent means "any". Every field narrows; several values of one
 * field widen it. Times bound `startedAt`: from the first millisecond inside to the first one outside. Durations bound
 * runs that are over, both ends included.
 */
export const RunFilter = Schema.Struct({
  status: Schema.optional(Some(RunStatus)),
  kind: Schema.optional(Some(RunKind)),
  trigger: Schema.optional(Some(Trigger)),
  /** Ids of actors. */
  actor: Schema.optional(Some(Schema.NonEmptyString)),
  tool: Schema.optional(Some(ToolPattern)),
  approval: Schema.optional(Some(ApprovalWanted)),
  /** Words of the title, the code or the error's message, each as a beginning; or a run's id, or how one begins. */
  q: Schema.optional(SearchText),
  from: Schema.optional(Schema.Finite),
  to: Schema.optional(Schema.Finite),
  minDurationMs: Schema.optional(SomeDurationMs),
  maxDurationMs: Schema.optional(SomeDurationMs)
})
export type RunFilter = typeof RunFilter.Type

/** Fields that offer values to choose from. */
export const facetFields = ["status", "trigger", "kind", "actor", "tool", "approval"] as const
export const FacetField = Schema.Literals(facetFields)
export type FacetField = typeof FacetField.Type

/** The filter after a click on one offered value: it replaces what the field said before. A value that is none changes nothing. */
export const withValue = (filter: RunFilter, field: FacetField, value: string): RunFilter => {
  const changed: unknown = { ...filter, [field]: [value] }
  return isRunFilter(changed) ? changed : filter
}
const isRunFilter = Schema.is(RunFilter)

/** The filter as it would be without what one field says. */
export const withoutField = (filter: RunFilter, field: FacetField): RunFilter => ({ ...filter, [field]: undefined })

/** Lists take up to so many rows a page. */
export const pageLimit = { default: 50, most: 200 } as const

export const PageLimit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: pageLimit.most }))
