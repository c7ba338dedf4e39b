import { Context, Effect, Layer, Option, Schema, Stream } from "effect"
import { AppConfig } from "../config/config"
import type { RunId, TeamId, ToolCallId } from "../domain/ids"
import type { ShownCall, ShownRun } from "../domain/shown-run"
import { Database } from "../store/database"
import { eventsOf } from "./event-row"
import { read } from "./read"
import { readShownCalls, readShownRun } from "./shown-run"
import { callPart, outputAt, resultPart } from "./sql/payloads"

/**
 * Characters read at a time: a value of any size passes through in pieces of this. Larger than a result that a run may have:
 * a store looks through all that comes before a part, so few parts are cheaper.
 */
const partLength = 9 << 20

/** As the store counts them: a pair of halves is one. */
const characters = (text: string): number => {
  let pairs = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0xd800 && code <= 0xdbff) pairs += 1
  }
  return text.length - pairs
}

const TextRow = Schema.Array(Schema.Struct({ text: Schema.String }))
const decodeText = Schema.decodeUnknownSync(TextRow)

/** Runs as a page shows them: complete, but for values that are too large to be sent along; those are read by themselves. */
export class ShownRuns extends Context.Service<
  ShownRuns,
  {
    /** `printedTo`: `seq` of the last event whose output or log line it contains. */
    run(teamId: TeamId, runId: RunId): Effect.Effect<{ readonly run: ShownRun; readonly printedTo: number } | null>
    /** Calls of a run, each with its values up to `most` bytes; unknown ones and those of another team's run are left out. */
    calls(teamId: TeamId, runId: RunId, which: { readonly ids: ReadonlyArray<ToolCallId>; readonly most: number }): Effect.Effect<ReadonlyArray<ShownCall>>
    /** A value as JSON text, piece by piece; null when there is none by that name. */
    payload(teamId: TeamId, runId: RunId, name: string): Effect.Effect<Stream.Stream<string> | null>
  }
>()("signalbox/history/ShownRuns") {
  static readonly layer: Layer.Layer<ShownRuns, never, Database | AppConfig> = Layer.effect(
    ShownRuns,
    Effect.gen(function* () {
      const database = yield* Database
      const { publicUrl } = yield* AppConfig

      const part = Effect.fnUntraced(function* (teamId: TeamId, runId: RunId, name: string, from: number) {
        const where = { from: from + 1, length: partLength }
        const named = /^(?<call>call_\d+)\.(?<of>args|result)$/.exec(name)?.groups
        const query =
          named === undefined
            ? resultPart(teamId, runId, where)
            : callPart(teamId, runId, named["call"] ?? "", named["of"] === "args" ? "args" : "result", where)
        return decodeText(yield* read(database, query))[0]?.text ?? null
      })

      const pieces = (teamId: TeamId, runId: RunId, name: string, first: string): Stream.Stream<string> =>
        Stream.paginate(
          { text: first, from: 0 },
          Effect.fnUntraced(function* ({ text, from }) {
            const length = characters(text)
            if (length < partLength) return [[text], Option.none<{ readonly text: string; readonly from: number }>()] as const
            const next = from + length
            return [[text], Option.some({ text: (yield* part(teamId, runId, name, next)) ?? "", from: next })] as const
          })
        )

      const output = Effect.fnUntraced(function* (teamId: TeamId, runId: RunId, index: number) {
        const [found] = eventsOf(yield* read(database, outputAt(teamId, runId, index)))
        if (found?.event._tag !== "OutputEmitted") return null
        const { item } = found.event
        return Stream.make(JSON.stringify(item.type === "content" ? item.content : item))
      })

      const payload: ShownRuns["Service"]["payload"] = Effect.fn("ShownRuns.payload")(function* (teamId, runId, name) {
        const index = /^output_(\d{1,9})$/.exec(name)?.[1]
        if (index !== undefined) return yield* output(teamId, runId, Number(index))
        if (name !== "result" && !/^call_\d{1,9}\.(args|result)$/.test(name)) return null
        const first = yield* part(teamId, runId, name, 0)
        return first === null ? null : pieces(teamId, runId, name, first)
      })

      return {
        run: (teamId, runId) => readShownRun(database, publicUrl, teamId, runId),
        calls: (teamId, runId, which) => readShownCalls(database, teamId, runId, which),
        payload
      }
    })
  )
}
