import { tracked } from "@trpc/server"
import { Effect, Schema, Stream } from "effect"
import { Unauthenticated } from "../auth/permissions"
import { InteractionId, RunId, TeamId } from "../domain/ids"
import type { Principal } from "../domain/principal"
import { shownEvent } from "../domain/shown-run"
import { untilRefused } from "../http/stream-guard"
import { LiveFeed } from "../live/feed"
import type { CaughtUp, LiveItem, LiveMessage, Looking, PresenceMessage } from "../live/message"
import { type OpenStream, Presence } from "../live/presence"
import { call, streamOf } from "./call"
import { may, router, valid } from "./init"

const Viewer = Schema.Struct({ userId: Schema.String, teamId: TeamId })

const sameViewer = (principal: Principal, viewer: typeof Viewer.Type | undefined): Effect.Effect<void, Unauthenticated> =>
  viewer === undefined || (viewer.userId === principal.actor.id && viewer.teamId === principal.teamId)
    ? Effect.void
    : Effect.fail(new Unauthenticated({ reason: "Somebody else is signed in by now. Load the page again." }))

const StreamName = Schema.String.check(Schema.isMaxLength(64))
const Questions = Schema.Array(InteractionId).check(Schema.isMaxLength(100))

const FeedInput = Schema.Struct({
  lastEventId: Schema.optional(Schema.NullOr(Schema.String)),
  /** The runs whose every event is wanted, besides the team's changes. */
  runs: Schema.optional(Schema.Array(RunId).check(Schema.isMaxLength(100))),
  /**
   * For whom the page was made. Tabs share cookies: without it a page of one account would be fed with the team of another,
   * who signed in meanwhile.
   */
  viewer: Schema.optional(Viewer),
  /** A browser's name for its stream, and the questions on its screen: others of the team are told, and it is told of them. */
  stream: Schema.optional(StreamName),
  looking: Schema.optional(Questions)
})

const LookInput = Schema.Struct({ stream: StreamName, looking: Questions })

type Message = LiveMessage | CaughtUp | PresenceMessage

type Item = LiveItem<Message>

/** A page is not sent megabytes that it would not draw. */
const shownMessage = (message: Message): Message => {
  if (message.type !== "run" || message.event === undefined) return message
  const { event, isCut } = shownEvent(message.event)
  return isCut ? { ...message, event, isCut } : message
}

/**
 * Who else looks at what, among the messages of the log. It is no part of the log and has no id: it goes under that of the
 * message before it, and waits for the first one.
 */
const withPresence = <E, R>(
  log: Stream.Stream<Item, E, R>,
  others: Stream.Stream<ReadonlyArray<Looking>>,
  from: string | undefined
): Stream.Stream<Item, E, R> =>
  Stream.merge(
    log,
    Stream.map(others, (looking): PresenceMessage => ({ type: "presence", looking })),
    { haltStrategy: "left" }
  ).pipe(
    Stream.mapAccum(
      (): { readonly id: string | undefined; readonly held: ReadonlyArray<PresenceMessage> } => ({ id: from, held: [] }),
      ({ id, held }, next) => {
        if (!("message" in next)) return id === undefined ? [{ id, held: [next] }, []] : [{ id, held }, [{ id, message: next }]]
        return [{ id: next.id, held: [] }, [next, ...held.map((message) => ({ id: next.id, message }))]]
      }
    )
  )

/** Only people are seen: a program that reads the feed looks at nothing. */
const streamOfPerson = (principal: Principal, stream: string | undefined): OpenStream | null =>
  principal._tag === "Person" && stream !== undefined
    ? { teamId: principal.teamId, person: { id: principal.actor.id, label: principal.actor.label }, stream }
    : null

export const liveRouter = router({
  feed: may("runs:read")
    .input(valid(FeedInput))
    .subscription(async function* ({ ctx, input, signal }) {
      await call(sameViewer(ctx.principal, input.viewer))
      const from = input.lastEventId ?? undefined
      const log = Stream.unwrap(LiveFeed.use((feed) => Effect.succeed(feed.followMarked(ctx.principal.teamId, { lastEventId: from, runs: input.runs }))))
      const open = streamOfPerson(ctx.principal, input.stream)
      const seen =
        open === null
          ? log
          : Stream.unwrap(
              Effect.gen(function* () {
                const presence = yield* Presence
                yield* presence.enter(open, input.looking ?? [])
                return withPresence(log, presence.others(open.teamId, open.person.id), from)
              })
            )
      const allowed = Stream.interruptWhen(seen, untilRefused(ctx.headers, "runs:read", ctx.principal.teamId))
      for await (const { id, message } of streamOf(allowed, signal)) yield tracked(id, shownMessage(message))
    }),

  /** What is on the screen of an open stream by now. */
  look: may("interactions:read")
    .input(valid(LookInput))
    .mutation(async ({ ctx, input }): Promise<null> => {
      const open = streamOfPerson(ctx.principal, input.stream)
      if (open !== null) await call(Presence.use((presence) => presence.look(open, input.looking)))
      return null
    })
})
