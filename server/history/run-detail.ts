import { Effect, Schema } from "effect"
import { type RunId, type TeamId, ToolCallId } from "../domain/ids"
import { type LogLine, type OutputItem, type Run, RunError } from "../domain/run"
import type { RunEvent } from "../domain/run-event"
import type { ToolCall } from "../domain/tool-call"
import { TrustedJsonText } from "../domain/trusted-json"
import type { Database } from "../store/database"
import { read as patientRead } from "../store/read"
import { CallRow, type CallRowType } from "./call-row"
import { eventsOf } from "./event-row"
import { interactionsOf } from "./interaction-row"
import { read } from "./read"
import { summariesOf } from "./run-row"
import { printedByRun } from "./sql/events"
import { interactionsOfRun } from "./sql/interactions"
import { runsById } from "./sql/runs"

const Detail = Schema.Struct({
  code: Schema.String,
  args: Schema.NullOr(TrustedJsonText),
  timeoutMs: Schema.Int,
  result: Schema.NullOr(TrustedJsonText),
  error: Schema.NullOr(Schema.fromJsonString(RunError))
})
const decodeDetail = Schema.decodeUnknownSync(Detail)

const decodeCalls = Schema.decodeUnknownSync(Schema.Array(CallRow))

const PayloadRow = Schema.Struct({ toolCallId: ToolCallId, args: TrustedJsonText, result: Schema.NullOr(TrustedJsonText) })
const decodePayloads = Schema.decodeUnknownSync(Schema.Array(PayloadRow))
type PayloadsById = ReadonlyMap<ToolCallId, typeof PayloadRow.Type>

const toolCall = ({ errorCode, errorMessage, ...row }: CallRowType, payloads: PayloadsById): ToolCall => ({
  ...row,
  args: payloads.get(row.id)?.args ?? null,
  result: payloads.get(row.id)?.result ?? null,
  error: errorCode === null ? null : { code: errorCode, message: errorMessage ?? "" },
  durationMs: row.finishedAt === null ? null : row.finishedAt - row.startedAt
})

const rebuildOf = (event: RunEvent): Run["rebuilds"] => (event._tag === "RunRebuilt" ? [{ at: event.at, calls: event.calls }] : [])
const outputOf = (event: RunEvent): ReadonlyArray<OutputItem> => (event._tag === "OutputEmitted" ? [event.item] : [])
const logOf = (event: RunEvent): ReadonlyArray<LogLine> => (event._tag === "LogWritten" ? [{ at: event.at, level: event.level, text: event.text }] : [])

/**
 * All about one run, in six reads. The summary comes first, so that everything else is at least as new as the `version`
 * it bears; what changes meanwhile is told by the live feed with a higher one.
 */
export const readRun = Effect.fn("readRun")(function* (database: Database["Service"], publicUrl: string, teamId: TeamId, runId: RunId) {
  const [summary] = summariesOf(yield* read(database, runsById(teamId, [runId])))
  if (summary === undefined) return null
  const { client } = database
  const [detail, calls, payloads, interactions, printed] = yield* Effect.all(
    [
      patientRead(() => client.runDetail.findUniqueOrThrow({ where: { runId }, omit: { exactArgs: true } })),
      patientRead(() => client.toolCall.findMany({ where: { runId }, orderBy: { index: "asc" } })),
      // Not as a relation of the calls: that names each of up to ten thousand calls in the query, more than a store takes.
      patientRead(() => client.toolCallPayload.findMany({ where: { runId } })),
      read(database, interactionsOfRun(teamId, runId)),
      read(database, printedByRun(teamId, runId))
    ],
    { concurrency: "unbounded" }
  )
  const payloadsById: PayloadsById = new Map(decodePayloads(payloads).map((payload) => [payload.toolCallId, payload]))
  const events = eventsOf(printed).map(({ event }) => event)
  const run: Run = {
    ...summary,
    ...decodeDetail(detail),
    output: events.flatMap(outputOf),
    logs: events.flatMap(logOf),
    rebuilds: events.flatMap(rebuildOf),
    toolCalls: decodeCalls(calls).map((call) => toolCall(call, payloadsById)),
    interactions: interactionsOf(interactions, publicUrl)
  }
  return { run, printedTo: events.at(-1)?.seq ?? 0 }
})
