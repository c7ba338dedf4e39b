import { Clock, Context, Effect, Layer, Schema } from "effect"
import { TeamId } from "../domain/ids"
import type { Actor } from "../domain/principal"
import { defaultRetention, Retention } from "../domain/retention"
import type { TerminalStatus } from "../domain/run"
import type { StoreUnavailable } from "../engine/run-store"
import { auditStatements } from "./audit-log"
import { Database } from "./database"
import { read } from "./read"
import { forgetRuns, keepSetting, uncountRuns } from "./sql/retention"
import { transact } from "./transact"

/** Which runs may go: of this status, and ended before then. */
export interface Outdated {
  readonly status: TerminalStatus
  readonly before: number
  readonly most: number
}

/** How long the runs of a team are kept, and how they go. */
export class RetentionTable extends Context.Service<
  RetentionTable,
  {
    readonly get: (teamId: TeamId) => Effect.Effect<Retention>
    /** With its audit entry, in one transaction. */
    readonly set: (teamId: TeamId, retention: Retention, actor: Actor) => Effect.Effect<void, StoreUnavailable>
    readonly teams: Effect.Effect<ReadonlyArray<TeamId>>
    /** Deletes the oldest of them with all that belongs to them; says how many. */
    readonly forget: (teamId: TeamId, which: Outdated) => Effect.Effect<number, StoreUnavailable>
  }
>()("signalbox/store/RetentionTable") {
  static readonly layer: Layer.Layer<RetentionTable, never, Database> = Layer.effect(
    RetentionTable,
    Effect.gen(function* () {
      const { client, session } = yield* Database

      const get = Effect.fn("RetentionTable.get")(function* (teamId: TeamId) {
        const row = yield* read(() => client.setting.findUnique({ where: { key: keyOf(teamId) } }))
        return row === null ? defaultRetention : yield* Effect.orDie(Schema.decodeUnknownEffect(Kept)(row.value))
      })

      const set = Effect.fn("RetentionTable.set")(function* (teamId: TeamId, retention: Retention, actor: Actor) {
        const from = yield* get(teamId)
        const at = yield* Clock.currentTimeMillis
        const entry = { teamId, at, actor, via: "console", action: "retention.changed", subject: teamId, data: { from, to: retention } } as const
        const kept = keepSetting(session.dialect, [{ key: keyOf(teamId), value: JSON.stringify(retention) }])
        yield* transact(session, [kept, ...auditStatements(session.dialect, [entry])])
      })

      const teams = Effect.map(
        read(() => client.organization.findMany({ select: { id: true }, orderBy: { id: "asc" } })),
        (rows) => rows.map(({ id }) => TeamId.make(id))
      )

      const forget = Effect.fn("RetentionTable.forget")(function* (teamId: TeamId, { status, before, most }: Outdated) {
        const old = { lt: BigInt(before) }
        const rows = yield* read(() =>
          client.run.findMany({
            where: { teamId, status, startedAt: old, finishedAt: old },
            orderBy: [{ startedAt: "asc" }, { id: "asc" }],
            take: most,
            select: { id: true }
          })
        )
        // What is over never changes again, so what was read is still so.
        if (rows.length > 0) yield* transact(session, [uncountRuns(session.dialect, rows), forgetRuns(session.dialect, rows)])
        return rows.length
      })

      return RetentionTable.of({ get, set, teams, forget })
    })
  )
}

const keyOf = (teamId: TeamId): string => `retention ${teamId}`
const Kept = Schema.fromJsonString(Retention)
