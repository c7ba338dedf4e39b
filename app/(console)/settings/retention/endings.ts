import type { Retention } from "@/server/domain/retention"

/** The ways in which a run ends, in the order of the page. */
export const endings: ReadonlyArray<{ readonly status: keyof Retention; readonly name: string }> = [
  { status: "completed", name: "Completed" },
  { status: "failed", name: "Failed" },
  { status: "interrupted", name: "Interrupted" },
  { status: "cancelled", name: "Cancelled" }
]

export const daysText = (days: number | null): string => (days === null ? "for ever" : days === 1 ? "1 day" : `${days} days`)
