import { Cause, Effect, Queue, Ref, type Scope } from "effect"
import type { TeamId } from "../domain/ids"
import { EventLog } from "../history/event-log"
import type { EventHead } from "../history/event-row"
import { RunsQuery } from "../history/runs-query"
import { readBatch } from "./batch"
import type { TeamHubs } from "./team-hubs"

/** What one look reads at most; the rest follows at once. */
const pageSize = 500
/** Another process's commits ring no bell here; also the pause after a failed look. */
const lookAgainAfter = "2 seconds"

export interface Pump {
  /** There may be something new; never waits. */
  readonly ring: Effect.Effect<void>
  /** Every event with an id up to here has been handed to the channels, and is visible to every reader. */
  readonly position: Effect.Effect<number>
}

/**
 * Publishes committed events, in the order of their ids, to the channels of the teams. The only publisher of the process:
 * whatever the order in which observers were told, followers see the order of the log.
 */
export const startPump = (hubs: TeamHubs): Effect.Effect<Pump, never, EventLog | RunsQuery | Scope.Scope> =>
  Effect.gen(function* () {
    const log = yield* EventLog
    const query = yield* RunsQuery
    const position = yield* Ref.make(yield* log.horizon)
    // One place: however often it rings during a look, one more look is enough.
    const bell = yield* Queue.sliding<void>(1)

    const publish = Effect.fnUntraced(function* (teamId: TeamId, to: number, heads: ReadonlyArray<EventHead>) {
      if (!hubs.isFollowed(teamId)) return
      const { from: _, ...batch } = yield* readBatch(teamId, { from: 0, to }, heads).pipe(Effect.provideService(RunsQuery, query))
      yield* hubs.publish(teamId, batch)
    })

    const look = Effect.gen(function* () {
      const after = yield* Ref.get(position)
      const upTo = yield* log.horizon
      if (upTo <= after) return
      const heads = yield* log.heads({ after, upTo, limit: pageSize })
      const to = heads.length < pageSize ? upTo : (heads.at(-1)?.id ?? upTo)
      for (const [teamId, ofTeam] of byTeam(heads)) yield* publish(teamId, to, ofTeam)
      yield* Ref.set(position, to)
      if (to < upTo) yield* Queue.offer(bell, undefined)
    })

    const turn = Queue.take(bell).pipe(
      Effect.timeoutOption(lookAgainAfter),
      Effect.andThen(look),
      Effect.catchCauseIf(
        (cause) => !Cause.hasInterruptsOnly(cause),
        (cause) => Effect.logError("the live feed could not read what happened; it tries again", cause).pipe(Effect.andThen(Effect.sleep(lookAgainAfter)))
      )
    )
    yield* Effect.forkScoped(Effect.forever(turn))

    return { ring: Effect.asVoid(Queue.offer(bell, undefined)), position: Ref.get(position) }
  })

const byTeam = (heads: ReadonlyArray<EventHead>): ReadonlyMap<TeamId, ReadonlyArray<EventHead>> => {
  const teams = new Map<TeamId, Array<EventHead>>()
  for (const head of heads) {
    const found = teams.get(head.teamId)
    if (found === undefined) teams.set(head.teamId, [head])
    else found.push(head)
  }
  return teams
}
