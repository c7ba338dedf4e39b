import { Effect, Schema } from "effect"
import type { TeamId } from "../domain/ids"
import { RunKind, RunStatus, Trigger } from "../domain/run"
import { type FacetField, facetFields, type RunFilter, withoutField, withValue } from "../domain/run-filter"
import { approvalStates } from "../domain/run-matching"
import type { Database } from "../store/database"
import { plannedFor } from "./plan-filter"
import { read, readNumber, Whole } from "./read"
import { countRuns, groupRuns } from "./sql/runs"

/** One offered value, with the number of rows that a click on it yields. */
export interface FacetValue {
  readonly value: string
  /** What people read, where that is not the value. */
  readonly label: string
  /** One more than `limits.countedUpTo` stands for "more than that". */
  readonly count: number
}

/** Only the fields that were asked for. */
export type Facets = { readonly [Field in FacetField]?: ReadonlyArray<FacetValue> }

/** How far a reader counts before it says "more than". */
export interface CountLimits {
  /** Nobody needs an exact number above it, and counting on would cost as much as the list is meant to save. */
  readonly countedUpTo: number
  /** Up to so many matching runs are counted by one pass over them; with more, each value is counted by itself. */
  readonly onePassUpTo: number
}

export const countLimits: CountLimits = { countedUpTo: 10_000, onePassUpTo: 20_000 }

/** A menu shows no more; others can be typed. */
const mostValues = 50
const mostSubtrees = 12

const decodeGroups = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ value: Schema.String, label: Schema.String, n: Whole })))

/** Values that are offered whether a run has them or not. */
const fixedValues: { readonly [Field in FacetField]: ReadonlyArray<string> } = {
  status: RunStatus.literals,
  trigger: Trigger.literals,
  kind: RunKind.literals,
  actor: [],
  tool: [],
  approval: approvalStates
}

export const facetsOf = Effect.fn("facetsOf")(function* (
  database: Database["Service"],
  limits: CountLimits,
  { teamId, filter, fields }: { readonly teamId: TeamId; readonly filter: RunFilter; readonly fields: ReadonlyArray<FacetField> }
): Effect.fn.Return<Facets> {
  const found: { -readonly [Field in FacetField]?: ReadonlyArray<FacetValue> } = {}
  for (const field of facetFields) if (fields.includes(field)) found[field] = yield* facetOf(database, limits, { teamId, filter, field })
  return found
})

interface Asked {
  readonly teamId: TeamId
  readonly filter: RunFilter
  readonly field: FacetField
}

const facetOf = Effect.fnUntraced(function* (database: Database["Service"], limits: CountLimits, { teamId, filter, field }: Asked) {
  const others = withoutField(filter, field)
  const planned = yield* plannedFor(database, teamId, others)
  const groups = decodeGroups(yield* read(database, groupRuns(database.kind, planned, field, limits.onePassUpTo + 1)))
  const matching = yield* readNumber(database, countRuns(database.kind, planned, limits.onePassUpTo + 1))
  const isWhole = matching <= limits.onePassUpTo
  const counted = new Map(groups.map(({ value, n }) => [value, n]))
  const labels = new Map(groups.map(({ value, label }) => [value, label]))
  const countOf = Effect.fnUntraced(function* (value: string) {
    const known = field === "tool" && value.endsWith(".*") ? undefined : isWhole ? (counted.get(value) ?? 0) : undefined
    const most = limits.countedUpTo + 1
    if (known !== undefined) return Math.min(known, most)
    return yield* readNumber(database, countRuns(database.kind, yield* plannedFor(database, teamId, withValue(others, field, value)), most))
  })
  const values = [...offered(field, [...counted.keys()], filter[field] ?? [])]
  return yield* Effect.forEach(values, (value) => Effect.map(countOf(value), (count): FacetValue => ({ value, label: labels.get(value) || value, count })))
})

/** What has been chosen stays on offer, also when it matches nothing. */
const offered = (field: FacetField, found: ReadonlyArray<string>, chosen: ReadonlyArray<string>): ReadonlySet<string> => {
  const common = found.slice(0, mostValues)
  const subtrees = field === "tool" ? [...new Set(common.flatMap((path) => (path.includes(".") ? [`${path.slice(0, path.indexOf("."))}.*`] : [])))] : []
  return new Set([...chosen.filter((value) => value !== "any"), ...fixedValues[field], ...subtrees.slice(0, mostSubtrees), ...common])
}
