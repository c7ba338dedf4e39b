import { Effect, Option, PubSub, Stream } from "effect"
import type { RunId, TeamId } from "../domain/ids"
import { EventLog } from "../history/event-log"
import type { RunsQuery } from "../history/runs-query"
import { type Batch, itemsOf, namedIds, readBatch } from "./batch"
import type { CaughtUp, LiveItem, LiveMessage } from "./message"
import type { TeamHubs } from "./team-hubs"

/*
 * Resuming from an id without gap or repeat.
 * I1 Subscribe, then look how far the log goes, then read the log up to there: what is committed later is published
 *    to the subscription, and nothing is in neither.
 * I2 `at` is the id up to which everything has been dealt with. Of a batch only what is above it counts; a batch that
 *    begins above it means that others were lost: refetch.
 * I3 Ids are read and published in their order and below the log's horizon, so "after this id" is a complete statement.
 */

/** Replaying more than this costs more than reading the page again. */
const worthReplaying = 2000
const pageSize = 500

export interface FollowOptions {
  readonly lastEventId?: string | undefined
  readonly runs?: ReadonlyArray<RunId> | undefined
}

export type MarkedItem = LiveItem<LiveMessage | CaughtUp>

interface Place {
  readonly at: number
  /** Where the log ended when we had subscribed; null: caught up. */
  readonly upTo: number | null
}

const refetchAt = (id: number): MarkedItem => ({ id: String(id), message: { type: "refetch" } })
const caughtUpAt = (id: number): MarkedItem => ({ id: String(id), message: { type: "caught-up" } })

/** An id that a follower was sent before; null when it is none of ours (damaged, or from before the data was replaced). */
const resumePoint = (lastEventId: string | undefined, horizon: number): number | null => {
  if (lastEventId === undefined) return horizon
  const id = /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : Number.POSITIVE_INFINITY
  return id <= horizon ? id : null
}

export const followTeam = (hubs: TeamHubs, teamId: TeamId, options: FollowOptions): Stream.Stream<MarkedItem, never, EventLog | RunsQuery> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const log = yield* EventLog
      const named = new Set(options.runs)
      const live = yield* hubs.subscribe(teamId)
      const horizon = yield* log.horizon
      const from = resumePoint(options.lastEventId, horizon)

      const itemsFor = Effect.fnUntraced(function* (batch: Batch) {
        const ids = namedIds(batch, named)
        return itemsOf(batch, named, ids.length === 0 ? new Map() : yield* log.events(ids))
      })

      const replayed = Effect.fnUntraced(function* (at: number, upTo: number) {
        const heads = yield* log.heads({ after: at, upTo, limit: pageSize, teamId })
        const last = heads.length < pageSize ? upTo : (heads.at(-1)?.id ?? upTo)
        const items = heads.length === 0 ? [] : yield* itemsFor(yield* readBatch(teamId, { from: at, to: last }, heads))
        const next: Place = { at: last, upTo: last < upTo ? upTo : null }
        return [next.upTo === null ? [...items, caughtUpAt(last)] : items, Option.some(next)] as const
      })

      const published = Effect.fnUntraced(function* (at: number) {
        const batch = yield* PubSub.take(live)
        const next: Place = { at: Math.max(at, batch.to), upTo: null }
        if (batch.from > at) return [[refetchAt(batch.to)], Option.some(next)] as const
        // Also of one that begins here: a look that failed half way is made again, and says again what it had said.
        const items: ReadonlyArray<MarkedItem> = yield* itemsFor({ ...batch, heads: batch.heads.filter(({ id }) => id > at) })
        return [items, Option.some(next)] as const
      })

      const followFrom = (start: Place) => Stream.paginate(start, ({ at, upTo }) => (upTo === null ? published(at) : replayed(at, upTo)))

      const tooMuch = from === null || (yield* log.heads({ after: from, upTo: horizon, limit: worthReplaying + 1, teamId })).length > worthReplaying
      if (tooMuch) return Stream.concat(Stream.make(refetchAt(horizon), caughtUpAt(horizon)), followFrom({ at: horizon, upTo: null }))
      return from < horizon ? followFrom({ at: from, upTo: horizon }) : Stream.concat(Stream.make(caughtUpAt(from)), followFrom({ at: from, upTo: null }))
    })
  )
