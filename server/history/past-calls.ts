import { Context, Effect, Layer, Schema } from "effect"
import { RunId, type TeamId, ToolCallId } from "../domain/ids"
import { type Actor, ActorKind } from "../domain/principal"
import { Trigger } from "../domain/run"
import { ToolCallStatus } from "../domain/tool-call"
import { TrustedJsonText } from "../domain/trusted-json"
import { Database } from "../store/database"
import { read, Whole } from "./read"
import { callsOfTools, toolPathsOf } from "./sql/past-calls"

/** One call that was made, with redacted arguments. */
export interface PastCall {
  readonly runId: RunId
  readonly id: ToolCallId
  readonly runTitle: string
  readonly path: string
  readonly at: number
  readonly status: ToolCallStatus
  readonly args: Schema.Json
  readonly trigger: Trigger
  readonly actor: Actor
}

const PathRows = Schema.Array(Schema.Struct({ path: Schema.String }))
const CallRows = Schema.Array(
  Schema.Struct({
    runId: RunId,
    id: ToolCallId,
    runTitle: Schema.String,
    path: Schema.String,
    at: Whole,
    status: ToolCallStatus,
    args: TrustedJsonText,
    trigger: Trigger,
    actorKind: ActorKind,
    actorId: Schema.String,
    actorLabel: Schema.String
  })
)
const decodePaths = Schema.decodeUnknownSync(PathRows)
const decodeCalls = Schema.decodeUnknownSync(CallRows)

/** Tools of one statement, which has a part for each; SQLite takes 500. */
const mostPaths = 100
const partsOf = (paths: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> =>
  Array.from({ length: Math.ceil(paths.length / mostPaths) }, (_, part) => paths.slice(part * mostPaths, (part + 1) * mostPaths))

const callsIn = (rows: unknown): ReadonlyArray<PastCall> =>
  decodeCalls(rows).map(({ actorKind, actorId, actorLabel, ...row }) => ({ ...row, actor: { kind: actorKind, id: actorId, label: actorLabel } }))

const newestFirst = (one: PastCall, other: PastCall): number => other.at - one.at || (one.runId < other.runId ? 1 : -1)

/** The team's earlier calls. */
export class PastCalls extends Context.Service<
  PastCalls,
  {
    /** Every path that was ever called. */
    paths(teamId: TeamId): Effect.Effect<ReadonlyArray<string>>
    /** Calls of these tools since then, newest first; whenever their runs began. */
    of(teamId: TeamId, paths: ReadonlyArray<string>, since: number, limit: number): Effect.Effect<ReadonlyArray<PastCall>>
  }
>()("signalbox/history/PastCalls") {
  static readonly layer: Layer.Layer<PastCalls, never, Database> = Layer.effect(
    PastCalls,
    Effect.gen(function* () {
      const database = yield* Database
      return PastCalls.of({
        paths: (teamId) => Effect.map(read(database, toolPathsOf(teamId)), (rows) => decodePaths(rows).map(({ path }) => path)),
        of: Effect.fn("PastCalls.of")(function* (teamId, paths, since, limit) {
          const parts = yield* Effect.forEach(partsOf(paths), (some) => Effect.map(read(database, callsOfTools(teamId, some, since, limit)), callsIn))
          const [only, ...others] = parts
          // Of each part the newest: among them are the newest of all.
          return others.length === 0 ? (only ?? []) : parts.flat().sort(newestFirst).slice(0, limit)
        })
      })
    })
  )
}
