import { readAddress, type UnreadParameter } from "@/app/hooks/page-address"
import type { RunStatus } from "@/server/domain/run"

/** What time the page is about, and the lists of runs behind its figures. Pure. */
export type Range = keyof typeof ranges

export const ranges = {
  "24h": { name: "24 hours", ms: 86_400_000 },
  "7d": { name: "7 days", ms: 604_800_000 },
  "30d": { name: "30 days", ms: 2_592_000_000 }
} as const

export const rangeNames: ReadonlyArray<Range> = ["24h", "7d", "30d"]

const isRange = (value: string): value is Range => Object.hasOwn(ranges, value)

/** What the address asks for: a week, unless it names another time; all else in it is told. */
export const rangeOf = (search: string): { readonly range: Range; readonly ignored: ReadonlyArray<UnreadParameter> } => {
  const { values, ignored } = readAddress("/metrics", search, { last: isRange })
  return { range: values.last !== undefined && isRange(values.last) ? values.last : "7d", ignored }
}

export const hrefOfRange = (range: Range): string => `/metrics?last=${range}`

export interface RunsBehind {
  readonly status?: ReadonlyArray<RunStatus>
  readonly tool?: string
  readonly actor?: string
  readonly approval?: string
  readonly minDurationMs?: number
}

/** The list of the runs that a figure is about. */
export const runsHref = ({ from, to }: { readonly from: number; readonly to: number }, behind: RunsBehind = {}): string => {
  const params = new URLSearchParams()
  if (behind.status !== undefined) params.set("status", behind.status.join(","))
  for (const name of ["tool", "actor", "approval"] as const) {
    const value = behind[name]
    if (value !== undefined) params.set(name, value)
  }
  if (behind.minDurationMs !== undefined) params.set("minDurationMs", String(behind.minDurationMs))
  params.set("from", new Date(from).toISOString())
  params.set("to", new Date(to).toISOString())
  return `/runs?${params.toString().replace(/%2C/g, ",").replace(/%3A/g, ":")}`
}

/** `2.4 %`; `< 0.1 %` is never shown as nothing, and nothing but all as 100. */
export const formatShare = (part: number, whole: number): string => {
  if (whole === 0) return "–"
  const percent = (part / whole) * 100
  if (part > 0 && percent < 0.1) return "< 0.1 %"
  if (part < whole && percent > 99.9) return "> 99.9 %"
  return `${percent.toFixed(1)} %`
}
