import { Effect, Schema } from "effect"
import { RunId, ToolCallId } from "../domain/ids"
import { Comment } from "../domain/interaction"
import { RerunInput, type RunSummary, SubmitInput } from "../domain/run"
import { FacetField, PageLimit, pageLimit, RunFilter } from "../domain/run-filter"
import { inlineBytes, type ShownCall, type ShownRun } from "../domain/shown-run"
import { ExecutionEngine } from "../engine/execution-engine"
import { RunNotFound } from "../engine/run-store"
import type { Facets } from "../history/facets"
import { bucketLimits, type Histogram } from "../history/histogram"
import type { RunCount, RunPage } from "../history/pages"
import { RunsQuery } from "../history/runs-query"
import { ShownRuns } from "../history/shown-runs"
import { cancelRun, rerunRun, submitRun, summaryOf } from "../http/v1/run-verbs"
import { LiveFeed } from "../live/feed"
import { call } from "./call"
import { type AsOf, authenticated, may, router, valid } from "./init"

const ListInput = Schema.Struct({
  ...RunFilter.fields,
  cursor: Schema.optional(Schema.NullOr(Schema.String)),
  limit: Schema.optional(PageLimit),
  /** Without a cursor: begins with the runs of this moment. */
  at: Schema.optional(Schema.Finite),
  /** What React Query adds to every page request; the cursor knows its direction by itself. */
  direction: Schema.optional(Schema.Literals(["forward", "backward"]))
})
const FacetsInput = Schema.Struct({ ...RunFilter.fields, fields: Schema.NonEmptyArray(FacetField) })
const HistogramInput = Schema.Struct({
  ...RunFilter.fields,
  buckets: Schema.optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: bucketLimits.most })))
})
const MatchingInput = Schema.Struct({ ...RunFilter.fields, ids: Schema.Array(RunId).check(Schema.isMaxLength(pageLimit.most)) })
const OneInput = Schema.Struct({ id: RunId })
const CallsInput = Schema.Struct({
  id: RunId,
  ids: Schema.Array(ToolCallId).check(Schema.isMaxLength(100)),
  /** Bytes of a value that are worth having. */
  most: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: inlineBytes }))
})
const RerunOneInput = Schema.Struct({ id: RunId, ...RerunInput.fields })
const CancelInput = Schema.Struct({ id: RunId, reason: Schema.optional(Comment) })

/** A page names no more; the list of runs has them all. */
const mostChildren = 200

export const runsRouter = router({
  list: may("runs:read")
    .input(valid(ListInput))
    .query(({ ctx, input }): Promise<AsOf<RunPage>> => {
      const { cursor, limit, at, direction: _, ...filter } = input
      return call(
        Effect.gen(function* () {
          // Read before the rows: what is committed in between is then sent once more rather than never.
          const asOf = yield* LiveFeed.use((feed) => feed.position)
          const page = yield* RunsQuery.use((runs) => runs.list(ctx.principal.teamId, filter, { cursor, limit, at }))
          return { ...page, asOf }
        })
      )
    }),

  count: may("runs:read")
    .input(valid(RunFilter))
    .query(({ ctx, input }): Promise<RunCount> => call(RunsQuery.use((runs) => runs.count(ctx.principal.teamId, input)))),

  /** For each offered value of these fields, how many rows a click on it yields. */
  facets: may("runs:read")
    .input(valid(FacetsInput))
    .query(({ ctx, input: { fields, ...filter } }): Promise<Facets> => call(RunsQuery.use((runs) => runs.facets(ctx.principal.teamId, filter, fields)))),

  histogram: may("runs:read")
    .input(valid(HistogramInput))
    .query(
      ({ ctx, input: { buckets = bucketLimits.default, ...filter } }): Promise<Histogram> =>
        call(RunsQuery.use((runs) => runs.histogram(ctx.principal.teamId, filter, buckets)))
    ),

  /** Those of these runs that the filter lets through: a row does not show all that can be searched for. */
  matching: may("runs:read")
    .input(valid(MatchingInput))
    .query(
      ({ ctx, input: { ids, ...filter } }): Promise<ReadonlyArray<RunId>> => call(RunsQuery.use((runs) => runs.matching(ctx.principal.teamId, filter, ids)))
    ),

  get: may("runs:read")
    .input(valid(OneInput))
    .query(
      ({ ctx, input }): Promise<AsOf<{ readonly run: ShownRun; readonly printedTo: number }>> =>
        call(
          Effect.gen(function* () {
            const asOf = yield* LiveFeed.use((feed) => feed.position)
            const found = yield* ShownRuns.use((runs) => runs.run(ctx.principal.teamId, input.id))
            if (found === null) return yield* new RunNotFound({ runId: input.id })
            return { ...found, asOf }
          })
        )
    ),

  /** Calls of a run with their arguments and results, up to a size: a run may have thousands, and nobody looks at all of them. */
  calls: may("runs:read")
    .input(valid(CallsInput))
    .query(({ ctx, input: { id, ...which } }): Promise<ReadonlyArray<ShownCall>> => call(ShownRuns.use((runs) => runs.calls(ctx.principal.teamId, id, which)))),

  submit: may("runs:submit")
    .input(valid(SubmitInput))
    .mutation(
      ({ ctx, input }): Promise<{ readonly id: RunId }> => call(submitRun(ctx.principal, "console", input).pipe(Effect.map(({ runId }) => ({ id: runId }))))
    ),

  rerun: may("runs:rerun")
    .input(valid(RerunOneInput))
    .mutation(
      ({ ctx, input: { id, ...edit } }): Promise<{ readonly id: RunId }> =>
        call(rerunRun(ctx.principal, id, edit).pipe(Effect.map(({ runId }) => ({ id: runId }))))
    ),

  /** Runs below this one, oldest first; `hasMore`: there are others after them. */
  children: may("runs:read")
    .input(valid(OneInput))
    .query(
      ({ ctx, input }): Promise<AsOf<{ readonly items: ReadonlyArray<RunSummary>; readonly hasMore: boolean }>> =>
        call(
          Effect.gen(function* () {
            const asOf = yield* LiveFeed.use((feed) => feed.position)
            const found = yield* RunsQuery.use((runs) => runs.children(ctx.principal.teamId, input.id, mostChildren + 1))
            return { items: found.slice(0, mostChildren), hasMore: found.length > mostChildren, asOf }
          })
        )
    ),

  /** How many runs go before a queued one, itself included; null when it waits for no place. */
  queuePosition: may("runs:read")
    .input(valid(OneInput))
    .query(
      ({ ctx, input }): Promise<AsOf<{ readonly position: number | null }>> =>
        call(
          Effect.gen(function* () {
            const asOf = yield* LiveFeed.use((feed) => feed.position)
            yield* summaryOf(ctx.principal, input.id)
            return { position: yield* ExecutionEngine.use((engine) => engine.queuePosition(input.id)), asOf }
          })
        )
    ),

  cancel: authenticated
    .input(valid(CancelInput))
    .mutation(
      ({ ctx, input }): Promise<RunSummary> => call(cancelRun(ctx.principal, input.id, input.reason).pipe(Effect.andThen(summaryOf(ctx.principal, input.id))))
    )
})
