import { Effect, PubSub, type Scope } from "effect"
import type { TeamId } from "../domain/ids"
import type { Batch } from "./batch"

/** More batches than a healthy follower ever has waiting; one that has is told to refetch. */
const capacity = 64

interface Hub {
  readonly pubsub: PubSub.PubSub<Batch>
  /** `to` of the batch published last. */
  lastTo: number
  followers: number
}

/**
 * One channel per team that somebody follows. A follower that is too slow loses the oldest batches, and sees it: `from`
 * of each batch is `to` of the one before it.
 */
export const makeTeamHubs = Effect.sync(() => {
  const hubs = new Map<TeamId, Hub>()

  const join = (teamId: TeamId) =>
    Effect.gen(function* () {
      const found = hubs.get(teamId)
      const hub: Hub = found ?? { pubsub: yield* PubSub.sliding<Batch>(capacity), lastTo: 0, followers: 0 }
      // Making the channel may have let another follower in.
      const kept = hubs.get(teamId) ?? hub
      hubs.set(teamId, kept)
      kept.followers += 1
      return kept
    })
  const leave = (teamId: TeamId, hub: Hub) =>
    Effect.sync(() => {
      hub.followers -= 1
      if (hub.followers === 0) hubs.delete(teamId)
    })

  return {
    /** From here on every batch of the team arrives, until the scope closes. */
    subscribe: (teamId: TeamId): Effect.Effect<PubSub.Subscription<Batch>, never, Scope.Scope> =>
      Effect.acquireRelease(join(teamId), (hub) => leave(teamId, hub)).pipe(Effect.flatMap((hub) => PubSub.subscribe(hub.pubsub))),

    isFollowed: (teamId: TeamId): boolean => hubs.has(teamId),

    publish: (teamId: TeamId, batch: Omit<Batch, "from">): Effect.Effect<void> =>
      Effect.suspend(() => {
        const hub = hubs.get(teamId)
        if (hub === undefined) return Effect.void
        const from = hub.lastTo
        hub.lastTo = batch.to
        return Effect.asVoid(PubSub.publish(hub.pubsub, { ...batch, from }))
      }),

    followerCount: Effect.sync(() => [...hubs.values()].reduce((sum, { followers }) => sum + followers, 0))
  }
})

export type TeamHubs = Effect.Success<typeof makeTeamHubs>
