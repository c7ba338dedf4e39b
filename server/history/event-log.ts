import { Context, type Effect } from "effect"
import type { InteractionId, RunId, TeamId } from "../domain/ids"
import type { RunEvent } from "../domain/run-event"

/** What a follower needs to know of an event before it decides to read it. */
export interface EventHead {
  /** Rises in the order of commits over all runs. */
  readonly id: number
  readonly runId: RunId
  readonly teamId: TeamId
  readonly type: RunEvent["_tag"]
  /** Of the interaction that the event opened or closed. */
  readonly interactionId: InteractionId | null
}

/** The append-only record of what happened, over all runs. */
export class EventLog extends Context.Service<EventLog, {
  /** Every event with an id up to here is committed, and none will be added below. */
  readonly horizon: Effect.Effect<number>
  /** Events of all teams, or of one, with `after < id <= upTo`, in order, at most `limit`. */
  heads(range: { readonly after: number; readonly upTo: number; readonly limit: number; readonly teamId?: TeamId }): Effect.Effect<ReadonlyArray<EventHead>>
  events(ids: ReadonlyArray<number>): Effect.Effect<ReadonlyMap<number, RunEvent>>
  /** One run's events with `seq` above `after`, in order, at most `limit`; and whether there will be more. */
  ofRun(teamId: TeamId, runId: RunId, after: number, limit: number): Effect.Effect<{ readonly events: ReadonlyArray<RunEvent>; readonly isOver: boolean }>
}>()("signalbox/history/EventLog") {}
