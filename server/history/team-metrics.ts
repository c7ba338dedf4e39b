import { Context, Effect, Layer, Schema } from "effect"
import type { TeamId } from "../domain/ids"
import { InteractionStatus } from "../domain/interaction"
import type { ActorFigures, ApprovalFigures, Percentiles, RunFigures, ToolFigures } from "../domain/metrics"
import { ActorKind } from "../domain/principal"
import { RunStatus } from "../domain/run"
import { Database } from "../store/database"
import { read, Whole } from "./read"
import { approvalTimes, callsByTool, runsByActor, runTimes, runTotals, type Sample } from "./sql/metrics"

export interface MetricsRange {
  readonly from: number
  readonly to: number
}

export interface MetricsLimits {
  readonly mostRuns: number
  readonly mostCalls: number
}

/** A figure is worth a moment's reading, not a second of everybody's. */
export const metricsLimits: MetricsLimits = { mostRuns: 10_000, mostCalls: 20_000 }

const mostRows = 20

const OptionalWhole = Schema.NullOr(Whole)
const percentileFields = { p50: OptionalWhole, p95: OptionalWhole, p99: OptionalWhole }
const decodeTotals = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ status: RunStatus, n: Whole, oldest: Whole })))
const decodeTimes = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ key: Schema.String, ...percentileFields })))
const decodeActors = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ id: Schema.String, kind: ActorKind, label: Schema.String, runs: Whole, failed: Whole, ...percentileFields }))
)
const decodeTools = Schema.decodeUnknownSync(
  Schema.Array(Schema.Struct({ path: Schema.String, calls: Whole, runs: Whole, failed: Whole, ...percentileFields }))
)
const decodeApprovals = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ key: Schema.String, n: OptionalWhole, ...percentileFields })))

const isInteractionStatus = Schema.is(InteractionStatus)
const nothing: Percentiles = { p50: null, p95: null, p99: null }

/** How a team's runs, tools and approvals do. Each figure may be read, and fail, alone. */
export class TeamMetrics extends Context.Service<
  TeamMetrics,
  {
    runs(teamId: TeamId, range: MetricsRange): Effect.Effect<RunFigures>
    /** Those with most runs first, at most twenty. */
    actors(teamId: TeamId, range: MetricsRange): Effect.Effect<ReadonlyArray<ActorFigures>>
    /** Those called most first, at most twenty. */
    tools(teamId: TeamId, range: MetricsRange): Effect.Effect<ReadonlyArray<ToolFigures>>
    approvals(teamId: TeamId, range: MetricsRange): Effect.Effect<ApprovalFigures>
  }
>()("signalbox/history/TeamMetrics") {
  static readonly layer: Layer.Layer<TeamMetrics, never, Database> = TeamMetrics.layerWith(metricsLimits)

  /** The same with other limits: tests reach them with a handful of runs. */
  static layerWith(limits: MetricsLimits): Layer.Layer<TeamMetrics, never, Database> {
    return Layer.effect(
      TeamMetrics,
      Effect.gen(function* () {
        const database = yield* Database
        const sampleOf = (teamId: TeamId, { from, to }: MetricsRange): Sample => ({ teamId, from: Math.ceil(from), to: Math.ceil(to), ...limits })

        const runs = Effect.fn("TeamMetrics.runs")(function* (teamId: TeamId, range: MetricsRange) {
          // One more than is looked at tells whether there are more.
          const totals = decodeTotals(yield* read(database, runTotals({ ...sampleOf(teamId, range), mostRuns: limits.mostRuns + 1 })))
          const times = new Map(decodeTimes(yield* read(database, runTimes(sampleOf(teamId, range)))).map(({ key, ...rest }) => [key, rest]))
          const seen = totals.reduce((sum, { n }) => sum + n, 0)
          return {
            counts: Object.fromEntries(totals.map(({ status, n }) => [status, n])),
            oldest: totals.length === 0 ? null : Math.min(...totals.map(({ oldest }) => oldest)),
            isCut: seen > limits.mostRuns,
            total: times.get("total") ?? nothing,
            machine: times.get("machine") ?? nothing,
            human: times.get("human") ?? nothing
          }
        })

        return TeamMetrics.of({
          runs,
          actors: (teamId, range) =>
            Effect.map(read(database, runsByActor(sampleOf(teamId, range), mostRows)), (rows) =>
              decodeActors(rows).map(({ id, kind, label, ...figures }) => ({ actor: { id, kind, label }, ...figures }))
            ),
          tools: (teamId, range) => Effect.map(read(database, callsByTool(sampleOf(teamId, range), mostRows)), decodeTools),
          approvals: (teamId, range) =>
            Effect.map(read(database, approvalTimes(sampleOf(teamId, range))), (found) => {
              const rows = decodeApprovals(found)
              const latency = rows.find(({ key }) => key === "latency")
              return {
                counts: Object.fromEntries(rows.flatMap(({ key, n }) => (isInteractionStatus(key) && n !== null ? [[key, n]] : []))),
                latency: latency === undefined ? nothing : { p50: latency.p50, p95: latency.p95, p99: latency.p99 }
              }
            })
        })
      })
    )
  }
}
