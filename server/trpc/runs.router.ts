import { Effect, Schema } from "effect"
import { RunId } from "../domain/ids"
import { Comment } from "../domain/interaction"
import { RerunInput, type Run, type RunSummary, SubmitInput } from "../domain/run"
import { PageLimit, RunFilter } from "../domain/run-filter"
import { ExecutionEngine } from "../engine/execution-engine"
import { RunNotFound } from "../engine/run-store"
import type { RunCount, RunPage } from "../history/pages"
import { RunsQuery } from "../history/runs-query"
import { cancelRun, rerunRun, submitRun, summaryOf } from "../http/v1/run-verbs"
import { LiveFeed } from "../live/feed"
import { call } from "./call"
import { type AsOf, authenticated, may, router, valid } from "./init"

const ListInput = Schema.Struct({
  ...RunFilter.fields,
  cursor: Schema.optional(Schema.NullOr(Schema.String)),
  limit: Schema.optional(PageLimit),
  /** What React Query adds to every page request; the cursor knows its direction by itself. */
  direction: Schema.optional(Schema.Literals(["forward", "backward"]))
})
const OneInput = Schema.Struct({ id: RunId })
const RerunOneInput = Schema.Struct({ id: RunId, ...RerunInput.fields })
const CancelInput = Schema.Struct({ id: RunId, reason: Schema.optional(Comment) })

/** A page names no more; the list of runs has them all. */
const mostChildren = 200

export const runsRouter = router({
  list: may("runs:read")
    .input(valid(ListInput))
    .query(({ ctx, input }): Promise<AsOf<RunPage>> => {
      const { cursor, limit, direction: _, ...filter } = input
      return call(
        Effect.gen(function* () {
          // Read before the rows: what is committed in between is then sent once more rather than never.
          const asOf = yield* LiveFeed.use((feed) => feed.position)
          const page = yield* RunsQuery.use((runs) => runs.list(ctx.principal.teamId, filter, { cursor, limit }))
          return { ...page, asOf }
        })
      )
    }),

  count: may("runs:read")
    .input(valid(RunFilter))
    .query(({ ctx, input }): Promise<RunCount> => call(RunsQuery.use((runs) => runs.count(ctx.principal.teamId, input)))),

  get: may("runs:read")
    .input(valid(OneInput))
    .query(
      ({ ctx, input }): Promise<AsOf<{ readonly run: Run; readonly printedTo: number }>> =>
        call(
          Effect.gen(function* () {
            const asOf = yield* LiveFeed.use((feed) => feed.position)
            const found = yield* RunsQuery.use((runs) => runs.detailUpTo(ctx.principal.teamId, input.id))
            if (found === null) return yield* new RunNotFound({ runId: input.id })
            return { ...found, asOf }
          })
        )
    ),

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

  /** Runs below this one, oldest first. */
  children: may("runs:read")
    .input(valid(OneInput))
    .query(({ ctx, input }): Promise<ReadonlyArray<RunSummary>> => call(RunsQuery.use((runs) => runs.children(ctx.principal.teamId, input.id, mostChildren)))),

  /** How many runs go before a queued one, itself included; null when it waits for no place. */
  queuePosition: may("runs:read")
    .input(valid(OneInput))
    .query(
      ({ ctx, input }): Promise<number | null> =>
        call(summaryOf(ctx.principal, input.id).pipe(Effect.andThen(ExecutionEngine.use((engine) => engine.queuePosition(input.id)))))
    ),

  cancel: authenticated
    .input(valid(CancelInput))
    .mutation(
      ({ ctx, input }): Promise<RunSummary> => call(cancelRun(ctx.principal, input.id, input.reason).pipe(Effect.andThen(summaryOf(ctx.principal, input.id))))
    )
})
