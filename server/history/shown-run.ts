import { Effect, Schema } from "effect"
import { type RunId, type TeamId, ToolCallId } from "../domain/ids"
import { type LogLine, type OutputItem, type Run, RunError } from "../domain/run"
import type { RunEvent } from "../domain/run-event"
import { inlineBytes, type OmittedBytes, type OmittedOfCall, type ShownCall, type ShownRun, shownItem } from "../domain/shown-run"
import { TrustedJsonText } from "../domain/trusted-json"
import type { Database } from "../store/database"
import { read as patientRead } from "../store/read"
import { CallRow, type CallRowType } from "./call-row"
import { eventsOf } from "./event-row"
import { interactionsOf } from "./interaction-row"
import { read, Whole } from "./read"
import { summariesOf } from "./run-row"
import { printedByRun } from "./sql/events"
import { interactionsOfRun } from "./sql/interactions"
import { detailUpTo, payloadSizes, payloadsUpTo } from "./sql/payloads"
import { runsById } from "./sql/runs"

/** What all calls of a run may send along together, and how many of them; the others are read when they are looked at. */
const inlineOfCalls = { bytes: 256 << 10, calls: 500, eachBytes: 8 << 10 }

const Detail = Schema.Struct({
  code: Schema.String,
  args: Schema.NullOr(TrustedJsonText),
  timeoutMs: Schema.Int,
  result: Schema.NullOr(TrustedJsonText),
  resultBytes: Schema.NullOr(Whole),
  error: Schema.NullOr(Schema.fromJsonString(RunError))
})
const decodeDetail = Schema.decodeUnknownSync(Schema.Tuple([Detail]))

const SizeRow = Schema.Struct({ toolCallId: ToolCallId, argsBytes: Schema.NullOr(Whole), resultBytes: Schema.NullOr(Whole) })
const decodeSizes = Schema.decodeUnknownSync(Schema.Array(SizeRow))
type Sizes = ReadonlyMap<ToolCallId, typeof SizeRow.Type>

const PayloadRow = Schema.Struct({ toolCallId: ToolCallId, args: Schema.NullOr(TrustedJsonText), result: Schema.NullOr(TrustedJsonText) })
const decodePayloads = Schema.decodeUnknownSync(Schema.Array(PayloadRow))
type Payloads = ReadonlyMap<ToolCallId, typeof PayloadRow.Type>

const decodeCalls = Schema.decodeUnknownSync(Schema.Array(CallRow))

/** The calls whose values travel with the run: the first ones, as far as the budget reaches. */
const travelling = (calls: ReadonlyArray<CallRowType>, sizes: Sizes): ReadonlyArray<ToolCallId> => {
  const chosen: Array<ToolCallId> = []
  let left = inlineOfCalls.bytes
  for (const { id } of calls) {
    const size = sizes.get(id)
    if (size === undefined) continue
    for (const bytes of [size.argsBytes ?? 0, size.resultBytes ?? 0]) if (bytes <= inlineOfCalls.eachBytes) left -= bytes
    if (left < 0 || chosen.length === inlineOfCalls.calls) break
    chosen.push(id)
  }
  return chosen
}

const shownCall = ({ errorCode, errorMessage, ...row }: CallRowType, sizes: Sizes, payloads: Payloads, most: number): ShownCall => {
  const size = sizes.get(row.id)
  const payload = payloads.get(row.id)
  const isOmitted = (bytes: number | null | undefined): bytes is number => bytes !== null && bytes !== undefined && (payload === undefined || bytes > most)
  const omitted: OmittedOfCall = {
    ...(isOmitted(size?.argsBytes) && { args: size.argsBytes }),
    ...(isOmitted(size?.resultBytes) && { result: size.resultBytes })
  }
  return {
    ...row,
    args: payload?.args ?? null,
    result: payload?.result ?? null,
    error: errorCode === null ? null : { code: errorCode, message: errorMessage ?? "" },
    durationMs: row.finishedAt === null ? null : row.finishedAt - row.startedAt,
    ...(Object.keys(omitted).length > 0 && { omitted })
  }
}

