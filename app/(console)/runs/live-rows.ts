import type { RunId } from "@/server/domain/ids"
import type { RunSummary } from "@/server/domain/run"

/**
 * What the live feed adds to the rows that were read. Pure.
 *
 * I1 A row shows the highest `version` heard of; messages may come twice and out of order. Whether a run joins is looked at again
 *    each time: that it matches may become known later than the run itself.
 * I2 Nothing joins the list unless `mayInsert`; until then it is counted in `held`.
 * I3 A row that no longer matches stays where it is until the list is read again.
 * I4 What lies below the last loaded row is not known to be next, so it is left to the next page.
 */
export type LiveRows = {
  readonly known: ReadonlyMap<RunId, RunSummary>
  /** Runs that joined the rows. */
  readonly added: ReadonlySet<RunId>
  /** Runs that wait behind the pill. */
  readonly held: ReadonlySet<RunId>
}

export const noLiveRows: LiveRows = { known: new Map(), added: new Set(), held: new Set() }

export type Loaded = {
  /** As read, newest first. */
  readonly rows: ReadonlyArray<RunSummary>
  /** Whether there is more below. */
  readonly hasOlder: boolean
  /** The rows begin with the newest run there is; otherwise what is newer than the first row belongs to a page above. */
  readonly fromNewest: boolean
}

export type Row = { readonly run: RunSummary; readonly matches: boolean }

/** Newest first; ids tell equal times apart, as the store's order does. */
export const newerFirst = (a: Pick<RunSummary, "startedAt" | "id">, b: Pick<RunSummary, "startedAt" | "id">): number =>
  b.startedAt - a.startedAt || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

export const heardOf = (
  live: LiveRows,
  runs: ReadonlyArray<RunSummary>,
  { loaded, matches, mayInsert }: { readonly loaded: Loaded; readonly matches: (run: RunSummary) => boolean; readonly mayInsert: boolean }
): LiveRows => {
  const known = new Map(live.known)
  const added = new Set(live.added)
  const held = new Set(live.held)
  const read = new Map(loaded.rows.map((run) => [run.id, run]))
  const last = loaded.rows.at(-1)
  const first = loaded.rows.at(0)
  for (const run of runs) {
    const before = known.get(run.id) ?? read.get(run.id)
    if (before !== undefined && before.version > run.version) continue
    const belongs = read.has(run.id) || added.has(run.id)
    const below = loaded.hasOlder && last !== undefined && newerFirst(run, last) > 0
    const above = !loaded.fromNewest && (first === undefined || newerFirst(run, first) < 0)
    // Also of a run below: its page may be on the way, read before this change.
    if (before === undefined || before.version < run.version) known.set(run.id, run)
    if (belongs || below) continue
    const joins = matches(run) && mayInsert && !above
    if (joins) added.add(run.id)
    if (matches(run) && !joins) held.add(run.id)
    else held.delete(run.id)
  }
  if (mayInsert && loaded.fromNewest) {
    for (const id of held) added.add(id)
    held.clear()
  }
  return { known, added, held }
}

/** The pill was pressed. */
export const released = (live: LiveRows): LiveRows => ({ ...live, added: new Set([...live.added, ...live.held]), held: new Set() })

export const rowsOf = (loaded: Loaded, live: LiveRows, matches: (run: RunSummary) => boolean): ReadonlyArray<Row> => {
  const read = new Set(loaded.rows.map(({ id }) => id))
  const rows = loaded.rows.map((run) => newest(run, live.known.get(run.id)))
  for (const id of live.added) {
    const run = live.known.get(id)
    if (run !== undefined && !read.has(id)) rows.push(run)
  }
  return rows.sort(newerFirst).map((run) => ({ run, matches: matches(run) }))
}

const newest = (read: RunSummary, heard: RunSummary | undefined): RunSummary => (heard !== undefined && heard.version > read.version ? heard : read)
