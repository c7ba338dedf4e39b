import { Schema } from "effect"
import type { TerminalStatus } from "./run"

/** How many days after their end runs are kept; null: for ever. */
export const RetentionDays = Schema.NullOr(
  Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 36_500 }, { message: "Enter a whole number of days from 1 to 36500, or nothing." }))
)

/** By how the run ended. */
export const Retention = Schema.Struct({
  completed: RetentionDays,
  failed: RetentionDays,
  interrupted: RetentionDays,
  cancelled: RetentionDays
})
export type Retention = typeof Retention.Type

export const defaultRetention: Retention = { completed: 90, failed: 90, interrupted: 90, cancelled: 90 }

const dayMs = 24 * 3600_000

/** What may go at this moment: runs of which status that ended before when. */
export const outdated = (retention: Retention, now: number): ReadonlyArray<{ readonly status: TerminalStatus; readonly before: number }> =>
  (["completed", "failed", "interrupted", "cancelled"] as const).flatMap((status) => {
    const days = retention[status]
    return days === null ? [] : [{ status, before: now - days * dayMs }]
  })
