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

/** SQL takes so many values at most. */
const mostPaths = 500

/** The team's earlier calls. */
export class PastCalls extends Context.Service<
  PastCalls,
  {
    /** Every path that was ever called. */
    paths(teamId: TeamId): Effect.Effect<ReadonlyArray<string>>
    /** Calls of these tools in runs since then, newest first. */
    of(teamId: TeamId, paths: ReadonlyArray<string>, since: number, limit: number): Effect.Effect<ReadonlyArray<PastCall>>
  }
>()("signalbox/history/PastCalls") {
  static readonly layer: Layer.Layer<PastCalls, never, Database> = Layer.effect(
    PastCalls,
    Effect.gen(function* () {
      const database = yield* Database
      return PastCalls.of({
        paths: (teamId) => Effect.map(read(database, toolPathsOf(teamId)), (rows) => decodePaths(rows).map(({ path }) => path)),
        of: (teamId, paths, since, limit) =>
          paths.length === 0
            ? Effect.succeed([])
            : Effect.map(read(database, callsOfTools(teamId, paths.slice(0, mostPaths), since, limit)), (rows) =>
                decodeCalls(rows).map(
                  ({ actorKind, actorId, actorLabel, ...row }): PastCall => ({ ...row, actor: { kind: actorKind, id: actorId, label: actorLabel } })
                )
              )
      })
    })
  )
}
