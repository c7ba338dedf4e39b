import { Clock, Effect, Schema } from "effect"
import type { TeamId } from "../domain/ids"
import { RunStatus } from "../domain/run"
import type { RunFilter } from "../domain/run-filter"
import type { Database } from "../store/database"
import { plannedFor } from "./plan-filter"
import { read, Whole } from "./read"
import { summariesOf } from "./run-row"
import { daysOfRuns, listRuns, runsOverTime } from "./sql/runs"

export interface Bucket {
  readonly start: number
  readonly counts: { readonly [Status in RunStatus]?: number }
}

/** Every bucket of the range in order, the empty ones too; none when nothing matches an open range. */
export interface Histogram {
  readonly bucketMs: number
  readonly buckets: ReadonlyArray<Bucket>
}

export const bucketLimits = { default: 48, most: 200 } as const

const dayMs = 86_400_000
const decodeCells = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ bucket: Whole, status: RunStatus, n: Whole })))
const decodeDays = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ day: Whole, kind: Schema.String, status: RunStatus, n: Whole })))
type Cell = { readonly bucket: number; readonly status: RunStatus; readonly n: number }

/** How many runs of the filter started when, by status. A range without a beginning begins with the oldest run, one without an end ends now. */
export const histogramOf = Effect.fn("histogramOf")(function* (
  database: Database["Service"],
  { teamId, filter, buckets }: { readonly teamId: TeamId; readonly filter: RunFilter; readonly buckets: number }
): Effect.fn.Return<Histogram> {
  const now = yield* Clock.currentTimeMillis
  const planned = yield* plannedFor(database, teamId, filter)
  const oldest = filter.from ?? summariesOf(yield* read(database, listRuns(database.kind, planned, beforeAll, 1)))[0]?.startedAt
  if (oldest === undefined) return { bucketMs: 1, buckets: [] }
  const from = Math.floor(oldest)
  // The last millisecond belongs to the range: a run that starts now is in it.
  const to = Math.max(Math.ceil(filter.to ?? now + 1), from + 1)
  const bucketMs = Math.max(1, Math.ceil((to - from) / buckets))
  if (bucketMs >= dayMs && isAboutDays(filter)) return yield* byDays(database, { teamId, filter, from, to, buckets })
  // By status, an index has all that is asked for; in the order of time each run would have to be looked up.
  const byStatus = filter.status === undefined ? { ...planned, filter: { ...filter, status: RunStatus.literals } } : planned
  const cells = decodeCells(yield* read(database, runsOverTime(database.kind, byStatus, from, bucketMs)))
  return { bucketMs, buckets: rowsOf(cells, { from, to, bucketMs }) }
})

const beforeAll = { towards: "newer", startedAt: -1, id: "" } as const

/** What is counted by day knows nothing but kind and status, and has no hours. */
const isAboutDays = ({ status: _status, kind: _kind, ...rest }: RunFilter): boolean => Object.values(rest).every((value) => value === undefined)

interface Days {
  readonly teamId: TeamId
  readonly filter: RunFilter
  readonly from: number
  readonly to: number
  readonly buckets: number
}

/** A long range is read from the counts that are kept with the rows: whole days, in UTC. */
const byDays = Effect.fnUntraced(function* (database: Database["Service"], { teamId, filter, from, to, buckets }: Days) {
  const start = Math.floor(from / dayMs)
  const days = Math.max(1, Math.ceil((Math.ceil(to / dayMs) - start) / buckets))
  const rows = decodeDays(yield* read(database, daysOfRuns(teamId)))
  const cells = rows.flatMap(({ day, kind, status, n }): ReadonlyArray<Cell> => {
    const isWanted = (filter.kind === undefined || filter.kind.some((one) => one === kind)) && (filter.status === undefined || filter.status.includes(status))
    return isWanted ? [{ bucket: Math.max(0, Math.floor((day - start) / days)), status, n }] : []
  })
  const bucketMs = days * dayMs
  return { bucketMs, buckets: rowsOf(cells, { from: start * dayMs, to, bucketMs }) }
})

const rowsOf = (cells: ReadonlyArray<Cell>, range: { readonly from: number; readonly to: number; readonly bucketMs: number }): ReadonlyArray<Bucket> => {
  const length = Math.max(1, Math.ceil((range.to - range.from) / range.bucketMs))
  const counts = Array.from({ length }, (): { -readonly [Status in RunStatus]?: number } => ({}))
  for (const { bucket, status, n } of cells) {
    const place = counts[Math.min(bucket, length - 1)]
    if (place !== undefined) place[status] = (place[status] ?? 0) + n
  }
  return counts.map((one, index) => ({ start: range.from + index * range.bucketMs, counts: one }))
}
