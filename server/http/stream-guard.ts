import { Effect } from "effect"
import { Auth } from "../auth/auth"
import { type Action, permit } from "../auth/permissions"
import { principalOf } from "../auth/principal-of"
import type { AppConfig } from "../config/config"
import type { TeamId } from "../domain/ids"

/**
 * A request is checked when it comes; a stream may outlive the session, the token or the role it was opened with by days.
 * What changes in this process is looked at once; sessions that end by themselves and other processes' changes, after this.
 */
const lookAgainEvery = "1 minute"

/** Done when whoever opened a stream may no longer read this team's, as a new request with the same headers would find. */
export const untilRefused = (headers: Headers, action: Action, teamId: TeamId): Effect.Effect<void, never, Auth | AppConfig> =>
  Effect.gen(function* () {
    const { changes } = yield* Auth
    // The request itself is over by the time of the first look.
    const sent = new Headers(headers)
    const look = Effect.gen(function* () {
      const principal = yield* principalOf(sent)
      yield* permit(principal, action)
      if (principal.teamId !== teamId) return yield* Effect.fail("another team")
    })
    const watch = (change: Effect.Effect<void>): Effect.Effect<never, unknown, Auth | AppConfig> =>
      Effect.gen(function* () {
        yield* Effect.raceFirst(Effect.sleep(lookAgainEvery), change)
        // Before looking: a change that comes while we look is then not missed.
        const following = changes.next()
        yield* look
        return yield* watch(following)
      })
    yield* Effect.ignore(watch(changes.next()))
  })
