import { Effect, Schema } from "effect"
import { RunId, type TeamId } from "../domain/ids"
import type { RunSummary } from "../domain/run"
import { pageLimit, type RunFilter } from "../domain/run-filter"
import type { Database } from "../store/database"
import { type MalformedCursor, runCursor } from "./cursor"
import type { PageRequest, RunPage } from "./pages"
import { plannedFor } from "./plan-filter"
import { read } from "./read"
import { summariesOf } from "./run-row"
import { idsInOrder, idsOfRuns, listRuns, type RunPlace } from "./sql/runs"

const cursorAt = (towards: "older" | "newer", run: (Pick<RunSummary, "startedAt"> & { readonly id: string }) | undefined): string | null =>
  run === undefined ? null : runCursor.encode([towards, run.startedAt, run.id])

/** Before everything of the next millisecond. */
const placeAt = (at: number | undefined): RunPlace | null => (at === undefined ? null : { towards: "older", startedAt: Math.floor(at) + 1, id: "" })

/** One page: a row more than asked for says whether there are others behind it. */
export const pageOfRuns = Effect.fn("pageOfRuns")(function* (
  database: Database["Service"],
  teamId: TeamId,
  filter: RunFilter,
  { cursor, at, limit = pageLimit.default }: PageRequest
): Effect.fn.Return<RunPage, MalformedCursor> {
  const place: RunPlace | null =
    cursor == null ? placeAt(at) : yield* runCursor.decode(cursor).pipe(Effect.map(([towards, startedAt, id]) => ({ towards, startedAt, id })))
  const planned = yield* plannedFor(database, teamId, filter)
  const rows = summariesOf(yield* read(database, listRuns(database.kind, planned, place, limit + 1)))
  const found = rows.slice(0, limit)
  const hasMore = rows.length > limit
  if (place?.towards !== "newer") {
    const page: RunPage = {
      items: found,
      nextCursor: hasMore ? cursorAt("older", found.at(-1)) : null,
      // The newest page has nothing before it: what starts later is told by the live feed.
      prevCursor: place === null ? null : cursorAt("newer", found[0] ?? place)
    }
    return page
  }
  // Nothing is newer any more: this is the top of the list.
  if (found.length === 0) return yield* pageOfRuns(database, teamId, filter, { limit })
  const items = found.toReversed()
  const page: RunPage = {
    items,
    nextCursor: cursorAt("older", items.at(-1)),
    prevCursor: hasMore ? cursorAt("newer", items[0]) : null
  }
  return page
})

const decodeIds = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ id: RunId })))

/** All that match by now, newest first, at most so many. */
export const idsOfAll = Effect.fn("idsOfAll")(function* (database: Database["Service"], teamId: TeamId, filter: RunFilter, most: number) {
  const planned = yield* plannedFor(database, teamId, filter)
  return decodeIds(yield* read(database, idsInOrder(database.kind, planned, most))).map(({ id }) => id)
})

export const idsMatching = Effect.fn("idsMatching")(function* (database: Database["Service"], teamId: TeamId, filter: RunFilter, runIds: ReadonlyArray<RunId>) {
  if (runIds.length === 0) return []
  const planned = yield* plannedFor(database, teamId, filter)
  return decodeIds(yield* read(database, idsOfRuns(database.kind, planned, runIds))).map(({ id }) => id)
})
