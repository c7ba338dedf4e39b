import { Effect } from "effect"
import type { Auth } from "../auth/auth"
import { type Action, permit } from "../auth/permissions"
import { principalOf } from "../auth/principal-of"
import type { AppConfig } from "../config/config"
import type { TeamId } from "../domain/ids"

/** A request is checked when it comes; a stream may outlive the session, the token or the role it was opened with by days. */
const lookAgainEvery = "1 minute"

/** Done when whoever opened a stream may no longer read this team's, as a new request with the same headers would find. */
export const untilRefused = (headers: Headers, action: Action, teamId: TeamId): Effect.Effect<void, never, Auth | AppConfig> => {
  // The request itself is over by the time of the first look.
  const sent = new Headers(headers)
  return Effect.sleep(lookAgainEvery).pipe(
    Effect.andThen(principalOf(sent)),
    Effect.flatMap((principal) => Effect.andThen(permit(principal, action), principal.teamId === teamId ? Effect.void : Effect.fail("another team"))),
    Effect.forever,
    Effect.ignore
  )
}
