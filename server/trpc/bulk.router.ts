import { Effect, Schema } from "effect"
import { RunId } from "../domain/ids"
import { Comment } from "../domain/interaction"
import { RunFilter } from "../domain/run-filter"
import { RunsQuery } from "../history/runs-query"
import { type BulkItem, cancelRuns, mostAtOnce, rerunRuns } from "../http/v1/run-bulk"
import { call } from "./call"
import { may, router, valid } from "./init"

const Ids = Schema.Array(RunId).check(Schema.isMinLength(1), Schema.isMaxLength(mostAtOnce))
const CancelInput = Schema.Struct({ ids: Ids, reason: Schema.optional(Comment) })
const RerunInput = Schema.Struct({ ids: Ids, batch: Schema.String.check(Schema.isPattern(/^[\w-]{8,64}$/)) })

/** Nobody can have looked at more; a filter that finds more has to be narrowed. */
const mostFrozen = 5000

/** The runs that are meant, whatever matches later. */
export interface FrozenRuns {
  readonly ids: ReadonlyArray<RunId>
  /** There were more: none of these should be touched in the name of all. */
  readonly isCapped: boolean
}

/** Acts on many runs: first they are held fast, then they are sent in batches, each with what came of every run. */
export const bulkRouter = router({
  freeze: may("runs:read")
    .input(valid(RunFilter))
    .query(
      ({ ctx, input }): Promise<FrozenRuns> =>
        call(
          RunsQuery.use((runs) => runs.ids(ctx.principal.teamId, input, mostFrozen + 1)).pipe(
            Effect.map((ids) => ({ ids: ids.slice(0, mostFrozen), isCapped: ids.length > mostFrozen }))
          )
        )
    ),

  cancel: may("runs:cancel")
    .input(valid(CancelInput))
    .mutation(({ ctx, input }): Promise<ReadonlyArray<BulkItem>> => call(cancelRuns(ctx.principal, input.ids, input.reason))),

  rerun: may("runs:rerun")
    .input(valid(RerunInput))
    .mutation(({ ctx, input }): Promise<ReadonlyArray<BulkItem>> => call(rerunRuns(ctx.principal, input.ids, input.batch)))
})
