import { type Me, me } from "../auth/me"
import { call } from "./call"
import { authenticated, router } from "./init"

export const meRouter = router({
  /** Who is signed in, and in which team. */
  get: authenticated.query(({ ctx }): Promise<Me> => call(me(ctx.principal)))
})
