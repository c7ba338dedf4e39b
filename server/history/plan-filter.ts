import { Effect, Schema } from "effect"
import type { TeamId } from "../domain/ids"
import type { RunFilter } from "../domain/run-filter"
import { subtreeOf } from "../domain/run-matching"
import { isRunIdSearch } from "../domain/search-text"
import type { Database } from "../store/database"
import { read, readNumber } from "./read"
import type { PlannedFilter } from "./sql/run-branches"
import { countWithWords, pathsBelow } from "./sql/search"

const decodePaths = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ path: Schema.String })))

/** Up to so many runs are read by their words alone; with more, a list is read in its own order and looked up in the words. */
const rareUpTo = 20_000

/** What has to be known of a filter before it is asked: which paths are below one, and how common its words are. */
export const plannedFor = Effect.fn("plannedFor")(function* (
  database: Database["Service"],
  teamId: TeamId,
  filter: RunFilter
): Effect.fn.Return<PlannedFilter> {
  const { tool, q } = filter
  return {
    teamId,
    filter,
    paths: tool === undefined ? null : yield* pathsFor(database, teamId, tool),
    wordsAreRare: q !== undefined && !isRunIdSearch(q) && (yield* readNumber(database, countWithWords(database.kind, q, rareUpTo + 1))) <= rareUpTo
  }
})

const pathsFor = Effect.fnUntraced(function* (database: Database["Service"], teamId: TeamId, patterns: ReadonlyArray<string>) {
  const paths = new Set<string>()
  for (const pattern of patterns) {
    const below = subtreeOf(pattern)
    if (below === null) paths.add(pattern)
    else for (const { path } of decodePaths(yield* read(database, pathsBelow(teamId, below)))) paths.add(path)
  }
  return [...paths]
})
