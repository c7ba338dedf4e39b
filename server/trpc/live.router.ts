import { tracked } from "@trpc/server"
import { Effect, Schema, Stream } from "effect"
import { Unauthenticated } from "../auth/permissions"
import { RunId, TeamId } from "../domain/ids"
import type { Principal } from "../domain/principal"
import { shownEvent } from "../domain/shown-run"
import { untilRefused } from "../http/stream-guard"
import { LiveFeed } from "../live/feed"
import type { CaughtUp, LiveMessage } from "../live/message"
import { call, streamOf } from "./call"
import { may, router, valid } from "./init"

const Viewer = Schema.Struct({ userId: Schema.String, teamId: TeamId })

const sameViewer = (principal: Principal, viewer: typeof Viewer.Type | undefined): Effect.Effect<void, Unauthenticated> =>
  viewer === undefined || (viewer.userId === principal.actor.id && viewer.teamId === principal.teamId)
    ? Effect.void
    : Effect.fail(new Unauthenticated({ reason: "Somebody else is signed in by now. Load the page again." }))

const FeedInput = Schema.Struct({
  lastEventId: Schema.optional(Schema.NullOr(Schema.String)),
  /** The runs whose every event is wanted, besides the team's changes. */
  runs: Schema.optional(Schema.Array(RunId).check(Schema.isMaxLength(100))),
  /**
   * For whom the page was made. Tabs share cookies: without it a page of one account would be fed with the team of another,
   * who signed in meanwhile.
   */
  viewer: Schema.optional(Viewer)
})

/** A page is not sent megabytes that it would not draw. */
const shownMessage = (message: LiveMessage | CaughtUp): LiveMessage | CaughtUp => {
  if (message.type !== "run" || message.event === undefined) return message
  const { event, isCut } = shownEvent(message.event)
  return isCut ? { ...message, event, isCut } : message
}

export const liveRouter = router({
  feed: may("runs:read")
    .input(valid(FeedInput))
    .subscription(async function* ({ ctx, input, signal }) {
      await call(sameViewer(ctx.principal, input.viewer))
      const follow = LiveFeed.use((feed) =>
        Effect.succeed(feed.followMarked(ctx.principal.teamId, { lastEventId: input.lastEventId ?? undefined, runs: input.runs }))
      )
      const allowed = Stream.interruptWhen(Stream.unwrap(follow), untilRefused(ctx.headers, "runs:read", ctx.principal.teamId))
      for await (const { id, message } of streamOf(allowed, signal)) yield tracked(id, shownMessage(message))
    })
})
