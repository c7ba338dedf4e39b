import { Effect, Schema, Stream } from "effect"
import type { TeamId } from "../../domain/ids"
import { RunSummary } from "../../domain/run"
import { toWire } from "../../domain/run-event"
import type { RunFilter } from "../../domain/run-filter"
import { isMatching } from "../../domain/run-matching"
import { RunsQuery } from "../../history/runs-query"
import { LiveFeed } from "../../live/feed"
import type { LiveItem } from "../../live/message"
import { MalformedRequest } from "../request-errors"
import { untilRefused } from "../stream-guard"
import { noBody } from "./body"
import { endpoint } from "./endpoint"
import { filterFields } from "./filter-query"
import { WholeNumber } from "./query"
import { summaryOf } from "./run-verbs"
import { runIdOf } from "./runs"
import { eventStream, type SseMessage } from "./sse"

const SeqQuery = Schema.Struct({ after: Schema.optionalKey(WholeNumber(0, Number.MAX_SAFE_INTEGER)) })

/** Where a reader that was cut off resumes: its own word comes before the address it first opened. */
const resumeFrom = (headers: Headers, after: number | undefined): Effect.Effect<number | undefined, MalformedRequest> => {
  const id = headers.get("last-event-id")
  if (id === null || id === "") return Effect.succeed(after)
  return /^\d{1,15}$/.test(id)
    ? Effect.succeed(Number(id))
    : Effect.fail(
        new MalformedRequest({
          message: "The header Last-Event-ID is not an id of this stream.",
          issues: [{ path: "Last-Event-ID", message: "is not an id of this stream" }]
        })
      )
}

export const getRunEvents = endpoint({
  method: "GET",
  path: "/api/v1/runs/{id}/events",
  operationId: "streamRunEvents",
  permission: "runs:read",
  summary: "One run's events as they happen; `id` is the event's `seq`. Resumes after `Last-Event-ID` (or `after`) and ends after the terminal event.",
  query: SeqQuery,
  body: noBody,
  answer: "event-stream",
  statuses: { 200: "A stream of RunEvent { seq, type, at, data }" },
  failures: [404],
  run: Effect.fnUntraced(function* ({ principal, id, query, headers }) {
    const runId = yield* runIdOf(id)
    const after = yield* resumeFrom(headers, query.after)
    yield* summaryOf(principal, runId)
    const feed = yield* LiveFeed
    const messages = feed.runEvents(principal.teamId, runId, after ?? 0).pipe(Stream.map((event) => ({ id: String(event.seq), data: toWire(event) })))
    return yield* eventStream(messages, untilRefused(headers, "runs:read", principal.teamId))
  })
})

const encodeSummary = Schema.encodeSync(RunSummary)

/** A change that the filter leaves out still moves the resume point. What is searched for is not on the row: the store is asked. */
const teamMessage = Effect.fnUntraced(function* (teamId: TeamId, { q, ...filter }: RunFilter, { id, message }: LiveItem) {
  if (message.type === "refetch") return { id, data: message } satisfies SseMessage
  const { run } = message
  const fits = isMatching(filter, run) && (q === undefined || (yield* RunsQuery.use((runs) => runs.matching(teamId, { q }, [run.id]))).length > 0)
  const told: SseMessage = fits ? { id, data: { type: "run_changed", runId: run.id, version: run.version, run: encodeSummary(run) } } : { id }
  return told
})

export const getEvents = endpoint({
  method: "GET",
  path: "/api/v1/events",
  operationId: "streamTeamEvents",
  permission: "runs:read",
  summary: "The team's changes as they are committed, of the runs that match the filter by then. Resumes after `Last-Event-ID` (or `after`).",
  query: Schema.Struct({ ...filterFields, ...SeqQuery.fields }),
  body: noBody,
  answer: "event-stream",
  statuses: { 200: "A stream of { type: run_changed, runId, version, run: RunSummary }, or { type: refetch } when too much was missed: read the list again" },
  failures: [],
  run: Effect.fnUntraced(function* ({ principal, query: { after, ...filter }, headers }) {
    const feed = yield* LiveFeed
    const from = yield* resumeFrom(headers, after)
    const start = from === undefined ? yield* feed.position : String(from)
    const changes = feed.follow(principal.teamId, { lastEventId: start }).pipe(Stream.mapEffect((item) => teamMessage(principal.teamId, filter, item)))
    // The first id goes out at once: who is cut off before the first change resumes from here.
    const messages = Stream.concat(Stream.make<[SseMessage]>({ id: start }), changes)
    return yield* eventStream(messages, untilRefused(headers, "runs:read", principal.teamId))
  })
})
