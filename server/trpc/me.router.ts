import { Me, me } from "../auth/me"
import { call } from "./call"
import { authenticated, router } from "./init"

export type { Me }

export const meRouter = router({
  get: authenticated.query(({ ctx }): Promise<Me> => call(me(ctx.principal)))
})
