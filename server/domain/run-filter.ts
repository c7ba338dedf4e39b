import { Schema } from "effect"
import { RunKind, RunStatus, type RunSummary, Trigger } from "./run"

/**
 * Which runs a list, a count or an export is about. Absent means "any". Every value narrows; several values of one
 * field widen it. Times bound `startedAt`: from the first millisecond inside to the first one outside.
 */
export const RunFilter = Schema.Struct({
  status: Schema.optional(Schema.Array(RunStatus)),
  kind: Schema.optional(Schema.Array(RunKind)),
  trigger: Schema.optional(Schema.Array(Trigger)),
  /** Ids of actors. */
  actor: Schema.optional(Schema.Array(Schema.NonEmptyString)),
  from: Schema.optional(Schema.Finite),
  to: Schema.optional(Schema.Finite)
})
export type RunFilter = typeof RunFilter.Type

/** Lists take up to so many rows a page. */
export const pageLimit = { default: 50, most: 200 } as const

export const PageLimit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: pageLimit.most }))

const isOneOf = <T>(values: ReadonlyArray<T> | undefined, value: T): boolean => values === undefined || values.includes(value)

/** Whether the filter lets this run through, as the store would say. */
export const isMatching = ({ status, kind, trigger, actor, from, to }: RunFilter, run: RunSummary): boolean =>
  isOneOf(status, run.status) &&
  isOneOf(kind, run.kind) &&
  isOneOf(trigger, run.trigger) &&
  isOneOf(actor, run.actor.id) &&
  (from === undefined || run.startedAt >= from) &&
  (to === undefined || run.startedAt < to)
