import { Effect } from "effect"
import type { Principal, Role } from "../domain/principal"
import { Auth } from "./auth"
import { type Action, actions, Forbidden, may } from "./permissions"

/** The signed-in person, as the console shows them. */
export interface Me {
  readonly user: { readonly id: string; readonly name: string; readonly email: string }
  readonly role: Role
  /** What the permission table allows them, for what a page offers; the server asks it again. */
  readonly may: ReadonlyArray<Action>
  readonly team: { readonly id: string; readonly name: string }
}

export const me = Effect.fn("me")(function* (principal: Principal): Effect.fn.Return<Me, Forbidden, Auth> {
  if (principal._tag !== "Person") return yield* new Forbidden({ action: "me", who: "service_token" })
  const { client } = yield* Auth
  const [user, team] = yield* Effect.promise(() =>
    Promise.all([
      client.user.findUniqueOrThrow({ where: { id: principal.actor.id }, select: { id: true, name: true, email: true } }),
      client.organization.findUniqueOrThrow({ where: { id: principal.teamId }, select: { id: true, name: true } })
    ])
  )
  return { user, role: principal.role, may: actions.filter((action) => may(principal, action)), team }
})
