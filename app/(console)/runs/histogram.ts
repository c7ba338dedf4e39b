import type { RunStatus } from "@/server/domain/run"
import type { RouterOutputs } from "@/server/trpc/router"

/* What the chart over the list draws. Pure. */

export type Histogram = RouterOutputs["runs"]["histogram"]

/** From the bottom of a bar to its top: what is usual below, what matters above. */
export const stackOrder = [
  "completed",
  "failed",
  "interrupted",
  "cancelled",
  "queued",
  "running",
  "waiting_for_interaction"
] as const satisfies ReadonlyArray<RunStatus>

export type Segment = { readonly status: RunStatus; readonly count: number; readonly y: number; readonly height: number }

const gap = 1
const least = 1.5

/** Segments of one bar, from the bottom up, in a plot of this height; the tallest bar fills it. None is too thin to see. */
export const barOf = (counts: Histogram["buckets"][number]["counts"], tallest: number, height: number): ReadonlyArray<Segment> => {
  const scale = tallest === 0 ? 0 : (height - 8) / tallest
  let top = height
  return stackOrder.flatMap((status) => {
    const count = counts[status] ?? 0
    if (count === 0) return []
    const size = Math.max(least, count * scale - gap)
    top -= size + gap
    return [{ status, count, y: top + gap, height: size }]
  })
}

export const sumOf = (counts: Histogram["buckets"][number]["counts"]): number => stackOrder.reduce((sum, status) => sum + (counts[status] ?? 0), 0)

/** All buckets from one to another, whichever comes first. */
export type Span = { readonly from: number; readonly to: number }
export const spanOf = (one: number, other: number): Span => ({ from: Math.min(one, other), to: Math.max(one, other) })

export const runsIn = ({ buckets }: Histogram, { from, to }: Span): number => buckets.slice(from, to + 1).reduce((sum, { counts }) => sum + sumOf(counts), 0)

/** The times of a span: from the first millisecond inside to the first one outside. */
export const timesOf = ({ buckets, bucketMs }: Histogram, { from, to }: Span): { readonly from: number; readonly to: number } | null => {
  const [first, last] = [buckets[from], buckets[to]]
  return first === undefined || last === undefined ? null : { from: first.start, to: last.start + bucketMs }
}

/** The bucket below a point of the plot. */
export const bucketAt = (share: number, count: number): number => Math.max(0, Math.min(count - 1, Math.floor(share * count)))
