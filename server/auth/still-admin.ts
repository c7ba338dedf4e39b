import { Effect } from "effect"
import type { Principal } from "../domain/principal"
import { Auth } from "./auth"
import type { AuthClient } from "./auth-client"
import type { Action } from "./permissions"
import { Forbidden } from "./permissions"

type Acting = Pick<Principal, "teamId" | "actor">

const rowOf = ({ teamId: organizationId, actor: { id: userId } }: Acting) => ({ organizationId_userId: { organizationId, userId }, role: "admin" })

/**
 * For a transaction that changes access: finds no row, and so undoes all of it, when whoever acts is an admin no more.
 * The role was read when the request came; somebody else may have taken it away since.
 */
export const stillAdmin = (client: AuthClient, acting: Acting) => client.member.update({ where: rowOf(acting), data: { role: "admin" } })

/** After such a transaction found a row missing: fails if it was this one. */
export const orForbidden = Effect.fnUntraced(function* (acting: Acting, action: Action): Effect.fn.Return<void, Forbidden, Auth> {
  const { client } = yield* Auth
  const found = yield* Effect.promise(() => client.member.findUnique({ where: rowOf(acting), select: { id: true } }))
  if (found === null) return yield* new Forbidden({ action, who: "person" })
})
