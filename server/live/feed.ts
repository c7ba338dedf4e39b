import { Context, Effect, Layer, Stream } from "effect"
import type { RunId, TeamId } from "../domain/ids"
import type { RunEvent } from "../domain/run-event"
import type { EventLog } from "../history/event-log"
import type { RunsQuery } from "../history/runs-query"
import type { ExecutionObserver } from "../observer/observer"
import { type FollowOptions, followTeam, type MarkedItem } from "./catch-up"
import type { LiveItem } from "./message"
import { startPump } from "./pump"
import { streamOfRun } from "./run-stream"
import { Shutdown, whenAborted } from "./shutdown-signal"
import { makeTeamHubs } from "./team-hubs"

/** The team's changes as they are committed. */
export class LiveFeed extends Context.Service<
  LiveFeed,
  {
    /** Registered by the runtime: an event means that there is something new to read. */
    readonly observer: ExecutionObserver
    /** The id up to which everything is committed and visible: read it before reading rows, then follow from it. */
    readonly position: Effect.Effect<string>
    /** What happened after `lastEventId` (from now on, without one), then what happens; each id once, in order. */
    follow(teamId: TeamId, options: FollowOptions): Stream.Stream<LiveItem>
    /** `follow`, and a mark where the past ends. */
    followMarked(teamId: TeamId, options: FollowOptions): Stream.Stream<MarkedItem>
    /** One run's events with `seq` above `after`, then those to come; ends after the terminal event. */
    runEvents(teamId: TeamId, runId: RunId, after: number): Stream.Stream<RunEvent>
    readonly followerCount: Effect.Effect<number>
  }
>()("signalbox/live/LiveFeed") {
  /** All its streams end when the process begins to. */
  static readonly layer: Layer.Layer<LiveFeed, never, EventLog | RunsQuery | Shutdown> = Layer.effect(
    LiveFeed,
    Effect.gen(function* () {
      const services = yield* Effect.context<EventLog | RunsQuery>()
      const { signal } = yield* Shutdown
      const hubs = yield* makeTeamHubs
      const pump = yield* startPump(hubs)
      const untilShutdown = <A>(stream: Stream.Stream<A, never, EventLog | RunsQuery>): Stream.Stream<A> =>
        stream.pipe(Stream.interruptWhen(whenAborted(signal)), Stream.provideContext(services))
      return {
        observer: { name: "live", handle: () => pump.ring },
        position: pump.position.pipe(Effect.map(String)),
        follow: (teamId, options) => untilShutdown(followTeam(hubs, teamId, options).pipe(Stream.filter(isNews))),
        followMarked: (teamId, options) => untilShutdown(followTeam(hubs, teamId, options)),
        runEvents: (teamId, runId, after) => untilShutdown(streamOfRun(hubs, teamId, runId, after)),
        followerCount: hubs.followerCount
      }
    })
  )
}

const isNews = (item: MarkedItem): item is LiveItem => item.message.type !== "caught-up"
