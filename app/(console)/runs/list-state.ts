import { runStatuses } from "@/app/ui/run-status"
import type { RunId } from "@/server/domain/ids"
import type { RunKind, RunStatus, Trigger } from "@/server/domain/run"
import { type ApprovalWanted, approvalStates, isToolPattern, mostFilterValues } from "@/server/domain/run-matching"
import { isSearchable } from "@/server/domain/search-text"
import { type ColumnChoice, parseColumns, writeColumns } from "./columns"

/**
 * What the list's URL says. Pure. Nothing in it is dropped in silence: what is not understood comes back as `ignored`, is
 * shown as a chip, and stays in the URL until somebody takes it out.
 */
export type ListState = {
  readonly status: ReadonlyArray<RunStatus>
  readonly tool: ReadonlyArray<string>
  readonly actor: ReadonlyArray<string>
  readonly trigger: ReadonlyArray<Trigger>
  readonly kind: ReadonlyArray<RunKind>
  readonly approval: ReadonlyArray<ApprovalWanted>
  readonly q: string | null
  readonly minDurationMs: number | null
  readonly maxDurationMs: number | null
  /** A range that moves with time; excludes `from` and `to`. */
  readonly last: Last | null
  /** Epoch ms, ISO 8601 in the URL. From the first millisecond inside to the first one outside. */
  readonly from: number | null
  readonly to: number | null
  /** Where a page begins that was opened without JavaScript, or from a link. */
  readonly cursor: string | null
  /** The list begins with the runs of this moment: jumping by time. */
  readonly at: number | null
  /** How the rows are shown; none of it changes which. */
  readonly columns: ReadonlyArray<ColumnChoice> | null
  readonly density: Density
  /** The run whose panel is open, and what the panel shows. */
  readonly run: RunId | null
  readonly tab: string | null
  readonly call: string | null
  /** The saved view that this came from. */
  readonly view: string | null
  readonly ignored: ReadonlyArray<Ignored>
}

export type Ignored = { readonly name: string; readonly value: string }
export type Last = keyof typeof ranges
export type Density = "dense" | "comfortable"

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

export const everything: ListState = {
  status: [],
  tool: [],
  actor: [],
  trigger: [],
  kind: [],
  approval: [],
  q: null,
  minDurationMs: null,
  maxDurationMs: null,
  last: null,
  from: null,
  to: null,
  cursor: null,
  at: null,
  columns: null,
  density: "dense",
  run: null,
  tab: null,
  call: null,
  view: null,
  ignored: []
}

export const triggers = ["console", "mcp", "api", "rerun", "agent", "schedule"] as const satisfies ReadonlyArray<Trigger>
export const kinds = ["code", "agent"] as const satisfies ReadonlyArray<RunKind>
export const approvals: ReadonlyArray<ApprovalWanted> = ["any", ...approvalStates]

const isLast = (value: string): value is Last => Object.hasOwn(ranges, value)
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

const timeOf = (value: string): number | null => {
  const at = isoTime.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? null : at
}

const textOf = (value: string): string | null => (value === "" ? null : value)
const wholeOf = (value: string): number | null => (/^\d{1,12}$/.test(value) ? Number(value) : null)
const isRunId = (value: string): value is RunId => /^run_[0-9a-f-]{36}$/.test(value)

const known = [
  ...["status", "tool", "actor", "trigger", "kind", "approval", "q", "minDurationMs", "maxDurationMs", "last", "from", "to", "cursor", "at"],
  ...["columns", "density", "run", "tab", "call", "view", "sort"]
]

/** Reads a query string such as `?status=failed,completed&last=24h`. */
export const parseList = (search: string): ListState => {
  const params = new URLSearchParams(search)
  const ignored: Array<Ignored> = []
  /** Values of a list in their own order; what is none is told, and so is what goes beyond as many as a list can be asked for. */
  const some = <A extends string>(name: string, read: (value: string) => A | null): ReadonlyArray<A> => {
    const found = new Set<A>()
    const beyond = new Set<A>()
    for (const value of params.getAll(name).flatMap((one) => one.split(","))) {
      const meant = value === "" ? null : read(value)
      if (meant !== null) (found.size < mostFilterValues || found.has(meant) ? found : beyond).add(meant)
      else if (value !== "") ignored.push({ name, value })
    }
    // One chip for all of them: a hundred would hide the list.
    if (beyond.size > 0) ignored.push({ name, value: [...beyond].join(",") })
    return [...found]
  }
  const among = <A extends string>(name: string, values: ReadonlyArray<A>): ReadonlyArray<A> => {
    const found = some(name, (value) => values.find((one) => one === value) ?? null)
    return values.filter((value) => found.includes(value))
  }
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
  const state = {
    status: among("status", runStatuses),
    tool: some("tool", (value) => (isToolPattern(value) ? value : null)),
    actor: some("actor", textOf),
    trigger: among("trigger", triggers),
    kind: among("kind", kinds),
    approval: among("approval", approvals),
    // An empty box of a form that was sent before JavaScript had loaded says nothing.
    q: params.get("q") === "" ? null : first("q", (value) => (isSearchable(value) ? value : null)),
    minDurationMs: first("minDurationMs", wholeOf),
    maxDurationMs: first("maxDurationMs", wholeOf),
    last: first("last", (value) => (isLast(value) ? value : null)),
    from: first("from", timeOf),
    to: first("to", timeOf),
    cursor: first("cursor", textOf),
    at: first("at", timeOf),
    columns: first("columns", parseColumns),
    density: first("density", (value) => (value === "comfortable" || value === "dense" ? value : null)) ?? "dense",
    run: first("run", (value) => (isRunId(value) ? value : null)),
    tab: first("tab", textOf),
    call: first("call", textOf),
    view: first("view", textOf)
  } as const
  first("sort", (value) => (value === "startedAt.desc" ? value : null))
  for (const [name, value] of params) if (!known.includes(name)) ignored.push({ name, value })
  return consistent({ ...state, ignored })
}

