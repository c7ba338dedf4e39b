import { createHash, randomBytes } from "node:crypto"
import { Effect, Schema } from "effect"
import { AppConfig } from "../config/config"
import type { FirstAdminInput } from "../domain/account"
import { systemActor } from "../domain/principal"
import { isMissingRow, isUniqueViolation } from "../store/prisma-failure"
import { storable } from "../store/sql/statement"
import { auditedWrite } from "./audited-write"
import { Auth } from "./auth"
import type { AuthClient } from "./auth-client"
import { randomId } from "./random-id"
import { firstTeam } from "./team"

/*
 * The first admin, from the one-time link or from the environment.
 *
 * Owns the setting `first-admin`: one row that says whether the right to create the first admin is open, and for which
 * link. Its text is swapped in the transaction that creates the account, so:
 *
 * I1  of any number of attempts, from the link and from other processes' environments, exactly one creates an admin;
 * I2  a link works once, only the newest one works, and none once there is an admin;
 * I3  only the hash of a link's token is stored.
 */

/** The link is used up, replaced or wrong, or there is an admin already. */
export class SetupClosed extends Schema.TaggedError<SetupClosed>()("SetupClosed", {}) {}
export class EmailTaken extends Schema.TaggedError<EmailTaken>()("EmailTaken", {}) {}

const settingKey = "first-admin"
const closed = JSON.stringify({ state: "closed" })
const done = JSON.stringify({ state: "done" })
const openFor = (token: string): string => JSON.stringify({ state: "open", tokenHash: createHash("sha256").update(token).digest("hex") })

const hasAdmin = (client: AuthClient): Effect.Effect<boolean> =>
  Effect.map(
    Effect.promise(() => client.member.count({ where: { role: "admin" } })),
    (count) => count > 0
  )

/** The row's text now; made if it is missing. */
const right = (client: AuthClient): Effect.Effect<string> =>
  Effect.promise(async () => {
    const found = await client.setting.findUnique({ where: { key: settingKey } })
    if (found !== null) return found.value
    await client.setting.create({ data: { key: settingKey, value: closed } }).catch((cause: unknown) => {
      if (!isUniqueViolation(cause)) throw cause
    })
    return (await client.setting.findUniqueOrThrow({ where: { key: settingKey } })).value
  })

/** The link to print while there is no admin, else null. Each call makes a new link and ends the one before. */
export const setupLink: Effect.Effect<string | null, never, Auth | AppConfig> = Effect.gen(function* () {
  const { client } = yield* Auth
  const { publicUrl } = yield* AppConfig
  const token = randomBytes(32).toString("base64url")
  for (;;) {
    // Read first: an admin created after this has changed the text, and the swap below then fails (I2).
    const before = yield* right(client)
    if (yield* hasAdmin(client)) return null
    const { count } = yield* Effect.promise(() => client.setting.updateMany({ where: { key: settingKey, value: before }, data: { value: openFor(token) } }))
    if (count === 1) return `${publicUrl}/setup?token=${token}`
  }
}).pipe(Effect.withSpan("setupLink"))

/** Whether nobody can sign in yet: what the door says then. */
export const lacksAdmin: Effect.Effect<boolean, never, Auth> = Effect.flatMap(Auth, ({ client }) => Effect.map(hasAdmin(client), (has) => !has))

/** Whether this token would be accepted now; for the page, which decides nothing. */
export const isSetupOpen = Effect.fn("isSetupOpen")(function* (token: string): Effect.fn.Return<boolean, never, Auth> {
  const { client } = yield* Auth
  return (yield* right(client)) === openFor(token) && !(yield* hasAdmin(client))
})

export const createFirstAdmin = Effect.fn("createFirstAdmin")(function* (
  token: string,
  input: FirstAdminInput
): Effect.fn.Return<void, SetupClosed | EmailTaken, Auth> {
  const { client } = yield* Auth
  const claimed = openFor(token)
  // Hashing a password is dear; a dead link does not get that far.
  if ((yield* right(client)) !== claimed || (yield* hasAdmin(client))) return yield* new SetupClosed()
  yield* create(claimed, input)
})

/** Creates the admin that the environment names, unless there is one. */
export const createAdminOfEnvironment: Effect.Effect<void, never, Auth | AppConfig> = Effect.gen(function* () {
  const { client } = yield* Auth
  const { admin } = yield* AppConfig
  if (admin === null) return
  const before = yield* right(client)
  if (yield* hasAdmin(client)) return
  const name = admin.email.split("@", 1)[0] ?? admin.email
  yield* create(before, { ...admin, name }).pipe(
    // Another process, or the link, was first.
    Effect.catchTag("SetupClosed", () => Effect.void),
    Effect.catchTag("EmailTaken", () => Effect.logError("SIGNALBOX_ADMIN_EMAIL belongs to an account that is not an admin; no admin was created."))
  )
}).pipe(Effect.withSpan("createAdminOfEnvironment"))

const create = Effect.fn("createAdmin")(function* (
  claimed: string,
  { name: written, email, password }: FirstAdminInput
): Effect.fn.Return<void, SetupClosed | EmailTaken, Auth> {
  const { client, betterAuth } = yield* Auth
  const organizationId = yield* firstTeam
  const name = storable(written)
  const userId = randomId()
  const hash = yield* Effect.promise(async () => (await betterAuth.$context).password.hash(password))
  const createdAt = new Date()
  const change = { action: "member.joined", subject: userId, data: { email: email.toLowerCase(), role: "admin" } }
  yield* auditedWrite({ teamId: organizationId, actor: systemActor, via: "system", ...change }, () => [
    // First, and with the text it must still have: who loses finds no such row, and nothing of theirs is kept (I1).
    client.setting.update({ where: { key: settingKey, value: claimed }, data: { value: done } }),
    client.user.create({ data: { id: userId, name, email: email.toLowerCase(), emailVerified: true } }),
    client.account.create({ data: { id: randomId(), accountId: userId, providerId: "credential", userId, password: hash } }),
    client.member.create({ data: { id: randomId(), organizationId, userId, role: "admin", createdAt } })
  ]).pipe(
    Effect.catch((cause): Effect.Effect<never, SetupClosed | EmailTaken> => {
      if (isMissingRow(cause)) return Effect.fail(new SetupClosed())
      return isUniqueViolation(cause) ? Effect.fail(new EmailTaken()) : Effect.die(cause)
    })
  )
})