const rebuildOf = (event: RunEvent): Run["rebuilds"] => (event._tag === "RunRebuilt" ? [{ at: event.at, calls: event.calls }] : [])
const outputOf = (event: RunEvent): ReadonlyArray<OutputItem> => (event._tag === "OutputEmitted" ? [event.item] : [])
const logOf = (event: RunEvent): ReadonlyArray<LogLine> => (event._tag === "LogWritten" ? [{ at: event.at, level: event.level, text: event.text }] : [])

const shownOutput = (items: ReadonlyArray<OutputItem>) => {
  const omitted: Record<number, OmittedBytes> = {}
  const output = items.map((one, index) => {
    const { item, isCut } = shownItem(one)
    if (isCut) omitted[index] = null
    return item
  })
  return { output, omitted }
}

/**
 * About one run what a page shows of it, whatever the size of its values. The summary comes first, so that everything
 * else is at least as new as the `version` it bears; what changes meanwhile is told by the live feed with a higher one.
 */
export const readShownRun = Effect.fn("readShownRun")(function* (database: Database["Service"], publicUrl: string, teamId: TeamId, runId: RunId) {
  const [summary] = summariesOf(yield* read(database, runsById(teamId, [runId])))
  if (summary === undefined) return null
  const [details, callRows, sizeRows, interactions, printed] = yield* Effect.all(
    [
      read(database, detailUpTo(runId, inlineBytes)),
      patientRead(() => database.client.toolCall.findMany({ where: { runId }, orderBy: { index: "asc" } })),
      read(database, payloadSizes(runId)),
      read(database, interactionsOfRun(teamId, runId)),
      read(database, printedByRun(teamId, runId))
    ],
    { concurrency: "unbounded" }
  )
  const [{ resultBytes, ...detail }] = decodeDetail(details)
  const calls = decodeCalls(callRows)
  const sizes: Sizes = new Map(decodeSizes(sizeRows).map((row) => [row.toolCallId, row]))
  const chosen = travelling(calls, sizes)
  const payloads = yield* readPayloads(database, runId, chosen, inlineOfCalls.eachBytes)
  const events = eventsOf(printed).map(({ event }) => event)
  const { output, omitted } = shownOutput(events.flatMap(outputOf))
  const isCut = resultBytes !== null && resultBytes > inlineBytes
  const run: ShownRun = {
    ...summary,
    ...detail,
    output,
    logs: events.flatMap(logOf),
    rebuilds: events.flatMap(rebuildOf),
    toolCalls: calls.map((call) => shownCall(call, sizes, payloads, inlineOfCalls.eachBytes)),
    interactions: interactionsOf(interactions, publicUrl),
    ...((isCut || Object.keys(omitted).length > 0) && { omitted: { ...(isCut && { result: resultBytes }), output: omitted } })
  }
  return { run, printedTo: events.at(-1)?.seq ?? 0 }
})

const readPayloads = (database: Database["Service"], runId: RunId, ids: ReadonlyArray<ToolCallId>, most: number): Effect.Effect<Payloads> =>
  ids.length === 0
    ? Effect.succeed(new Map())
    : read(database, payloadsUpTo(runId, ids, most)).pipe(Effect.map((rows) => new Map(decodePayloads(rows).map((row) => [row.toolCallId, row]))))

/** Some calls of a run of the team, in the order of their numbers, each with its values up to `most` bytes; another team's run has none. */
export const readShownCalls = Effect.fn("readShownCalls")(function* (
  database: Database["Service"],
  teamId: TeamId,
  runId: RunId,
  { ids, most }: { readonly ids: ReadonlyArray<ToolCallId>; readonly most: number }
) {
  const [summary] = summariesOf(yield* read(database, runsById(teamId, [runId])))
  if (summary === undefined || ids.length === 0) return []
  const calls = decodeCalls(yield* patientRead(() => database.client.toolCall.findMany({ where: { runId, id: { in: [...ids] } }, orderBy: { index: "asc" } })))
  const sizes: Sizes = new Map(decodeSizes(yield* read(database, payloadSizes(runId))).map((row) => [row.toolCallId, row]))
  const payloads = yield* readPayloads(database, runId, ids, most)
  return calls.map((call) => shownCall(call, sizes, payloads, most))
})
