import { runStatuses } from "@/app/ui/run-status"
import type { RunStatus, RunSummary } from "@/server/domain/run"

/**
 * What the list's URL says. Pure. Nothing in it is dropped in silence: what is not understood comes back as `ignored`, is
 * shown as a chip, and stays in the URL until somebody takes it out.
 */
export type ListState = {
  readonly status: ReadonlyArray<RunStatus>
  /** A range that moves with time; excludes `from` and `to`. */
  readonly last: Last | null
  /** Epoch ms, ISO 8601 in the URL. From the first millisecond inside to the first one outside. */
  readonly from: number | null
  readonly to: number | null
  /** Where a page begins that was opened without JavaScript, or from a link. */
  readonly cursor: string | null
  readonly ignored: ReadonlyArray<Ignored>
}

export type Ignored = { readonly name: string; readonly value: string }
export type Last = keyof typeof ranges

/** The presets of the time filter. */
export const ranges = {
  "1h": { name: "Last hour", ms: 3_600_000 },
  "24h": { name: "Last 24 hours", ms: 86_400_000 },
  "7d": { name: "Last 7 days", ms: 604_800_000 },
  "30d": { name: "Last 30 days", ms: 2_592_000_000 }
} as const

export const lasts: ReadonlyArray<Last> = ["1h", "24h", "7d", "30d"]

/** Rows read at once. */
export const pageSize = 50

/** What the server is asked for. */
export type RunsInput = { readonly status?: Array<RunStatus>; readonly from?: number; readonly to?: number }

export const everything: ListState = { status: [], last: null, from: null, to: null, cursor: null, ignored: [] }

const isStatus = (value: string): value is RunStatus => runStatuses.some((status) => status === value)
const isLast = (value: string): value is Last => Object.hasOwn(ranges, value)
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

const timeOf = (value: string): number | null => {
  const at = isoTime.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? null : at
}

const known = ["status", "last", "from", "to", "cursor"]

/** Reads a query string such as `?status=failed,completed&last=24h`. */
export const parseList = (search: string): ListState => {
  const params = new URLSearchParams(search)
  const words = params.getAll("status").flatMap((value) => value.split(","))
  const ignored: Array<Ignored> = words.flatMap((value) => (value === "" || isStatus(value) ? [] : [{ name: "status", value }]))
  /** The first value that makes sense counts, the others are told. */
  const first = <A>(name: string, read: (value: string) => A | null): A | null => {
    let found: A | null = null
    for (const value of params.getAll(name)) {
      const meant: A | null = found === null ? read(value) : null
      if (meant === null) ignored.push({ name, value })
      else found = meant
    }
    return found
  }
  const last = first("last", (value) => (isLast(value) ? value : null))
  const from = first("from", timeOf)
  const to = first("to", timeOf)
  const cursor = first("cursor", (value) => (value === "" ? null : value))
  for (const [name, value] of params) if (!known.includes(name)) ignored.push({ name, value })
  const backwards = from !== null && to !== null && to <= from
  if (backwards) ignored.push({ name: "to", value: new Date(to).toISOString() })
  // Two ways to say where the time begins: the exact one counts.
  const overruled = last !== null && (from !== null || to !== null)
  if (overruled) ignored.push({ name: "last", value: last })
  return {
    status: runStatuses.filter((status) => words.includes(status)),
    last: overruled ? null : last,
    from,
    to: backwards ? null : to,
    cursor,
    ignored
  }
}

/** The canonical address of a state; `parseList` of it gives the state back. */
export const hrefOf = (state: ListState, path = "/runs"): string => {
  const badStatus = state.ignored.filter(({ name }) => name === "status").map(({ value }) => value)
  const parts: Array<readonly [string, string]> = []
  if (state.status.length > 0 || badStatus.length > 0) parts.push(["status", [...state.status, ...badStatus].join(",")])
  if (state.last !== null) parts.push(["last", state.last])
  if (state.from !== null) parts.push(["from", new Date(state.from).toISOString()])
  if (state.to !== null) parts.push(["to", new Date(state.to).toISOString()])
  for (const { name, value } of state.ignored) if (name !== "status") parts.push([name, value])
  if (state.cursor !== null) parts.push(["cursor", state.cursor])
  // Commas and colons are legal in a query; a link that people read is worth leaving them.
  const search = parts.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value).replace(/%2C/g, ",").replace(/%3A/g, ":")}`).join("&")
  return search === "" ? path : `${path}?${search}`
}

/** The same list from its newest run on: every change of a condition does this. */
export const changed = (state: ListState, change: Partial<ListState>): ListState => ({ ...state, cursor: null, ...change })

export const isFiltered = (state: ListState): boolean => state.status.length > 0 || state.last !== null || state.from !== null || state.to !== null

export type Condition = "status" | "time"

/** The conditions that narrow the list, in the order of their chips. */
export const conditionsOf = (state: ListState): ReadonlyArray<Condition> => [
  ...(state.status.length > 0 ? (["status"] as const) : []),
  ...(state.last !== null || state.from !== null || state.to !== null ? (["time"] as const) : [])
]

export const without = (state: ListState, condition: Condition): ListState =>
  changed(state, condition === "status" ? { status: [] } : { last: null, from: null, to: null })

export const withoutIgnored = (state: ListState, gone: Ignored): ListState => ({ ...state, ignored: state.ignored.filter((one) => one !== gone) })

/** The server could not read the cursor: it shows as ignored, and the list begins with its newest run. */
export const refuseCursor = (state: ListState, cursor: string | null): ListState =>
  cursor === null || state.cursor !== cursor ? state : { ...state, cursor: null, ignored: [...state.ignored, { name: "cursor", value: cursor }] }

export const toggleStatus = (state: ListState, status: RunStatus): ListState =>
  changed(state, { status: runStatuses.filter((one) => (one === status) !== state.status.includes(one)) })

/** `now` fixes a moving range, so that the pages of one list have the same bounds. */
export const inputOf = (state: ListState, now: number): RunsInput => ({
  ...(state.status.length > 0 && { status: [...state.status] }),
  ...(state.last !== null ? { from: now - ranges[state.last].ms } : state.from !== null && { from: state.from }),
  ...(state.to !== null && { to: state.to })
})

export const matches = (input: RunsInput, run: Pick<RunSummary, "status" | "startedAt">): boolean =>
  (input.status === undefined || input.status.includes(run.status)) &&
  (input.from === undefined || run.startedAt >= input.from) &&
  (input.to === undefined || run.startedAt < input.to)
