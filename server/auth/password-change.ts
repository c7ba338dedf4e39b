import { Effect, Schema } from "effect"
import type { PasswordChange } from "../domain/account"
import type { Principal } from "../domain/principal"
import { isMissingRow } from "../store/prisma-failure"
import { addressOf } from "./address-of"
import { auditedWrite } from "./audited-write"
import { Auth } from "./auth"
import { endAllClientsOf } from "./client-grants"
import { Forbidden } from "./permissions"
import { SignInLimit, type TooManySignIns } from "./sign-in-limit"

/** The current password is not the one that was typed, or it has just been changed elsewhere. */
export class WrongPassword extends Schema.TaggedError<WrongPassword>()("WrongPassword", {}) {}

/**
 * A person's own password. Their other sessions end, and the clients that they let in: whoever changes a password may well do so because somebody else
 * knows it. Guessing the current one counts as a failed sign-in, for a session may have been left open.
 */
export const changePassword = Effect.fn("changePassword")(function* (
  principal: Principal,
  { currentPassword, newPassword }: PasswordChange,
  sent: Headers
): Effect.fn.Return<void, Forbidden | WrongPassword | TooManySignIns, Auth | SignInLimit> {
  if (principal._tag !== "Person") return yield* new Forbidden({ action: "me", who: "service_token" })
  const { betterAuth, client } = yield* Auth
  const userId = principal.actor.id
  const [user, account, here] = yield* Effect.promise(() =>
    Promise.all([
      client.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } }),
      client.account.findFirst({ where: { userId, providerId: "credential" }, select: { id: true, password: true } }),
      betterAuth.api.getSession({ headers: sent, query: { disableRefresh: true } })
    ])
  )
  const attempt = Effect.gen(function* () {
    const kept = account?.password ?? null
    if (account === null || kept === null) return yield* new WrongPassword()
    const { password } = yield* Effect.promise(() => betterAuth.$context)
    if (!(yield* Effect.promise(() => password.verify({ hash: kept, password: currentPassword })))) return yield* new WrongPassword()
    const hash = yield* Effect.promise(() => password.hash(newPassword))
    const change = { teamId: principal.teamId, actor: principal.actor, via: "console", action: "password.changed", subject: userId, data: null } as const
    yield* auditedWrite(change, () => [
      // Of two changes at once the second finds another password than the one it was told.
      client.account.update({ where: { id: account.id, password: kept }, data: { password: hash } }),
      client.session.deleteMany({ where: { userId, id: { not: here?.session.id ?? "" } } }),
      ...endAllClientsOf(client, userId)
    ]).pipe(Effect.catch((cause) => (isMissingRow(cause) ? new WrongPassword() : Effect.die(cause))))
  })
  yield* SignInLimit.use((limit) =>
    limit.attempt({ account: user.email, address: addressOf(sent) }, (error: WrongPassword) => error._tag === "WrongPassword", attempt)
  )
})
