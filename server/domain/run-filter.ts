import { Schema } from "effect"
import { RunKind, RunStatus, type RunSummary, Trigger } from "./run"
import { isRunIdSearch, SearchText, wordsOf } from "./search-text"

/** A tool's path, or `demo.tickets.*` for all below it. */
export const ToolPattern = Schema.String.check(
  Schema.isPattern(/^[A-Za-z_$][\w$-]*(\.[\w$-]+)*(\.\*)?$/, { message: "a tool's path such as demo.tickets.list, or demo.* for all below demo" }),
  Schema.isMaxLength(300)
)

/** Where a run stands with people: a question is open, or how the last one ended, or nobody was ever asked. */
export const approvalStates = ["pending", "accepted", "declined", "cancelled", "expired", "none"] as const
export type ApprovalState = (typeof approvalStates)[number]
/** `any`: somebody was asked at least once. */
export const ApprovalWanted = Schema.Literals(["any", ...approvalStates])
export type ApprovalWanted = typeof ApprovalWanted.Type

const someDurationMs = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000_000_000 }))

/**
 * Which runs a list, a count or an export is about. Absent means "any". Every field narrows; several values of one
 * field widen it. Times bound `startedAt`: from the first millisecond inside to the first one outside. Durations bound
 * runs that are over, both ends included.
 */
export const RunFilter = Schema.Struct({
  status: Schema.optional(Schema.Array(RunStatus)),
  kind: Schema.optional(Schema.Array(RunKind)),
  trigger: Schema.optional(Schema.Array(Trigger)),
  /** Ids of actors. */
  actor: Schema.optional(Schema.Array(Schema.NonEmptyString)),
  tool: Schema.optional(Schema.Array(ToolPattern)),
  approval: Schema.optional(Schema.Array(ApprovalWanted)),
  /** Words of the title, the code or the error's message, each as a beginning; or a run's id, or how one begins. */
  q: Schema.optional(SearchText),
  from: Schema.optional(Schema.Finite),
  to: Schema.optional(Schema.Finite),
  minDurationMs: Schema.optional(someDurationMs),
  maxDurationMs: Schema.optional(someDurationMs)
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

const isOneOf = <T>(values: ReadonlyArray<T> | undefined, value: T): boolean => values === undefined || values.includes(value)

export const approvalOf = (run: Pick<RunSummary, "pendingInteractionCount" | "lastDecision">): ApprovalState =>
  run.pendingInteractionCount > 0 ? "pending" : (run.lastDecision?.action ?? "none")

/** The states that are asked for; none twice. */
export const statesOf = (wanted: ReadonlyArray<ApprovalWanted>): ReadonlyArray<ApprovalState> =>
  approvalStates.filter((state) => wanted.includes(state) || (state !== "none" && wanted.includes("any")))

/** `demo.` for `demo.*`; null for a path. */
export const subtreeOf = (pattern: string): string | null => (pattern.endsWith(".*") ? pattern.slice(0, -1) : null)

const fitsPath = (pattern: string, path: string): boolean => {
  const below = subtreeOf(pattern)
  return below === null ? path === pattern : path.startsWith(below)
}

/** Whether what the row shows can have been meant. Its code and its error are not on it: those only the store can search. */
const fitsText = (q: string, run: RunSummary): boolean => {
  if (isRunIdSearch(q)) return run.id.startsWith(q.trim().toLowerCase())
  const words = wordsOf(run.title)
  return wordsOf(q).every((wanted) => words.some((word) => word.startsWith(wanted)))
}

/** Whether the filter lets this run through, as the store would say; of a text, as far as the row's title shows it. */
export const isMatching = (filter: RunFilter, run: RunSummary): boolean => {
  const { approval, tool, q, from, to, minDurationMs, maxDurationMs } = filter
  return (
    isOneOf(filter.status, run.status) &&
    isOneOf(filter.kind, run.kind) &&
    isOneOf(filter.trigger, run.trigger) &&
    isOneOf(filter.actor, run.actor.id) &&
    (approval === undefined || statesOf(approval).includes(approvalOf(run))) &&
    (tool === undefined || tool.some((pattern) => run.tools.some((path) => fitsPath(pattern, path)))) &&
    (q === undefined || fitsText(q, run)) &&
    (from === undefined || run.startedAt >= from) &&
    (to === undefined || run.startedAt < to) &&
    (minDurationMs === undefined || (run.durationMs !== null && run.durationMs >= minDurationMs)) &&
    (maxDurationMs === undefined || (run.durationMs !== null && run.durationMs <= maxDurationMs))
  )
}
