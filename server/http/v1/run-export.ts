import { Effect, Schema, Stream } from "effect"
import { EpochMs } from "../../domain/epoch-ms"
import type { TeamId } from "../../domain/ids"
import { RunSummary } from "../../domain/run"
import { pageLimit, type RunFilter } from "../../domain/run-filter"
import { approvalOf } from "../../domain/run-matching"
import { RunsQuery } from "../../history/runs-query"
import { noBody } from "./body"
import { endpoint } from "./endpoint"
import { fileOf } from "./export-file"
import { filterFields } from "./filter-query"

const iso = Schema.encodeSync(EpochMs)
const encodeSummary = Schema.encodeSync(RunSummary)

const head = [
  "id",
  "status",
  "kind",
  "title",
  "trigger",
  "actor_kind",
  "actor_id",
  "actor",
  "started_at",
  "finished_at",
  "duration_ms",
  "human_wait_ms",
  "tool_calls",
  "failed_tool_calls",
  "tools",
  "approval",
  "decided_by",
  "parent_run_id",
  "rerun_of"
]

const cellsOf = (run: RunSummary): ReadonlyArray<string> => [
  run.id,
  run.status,
  run.kind,
  run.title,
  run.trigger,
  run.actor.kind,
  run.actor.id,
  run.actor.label,
  iso(run.startedAt),
  run.finishedAt === null ? "" : iso(run.finishedAt),
  run.durationMs === null ? "" : String(run.durationMs),
  String(run.humanWaitMs),
  String(run.toolCallCount),
  String(run.failedToolCallCount),
  run.tools.map((path) => `${path} x${run.toolCounts[path] ?? 1}`).join(" "),
  approvalOf(run),
  run.lastDecision?.by ?? "",
  run.parentRunId ?? "",
  run.rerunOf ?? ""
]

/** All that match, newest first, a page at a time as the reader takes them; runs that start meanwhile are not among them. */
const allOf = (runs: RunsQuery["Service"], teamId: TeamId, filter: RunFilter): Stream.Stream<RunSummary> =>
  Stream.unfold<string | null | undefined, ReadonlyArray<RunSummary>, never, never>(undefined, (cursor) =>
    cursor === null
      ? Effect.succeed(undefined)
      : // The cursor is one that the list itself gave.
        Effect.map(Effect.orDie(runs.list(teamId, filter, { cursor, limit: pageLimit.most })), (page) => [page.items, page.nextCursor] as const)
  ).pipe(Stream.flatMap((items) => Stream.fromIterable(items)))

export const exportRuns = endpoint({
  method: "GET",
  path: "/api/v1/runs/export",
  operationId: "exportRuns",
  permission: "runs:read",
  summary: "Every run that the filter lets through, newest first, as a file: CSV, in which no cell is a formula, or one JSON object (RunSummary) a line.",
  query: Schema.Struct({ ...filterFields, format: Schema.Literals(["csv", "json"]) }),
  body: noBody,
  answer: Schema.String,
  statuses: { 200: "The file" },
  failures: [],
  run: Effect.fnUntraced(function* ({ principal, query: { format, ...filter } }) {
    const all = allOf(yield* RunsQuery, principal.teamId, filter)
    return fileOf(all, { name: "runs", format, head, cellsOf, encode: encodeSummary })
  })
})
