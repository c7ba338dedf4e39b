import { Effect, Schema, Stream } from "effect"
import { ShownRuns } from "../../history/shown-runs"
import { NotFound } from "../request-errors"
import { noBody } from "./body"
import { endpoint } from "./endpoint"
import { runIdOf } from "./runs"

export const getRunPayload = endpoint({
  method: "GET",
  path: "/api/v1/runs/{id}/payload",
  operationId: "getRunPayload",
  permission: "runs:read",
  summary: "One value of a run as a JSON file, streamed whatever its size. `of`: `result`, `call_3.args`, `call_3.result` or `output_0`.",
  query: Schema.Struct({ of: Schema.NonEmptyString.check(Schema.isMaxLength(60)) }),
  body: noBody,
  answer: Schema.Unknown,
  statuses: { 200: "The value" },
  failures: [404],
  run: Effect.fnUntraced(function* ({ principal, id, query: { of } }) {
    const runId = yield* runIdOf(id)
    const text = yield* ShownRuns.use((runs) => runs.payload(principal.teamId, runId, of))
    if (text === null) return yield* new NotFound({ what: "value" })
    return new Response(Stream.toReadableStream(Stream.encodeText(text)), {
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Content-Disposition": `attachment; filename="${runId}.${of}.json"`,
        "Cache-Control": "no-store"
      }
    })
  })
})
