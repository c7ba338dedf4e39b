import { Effect, Schema } from "effect"
import { EpochMs } from "../../domain/epoch-ms"
import { RunStatus } from "../../domain/run"
import { facetFields } from "../../domain/run-filter"
import type { FacetValue } from "../../history/facets"
import { bucketLimits } from "../../history/histogram"
import { RunsQuery } from "../../history/runs-query"
import { noBody } from "./body"
import { endpoint } from "./endpoint"
import { filterFields } from "./filter-query"
import { WholeNumber } from "./query"

const Counts = Schema.Record(Schema.String, Schema.Int)

export const getFacets = endpoint({
  method: "GET",
  path: "/api/v1/runs/facets",
  operationId: "countRunsByValue",
  permission: "runs:read",
  summary:
    "How many runs a list with one value of a field has, whatever that field is filtered by. Nobody counts beyond 10,000: `totalIsCapped` says so of the total, 10001 of a value. Actors and tools: the most common ones.",
  query: Schema.Struct(filterFields),
  body: noBody,
  answer: Schema.Struct({
    total: Schema.Int,
    totalIsCapped: Schema.Boolean,
    status: Counts,
    trigger: Counts,
    kind: Counts,
    actor: Counts,
    tool: Counts,
    approval: Counts
  }),
  statuses: { 200: "Counts by value" },
  failures: [],
  run: Effect.fnUntraced(function* ({ principal, query }) {
    const runs = yield* RunsQuery
    const total = yield* runs.count(principal.teamId, query)
    const { status, trigger, kind, actor, tool, approval } = yield* runs.facets(principal.teamId, query, facetFields)
    return {
      value: {
        ...total,
        status: countsOf(status),
        trigger: countsOf(trigger),
        kind: countsOf(kind),
        actor: countsOf(actor),
        tool: countsOf(tool),
        approval: countsOf(approval)
      }
    }
  })
})

/** What no run has is left out. */
const countsOf = (values: ReadonlyArray<FacetValue> | undefined): Record<string, number> =>
  Object.fromEntries((values ?? []).flatMap(({ value, count }) => (count === 0 ? [] : [[value, count]])))

export const getHistogram = endpoint({
  method: "GET",
  path: "/api/v1/runs/histogram",
  operationId: "countRunsOverTime",
  permission: "runs:read",
  summary:
    "When the matching runs started, by status: `buckets` of one length (default 48) from `from`, or from the oldest run, to `to`, or to now. Ranges so long that a bucket is a day or more are counted by whole days in UTC.",
  query: Schema.Struct({ ...filterFields, buckets: Schema.optionalKey(WholeNumber(1, bucketLimits.most)) }),
  body: noBody,
  answer: Schema.Struct({
    bucketMs: Schema.Int,
    buckets: Schema.Array(Schema.Struct({ start: EpochMs, counts: Schema.Record(RunStatus, Schema.optionalKey(Schema.Int)) }))
  }),
  statuses: { 200: "Every bucket in order, the empty ones too" },
  failures: [],
  run: Effect.fnUntraced(function* ({ principal, query: { buckets = bucketLimits.default, ...filter } }) {
    return { value: yield* RunsQuery.use((runs) => runs.histogram(principal.teamId, filter, buckets)) }
  })
})
