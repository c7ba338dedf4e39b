import { Effect, Schema } from "effect"
import { RunId } from "../../domain/ids"
import { Comment } from "../../domain/interaction"
import { RerunInput, SubmitInput } from "../../domain/run"
import { pageLimit } from "../../domain/run-filter"
import { ExecutionEngine } from "../../engine/execution-engine"
import { RunNotFound } from "../../engine/run-store"
import { RunsQuery } from "../../history/runs-query"
import { Shutdown, whenAborted } from "../../live/shutdown-signal"
import { body, noBody, optionalBody } from "./body"
import { endpoint, noQuery } from "./endpoint"
import { filterFields } from "./filter-query"
import { WholeNumber } from "./query"
import { cancelRun, rerunRun, runOf, submitRun } from "./run-verbs"
import { RunSummaryView, RunView } from "./views"

/** The longest a call may wait; clients and proxies give up after a minute. */
const longestWaitMs = 45_000

const SubmitBody = Schema.Struct({
  ...SubmitInput.fields,
  waitMs: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: longestWaitMs })))
})

const ListQuery = Schema.Struct({
  ...filterFields,
  sort: Schema.optionalKey(Schema.Literals(["startedAt.desc"])),
  limit: Schema.optionalKey(WholeNumber(1, pageLimit.most)),
  cursor: Schema.optionalKey(Schema.String)
})

/** An id that cannot be one names no run. */
export const runIdOf = (id: string): Effect.Effect<RunId, RunNotFound> =>
  Schema.decodeUnknownEffect(RunId)(id).pipe(Effect.mapError(() => new RunNotFound({ runId: id })))

export const postRun = endpoint({
  method: "POST",
  path: "/api/v1/runs",
  operationId: "submitRun",
  permission: "runs:submit",
  summary: "Submits a program; waits up to `waitMs` for a pause or the end.",
  query: noQuery,
  body: body(SubmitBody),
  answer: RunView,
  statuses: { 201: "The run", 200: "The run that this idempotency key submitted before" },
  failures: [409, 503],
  run: Effect.fnUntraced(function* ({ principal, body: { waitMs = 0, ...program } }) {
    const { runId, created } = yield* submitRun(principal, "api", program)
    if (waitMs > 0) {
      const { signal } = yield* Shutdown
      const settled = ExecutionEngine.use((engine) => engine.until(runId, { timeoutMs: waitMs }))
      // A server that ends still says which run it was: the program is recorded and goes on with the next start.
      yield* Effect.raceFirst(settled, whenAborted(signal))
    }
    return { value: yield* runOf(principal, runId), status: created ? 201 : 200 }
  })
})

export const listRuns = endpoint({
  method: "GET",
  path: "/api/v1/runs",
  operationId: "listRuns",
  permission: "runs:read",
  summary: "Lists runs, newest first.",
  query: ListQuery,
  body: noBody,
  answer: Schema.Struct({ items: Schema.Array(RunSummaryView), nextCursor: Schema.NullOr(Schema.String), prevCursor: Schema.NullOr(Schema.String) }),
  statuses: { 200: "A page; `nextCursor` leads to older runs, `prevCursor` to newer ones" },
  failures: [],
  run: Effect.fnUntraced(function* ({ principal, query: { limit, cursor, sort: _, ...filter } }) {
    return { value: yield* RunsQuery.use((runs) => runs.list(principal.teamId, filter, { limit, cursor })) }
  })
})

export const getRun = endpoint({
  method: "GET",
  path: "/api/v1/runs/{id}",
  operationId: "getRun",
  permission: "runs:read",
  summary: "All about one run.",
  query: noQuery,
  body: noBody,
  answer: RunView,
  statuses: { 200: "The run" },
  failures: [404],
  run: Effect.fnUntraced(function* ({ principal, id }) {
    return { value: yield* runOf(principal, yield* runIdOf(id)) }
  })
})

export const postCancel = endpoint({
  method: "POST",
  path: "/api/v1/runs/{id}/cancel",
  operationId: "cancelRun",
  permission: "the thing decides",
  summary: "Stops a run; answers when its program is dead. A token stops only what it submitted.",
  query: noQuery,
  body: optionalBody(Schema.Struct({ reason: Schema.optionalKey(Comment) })),
  answer: RunView,
  statuses: { 200: "The run, as it ended" },
  failures: [404, 409],
  run: Effect.fnUntraced(function* ({ principal, id, body: { reason } }) {
    const runId = yield* runIdOf(id)
    yield* cancelRun(principal, runId, reason)
    return { value: yield* runOf(principal, runId) }
  })
})

export const postRerun = endpoint({
  method: "POST",
  path: "/api/v1/runs/{id}/rerun",
  operationId: "rerunRun",
  permission: "runs:rerun",
  summary: "Runs the program of an earlier run again, or an edited one (`code`, `args`); the new run names the first in `rerunOf`.",
  query: noQuery,
  body: optionalBody(RerunInput),
  answer: RunView,
  statuses: { 201: "The new run", 200: "The run that this idempotency key made before" },
  failures: [404, 409, 503],
  run: Effect.fnUntraced(function* ({ principal, id, body: edit }) {
    const { runId, created } = yield* rerunRun(principal, yield* runIdOf(id), edit)
    return { value: yield* runOf(principal, runId), status: created ? 201 : 200 }
  })
})
