import { Context, type Effect, type Stream } from "effect"
import type { RunId, TeamId } from "../domain/ids"
import type { Interaction } from "../domain/interaction"
import type { RunSummary } from "../domain/run"
import type { RunEvent } from "../domain/run-event"
import type { ExecutionObserver } from "../observer/observer"

export type LiveMessage =
  | {
    readonly type: "run"
    readonly run: RunSummary
    /** Only for the runs that the subscriber named. */
    readonly event?: RunEvent
    /** When an interaction was opened, decided or closed: as it is now. */
    readonly interaction?: Interaction
    /** Pending interactions of the team. */
    readonly pendingCount: number
  }
  /** The subscriber fell behind, or asked for more than is worth replaying: read everything again, then follow from here. */
  | { readonly type: "refetch" }

export interface LiveItem {
  /** The resume point: everything up to here has been sent. */
  readonly id: string
  readonly message: LiveMessage
}

/** The team's changes as they are committed. */
export class LiveFeed extends Context.Service<LiveFeed, {
  /** Registered by the runtime: an event means that there is something new to read. */
  readonly observer: ExecutionObserver
  /** The id up to which everything is committed and visible: read it before reading rows, then follow from it. */
  readonly position: Effect.Effect<string>
  /** What happened after `lastEventId` (from now, without one), then what happens; each id once, in order. */
  follow(teamId: TeamId, options: { readonly lastEventId?: string | undefined; readonly runs?: ReadonlyArray<RunId> | undefined }): Stream.Stream<LiveItem>
  /** One run's events with `seq` above `after`, then those to come; ends after the terminal event. */
  runEvents(teamId: TeamId, runId: RunId, after: number): Stream.Stream<RunEvent>
}>()("signalbox/live/LiveFeed") {}
