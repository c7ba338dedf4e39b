import { tracked } from "@trpc/server"
import { Effect, Schema, Stream } from "effect"
import { RunId } from "../domain/ids"
import { untilRefused } from "../http/stream-guard"
import { LiveFeed } from "../live/feed"
import { streamOf } from "./call"
import { may, router, valid } from "./init"

const FeedInput = Schema.Struct({
  lastEventId: Schema.optional(Schema.NullOr(Schema.String)),
  /** The runs whose every event is wanted, besides the team's changes. */
  runs: Schema.optional(Schema.Array(RunId).check(Schema.isMaxLength(50)))
})

export const liveRouter = router({
  feed: may("runs:read")
    .input(valid(FeedInput))
    .subscription(async function* ({ ctx, input, signal }) {
      const follow = LiveFeed.use((feed) =>
        Effect.succeed(feed.follow(ctx.principal.teamId, { lastEventId: input.lastEventId ?? undefined, runs: input.runs }))
      )
      const allowed = Stream.interruptWhen(Stream.unwrap(follow), untilRefused(ctx.headers, "runs:read", ctx.principal.teamId))
      for await (const { id, message } of streamOf(allowed, signal)) yield tracked(id, message)
    })
})
