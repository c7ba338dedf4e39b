import { Effect, Result } from "effect"
import type { RunId } from "../../domain/ids"
import type { Principal } from "../../domain/principal"
import { settled } from "../failure"
import type { Failure } from "../failure-table"
import { newRequestId } from "../respond"
import { cancelRun, rerunRun } from "./run-verbs"

/** What came of one run of many. */
export type BulkItem =
  | { readonly id: RunId; readonly done: true; readonly newId: RunId | null }
  /** In words, as it would be told of this run alone. */
  | { readonly id: RunId; readonly done: false; readonly code: string; readonly message: string }

/** One request does no more: whoever has more sends the next batch, and sees how far it is. */
export const mostAtOnce = 50
const atATime = 8

const each = <E, R>(ids: ReadonlyArray<RunId>, act: (id: RunId) => Effect.Effect<RunId | null, E, R>): Effect.Effect<ReadonlyArray<BulkItem>, never, R> =>
  Effect.forEach(ids, (id) => settled(act(id), newRequestId()).pipe(Effect.map((result) => itemOf(id, result))), { concurrency: atATime })

const itemOf = (id: RunId, result: Result.Result<RunId | null, Failure>): BulkItem =>
  Result.isSuccess(result) ? { id, done: true, newId: result.success } : { id, done: false, code: result.failure.code, message: result.failure.message }

/** Each by itself, as if it had been asked for alone: what one cannot do does not keep the others. */
export const cancelRuns = Effect.fn("cancelRuns")((principal: Principal, ids: ReadonlyArray<RunId>, reason: string | undefined) =>
  each(ids, (id) => Effect.as(cancelRun(principal, id, reason), null))
)

/** `batch`: a batch that is sent again, after its answer was lost, runs nothing twice. */
export const rerunRuns = Effect.fn("rerunRuns")((principal: Principal, ids: ReadonlyArray<RunId>, batch: string) =>
  each(ids, (id) => Effect.map(rerunRun(principal, id, { idempotencyKey: `bulk ${batch} ${id}` }), ({ runId }) => runId))
)
