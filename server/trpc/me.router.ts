import { type Me, me } from "../auth/me"
import { changePassword } from "../auth/password-change"
import { PasswordChange } from "../domain/account"
import { call } from "./call"
import { authenticated, router, valid } from "./init"

export const meRouter = router({
  /** Who is signed in, and in which team. */
  get: authenticated.query(({ ctx }): Promise<Me> => call(me(ctx.principal))),

  /** One's own; other sessions end. */
  changePassword: authenticated
    .input(valid(PasswordChange))
    .mutation(({ ctx, input }): Promise<void> => call(changePassword(ctx.principal, input, ctx.headers)))
})
