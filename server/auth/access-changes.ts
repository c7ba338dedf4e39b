import { Deferred, Effect } from "effect"

/** Tells those who wait that somebody's access has changed in this process; what changed they have to look up. */
export interface AccessChanges {
  /** Done at the next change after it was asked for. */
  readonly next: () => Effect.Effect<void>
  readonly tell: Effect.Effect<void>
}

export const makeAccessChanges = (): AccessChanges => {
  let coming = Deferred.makeUnsafe<void>()
  return {
    next: () => Deferred.await(coming),
    tell: Effect.suspend(() => {
      const came = coming
      coming = Deferred.makeUnsafe<void>()
      return Effect.asVoid(Deferred.succeed(came, undefined))
    })
  }
}