/** Where two parameters contradict each other, one counts and the other is told. */
const consistent = (state: ListState): ListState => {
  const { last, from, to, minDurationMs: least, maxDurationMs: most } = state
  const ignored = [...state.ignored]
  const backwards = from !== null && to !== null && to <= from
  if (backwards) ignored.push({ name: "to", value: new Date(to).toISOString() })
  // Two ways to say where the time begins: the exact one counts.
  const overruled = last !== null && (from !== null || to !== null)
  if (overruled) ignored.push({ name: "last", value: last })
  const crossed = least !== null && most !== null && most < least
  if (crossed) ignored.push({ name: "maxDurationMs", value: String(most) })
  return { ...state, last: overruled ? null : last, to: backwards ? null : to, maxDurationMs: crossed ? null : most, ignored }
}

/** The canonical address of a state; `parseList` of it gives the state back. */
export const hrefOf = (state: ListState, path = "/runs"): string => {
  const parts: Array<readonly [string, string]> = []
  const refused = new Map<string, Array<string>>()
  for (const { name, value } of state.ignored) if (lists.has(name)) refused.set(name, [...(refused.get(name) ?? []), value])
  const list = (name: string, values: ReadonlyArray<string>) => {
    const all = [...values, ...(refused.get(name) ?? [])]
    if (all.length > 0) parts.push([name, all.join(",")])
  }
  const one = (name: string, value: string | number | null) => {
    if (value !== null) parts.push([name, String(value)])
  }
  const time = (name: string, at: number | null) => one(name, at === null ? null : new Date(at).toISOString())
  list("status", state.status)
  list("tool", state.tool)
  list("actor", state.actor)
  list("trigger", state.trigger)
  list("kind", state.kind)
  list("approval", state.approval)
  one("q", state.q)
  one("minDurationMs", state.minDurationMs)
  one("maxDurationMs", state.maxDurationMs)
  one("last", state.last)
  time("from", state.from)
  time("to", state.to)
  one("columns", state.columns === null ? null : writeColumns(state.columns))
  one("density", state.density === "dense" ? null : state.density)
  one("view", state.view)
  for (const { name, value } of state.ignored) if (!lists.has(name)) parts.push([name, value])
  one("cursor", state.cursor)
  time("at", state.at)
  one("run", state.run)
  one("tab", state.tab)
  one("call", state.call)
  // Commas and colons are legal in a query; a link that people read is worth leaving them.
  const search = parts.map(([name, value]) => `${encodeURIComponent(name)}=${readable(value)}`).join("&")
  return search === "" ? path : `${path}?${search}`
}

const lists: ReadonlySet<string> = new Set(["status", "tool", "actor", "trigger", "kind", "approval"])
const readable = (value: string): string => encodeURIComponent(value).replace(/%2C/g, ",").replace(/%3A/g, ":")

/** The same list from its newest run on: every change of a condition does this. */
export const changed = (state: ListState, change: Partial<ListState>): ListState => ({ ...state, cursor: null, at: null, ...change })

/** The list without the panel: what decides which rows there are, and in which looks. */
export const withoutPanel = (state: ListState): ListState => ({ ...state, run: null, tab: null, call: null })

export const withoutIgnored = (state: ListState, gone: Ignored): ListState => ({ ...state, ignored: state.ignored.filter((one) => one !== gone) })

/** There is no such view for this person: it was removed, or is somebody else's. */
export const refuseView = (state: ListState, view: string | null): ListState =>
  view === null || state.view !== view ? state : { ...state, view: null, ignored: [...state.ignored, { name: "view", value: view }] }

/** The server could not read the cursor: it shows as ignored, and the list begins with its newest run. */
export const refuseCursor = (state: ListState, cursor: string | null): ListState =>
  cursor === null || state.cursor !== cursor ? state : { ...state, cursor: null, ignored: [...state.ignored, { name: "cursor", value: cursor }] }
