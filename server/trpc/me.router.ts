import type { Role } from "../domain/principal"
import { profileOf } from "../auth/profile"
import { call } from "./call"
import { authenticated, router } from "./init"

/** Who is signed in, and in which team. */
export interface Me {
  readonly user: { readonly id: string; readonly name: string; readonly email: string }
  readonly role: Role
  readonly team: { readonly id: string; readonly name: string }
}

export const meRouter = router({
  get: authenticated.query(({ ctx }): Promise<Me> => call(profileOf(ctx.principal)))
})
