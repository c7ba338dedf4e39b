import { Effect, Option, PubSub, Stream } from "effect"
import type { RunId, TeamId } from "../domain/ids"
import type { RunEvent } from "../domain/run-event"
import { EventLog } from "../history/event-log"
import type { TeamHubs } from "./team-hubs"

const pageSize = 500

/**
 * One run's events after `seq`, as they are in the store: the team's channel only says when to look again, so a follower
 * that is slow reads later and loses nothing. Ends after the terminal event.
 */
export const streamOfRun = (hubs: TeamHubs, teamId: TeamId, runId: RunId, after: number): Stream.Stream<RunEvent, never, EventLog> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const log = yield* EventLog
      // Before the first look: what is committed after a look rings.
      const bell = yield* hubs.subscribe(teamId)

      const rings = Effect.gen(function* () {
        let isOurs = false
        while (!isOurs) {
          const batches = yield* PubSub.takeAll(bell)
          // Heads that were lost to a full channel might have been ours.
          isOurs = batches.length > 1 || batches.some((batch) => batch.runs.has(runId))
        }
      })

      return Stream.paginate(
        after,
        Effect.fnUntraced(function* (seq: number) {
          const { events, isOver } = yield* log.ofRun(teamId, runId, seq, pageSize)
          const last = events.at(-1)?.seq ?? seq
          if (events.length < pageSize) {
            if (isOver) return [events, Option.none<number>()] as const
            if (events.length === 0) yield* rings
          }
          return [events, Option.some(last)] as const
        })
      )
    })
  )
