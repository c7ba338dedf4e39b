import { Context, Effect, Layer, type Schema } from "effect"
import type { TeamId } from "../domain/ids"

/** Rules of one team at most: every call is held against all of them, and people have to see through them. */
export const mostRules = 500

/** The rules as calls are held against them, as long as nobody changed them. Who writes a rule has them forgotten before it is told of. */
export class RuleCache extends Context.Service<
  RuleCache,
  {
    /** What is kept, else what `read` gives, which is kept if nothing changed meanwhile. */
    rulesOf(teamId: TeamId, read: Effect.Effect<ReadonlyArray<Schema.Json>>): Effect.Effect<ReadonlyArray<Schema.Json>>
    forget(teamId: TeamId): Effect.Effect<void>
  }
>()("signalbox/store/RuleCache") {
  static readonly layer: Layer.Layer<RuleCache> = Layer.sync(RuleCache, () => {
    const kept = new Map<TeamId, ReadonlyArray<Schema.Json>>()
    let changes = 0
    const rulesOf = Effect.fnUntraced(function* (teamId: TeamId, read: Effect.Effect<ReadonlyArray<Schema.Json>>) {
      const known = kept.get(teamId)
      if (known !== undefined) return known
      const seen = changes
      const rules = yield* read
      // Changed while it was read: this answer is good for its caller, and for nobody later.
      if (seen === changes) kept.set(teamId, rules)
      return rules
    })
    const forget = (teamId: TeamId) =>
      Effect.sync(() => {
        changes++
        kept.delete(teamId)
      })
    return RuleCache.of({ rulesOf, forget })
  })
}
