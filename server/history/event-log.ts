import { Context, Effect, Layer } from "effect"
import type { RunId, TeamId } from "../domain/ids"
import { isTerminal } from "../domain/run"
import type { RunEvent } from "../domain/run-event"
import { Database } from "../store/database"
import { type EventHead, eventsOf, headsOf } from "./event-row"
import { read, readNumber } from "./read"
import { summariesOf } from "./run-row"
import { eventHeads, eventsById, eventsOfRun, lastEvent, lastSeqOfRun } from "./sql/events"
import { runsById } from "./sql/runs"

/** The append-only record of what happened, over all runs. */
export class EventLog extends Context.Service<
  EventLog,
  {
    /** Every event with an id up to here is committed, and none will be added below. */
    readonly horizon: Effect.Effect<number>
    /** Events of all teams, or of one, with `after < id <= upTo`, in order, at most `limit`. */
    heads(range: { readonly after: number; readonly upTo: number; readonly limit: number; readonly teamId?: TeamId }): Effect.Effect<ReadonlyArray<EventHead>>
    events(ids: ReadonlyArray<number>): Effect.Effect<ReadonlyMap<number, RunEvent>>
    /** One run's events with `seq` above `after`, in order, at most `limit`; and whether there will be more. */
    ofRun(teamId: TeamId, runId: RunId, after: number, limit: number): Effect.Effect<{ readonly events: ReadonlyArray<RunEvent>; readonly isOver: boolean }>
    /** `seq` of the run's last event so far; 0: none, or another team's run. */
    lastSeq(teamId: TeamId, runId: RunId): Effect.Effect<number>
  }
>()("signalbox/history/EventLog") {
  static readonly layer: Layer.Layer<EventLog, never, Database> = Layer.effect(
    EventLog,
    Effect.gen(function* () {
      const database = yield* Database

      const heads: EventLog["Service"]["heads"] = (range) => read(database, eventHeads(range)).pipe(Effect.map(headsOf))

      const events = Effect.fn("EventLog.events")(function* (ids: ReadonlyArray<number>) {
        const found = ids.length === 0 ? [] : eventsOf(yield* read(database, eventsById(ids)))
        return new Map(found.map(({ id, event }) => [id, event]))
      })

      const ofRun = Effect.fn("EventLog.ofRun")(function* (teamId: TeamId, runId: RunId, after: number, limit: number) {
        // Before the events: a run that is over has its last one, and nothing comes after it.
        const [run] = summariesOf(yield* read(database, runsById(teamId, [runId])))
        const found = eventsOf(yield* read(database, eventsOfRun(teamId, runId, after, limit)))
        return { events: found.map(({ event }) => event), isOver: run === undefined || isTerminal(run.status) }
      })

      return {
        horizon: readNumber(database, lastEvent),
        heads,
        events,
        ofRun,
        lastSeq: (teamId: TeamId, runId: RunId) => readNumber(database, lastSeqOfRun(teamId, runId))
      }
    })
  )
}
