import { createHash, randomBytes } from "node:crypto"
import { Clock, Effect, Schema } from "effect"
import { AppConfig } from "../config/config"
import type { InvitedAccount, NewInvitation } from "../domain/account"
import { type Principal, Role } from "../domain/principal"
import { isMissingRow, isUniqueViolation } from "../store/prisma-failure"
import { storable } from "../store/sql/statement"
import { auditedWrite, type Writes } from "./audited-write"
import { Auth } from "./auth"
import { EmailTaken } from "./first-admin"
import { Forbidden, permit } from "./permissions"
import { randomId } from "./random-id"
import type { Account } from "./signed-in-account"
import { orForbidden, stillAdmin } from "./still-admin"

/*
 * Invitations by a one-time link, which the admin passes on: the server sends no mail.
 *
 * I1 Only a hash of the link's token is stored: it is the invitation's id, so that whoever reads the store has no link.
 * I2 A link works once, until it expires, is revoked or is replaced by a newer one for the same address; all of it is
 *    checked by the conditional update in the transaction that makes the member.
 * I3 It is for its address alone: whoever joins is the account of that address, or makes it.
 */

/** The link is used up, revoked, replaced, expired or wrong. */
export class InvitationClosed extends Schema.TaggedError<InvitationClosed>()("InvitationClosed", {}) {}
export class InvitationNotFound extends Schema.TaggedError<InvitationNotFound>()("InvitationNotFound", { invitationId: Schema.String }) {}
/** The invitation is for another address than the account's. */
export class InvitedAnother extends Schema.TaggedError<InvitedAnother>()("InvitedAnother", { email: Schema.String }) {}
export class AlreadyMember extends Schema.TaggedError<AlreadyMember>()("AlreadyMember", { email: Schema.String }) {}

/** An open invitation, as admins see it: never its link, which is shown once. */
export interface Invitation {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly invitedBy: string
  readonly createdAt: number
  readonly expiresAt: number
}

/** What an open invitation tells whoever holds its link. */
export interface Invited {
  readonly email: string
  readonly role: Role
  readonly teamName: string
  readonly invitedBy: string
  /** There is an account with this address: it joins with its password, no other is made. */
  readonly hasAccount: boolean
}

/** Long enough for a weekend and a holiday; whoever comes later asks for a new one. */
const validMs = 7 * 24 * 3600_000

const idOf = (token: string): string => createHash("sha256").update(token).digest("hex")
const roleOf = (role: string | null): Role => (Schema.is(Role)(role) ? role : "viewer")

/** The link to pass on. An older invitation for the same address ends. */
export const invite = Effect.fn("invite")(function* (
  principal: Principal,
  { email: written, role }: NewInvitation
): Effect.fn.Return<Invitation & { readonly link: string }, Forbidden | AlreadyMember, Auth | AppConfig> {
  yield* permit(principal, "members:manage")
  if (principal._tag !== "Person") return yield* new Forbidden({ action: "members:manage", who: "service_token" })
  const { client } = yield* Auth
  const { publicUrl } = yield* AppConfig
  const { teamId: organizationId, actor } = principal
  const email = written.toLowerCase()
  const members = yield* Effect.promise(() => client.member.count({ where: { organizationId, user: { email } } }))
  if (members > 0) return yield* new AlreadyMember({ email })
  const token = randomBytes(32).toString("base64url")
  const now = yield* Clock.currentTimeMillis
  const row = {
    id: idOf(token),
    organizationId,
    email,
    role,
    status: "pending",
    inviterId: actor.id,
    createdAt: new Date(now),
    expiresAt: new Date(now + validMs)
  }
  const entry = { action: "invitation.created", subject: row.id, data: { email, role, expiresAt: row.expiresAt.toISOString() } }
  yield* auditedWrite({ teamId: organizationId, actor, via: "console", ...entry }, () => [
    stillAdmin(client, principal),
    client.invitation.updateMany({ where: { organizationId, email, status: "pending" }, data: { status: "canceled" } }),
    client.invitation.create({ data: row })
  ]).pipe(Effect.catch((cause) => (isMissingRow(cause) ? new Forbidden({ action: "members:manage", who: "person" }) : Effect.die(cause))))
  const link = `${publicUrl}/invite?token=${token}`
  return { id: row.id, email, role, invitedBy: actor.label, createdAt: now, expiresAt: now + validMs, link }
})

/** The open ones, newest first. */
export const listInvitations = Effect.fn("listInvitations")(function* (principal: Principal): Effect.fn.Return<ReadonlyArray<Invitation>, Forbidden, Auth> {
  yield* permit(principal, "members:manage")
  const { client } = yield* Auth
  const now = yield* Clock.currentTimeMillis
  const rows = yield* Effect.promise(() =>
    client.invitation.findMany({
      where: { organizationId: principal.teamId, status: "pending", expiresAt: { gt: new Date(now) } },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      include: { user: { select: { name: true, email: true } } }
    })
  )
  return rows.map(({ id, email, role, user, createdAt, expiresAt }) => ({
    id,
    email,
    role: roleOf(role),
    invitedBy: user.name || user.email,
    createdAt: createdAt.getTime(),
    expiresAt: expiresAt.getTime()
  }))
})

/** From its return on the link opens nothing. */
export const revokeInvitation = Effect.fn("revokeInvitation")(function* (
  principal: Principal,
  invitationId: string
): Effect.fn.Return<void, Forbidden | InvitationNotFound, Auth> {
  yield* permit(principal, "members:manage")
  const { client } = yield* Auth
  const { teamId, actor } = principal
  const open = { id: storable(invitationId), organizationId: teamId, status: "pending" }
  const found = yield* Effect.promise(() => client.invitation.findFirst({ where: open, select: { email: true, role: true } }))
  if (found === null) return yield* new InvitationNotFound({ invitationId })
  const entry = { action: "invitation.revoked", subject: invitationId, data: found }
  yield* auditedWrite({ teamId, actor, via: "console", ...entry }, () => [
    stillAdmin(client, principal),
    client.invitation.update({ where: open, data: { status: "canceled" } })
  ]).pipe(
    Effect.catch((cause) =>
      isMissingRow(cause) ? Effect.andThen(orForbidden(principal, "members:manage"), new InvitationNotFound({ invitationId })) : Effect.die(cause)
    )
  )
})

/** What the link is for; for the page, which decides nothing. Null once it opens nothing. */
export const invitedBy = Effect.fn("invitedBy")(function* (token: string): Effect.fn.Return<Invited | null, never, Auth> {
  const { client } = yield* Auth
  const now = yield* Clock.currentTimeMillis
  const found = yield* Effect.promise(() =>
    client.invitation.findFirst({
      where: { id: idOf(token), status: "pending", expiresAt: { gt: new Date(now) } },
      include: { organization: { select: { name: true } }, user: { select: { name: true, email: true } } }
    })
  )
  if (found === null) return null
  const accounts = yield* Effect.promise(() => client.user.count({ where: { email: found.email } }))
  return {
    email: found.email,
    role: roleOf(found.role),
    teamName: found.organization.name,
    invitedBy: found.user.name || found.user.email,
    hasAccount: accounts > 0
  }
})

type NotJoined = InvitationClosed | EmailTaken | AlreadyMember

/** Makes the account that was invited, a member of the team. */
export const acceptAsNew = Effect.fn("acceptAsNew")(function* (
  token: string,
  { name: written, password }: InvitedAccount
): Effect.fn.Return<{ readonly email: string }, NotJoined, Auth> {
  const { client, betterAuth } = yield* Auth
  const { invitation, claim } = yield* openInvitation(token)
  const { email } = invitation
  const name = storable(written)
  const userId = randomId()
  const hash = yield* Effect.promise(async () => (await betterAuth.$context).password.hash(password))
  yield* joining(
    { invitation, user: { id: userId, label: name } },
    () => [
      claim,
      // Whoever holds the link to this address was given it for this address; there is no other proof without mail.
      client.user.create({ data: { id: userId, name, email, emailVerified: true } }),
      client.account.create({ data: { id: randomId(), accountId: userId, providerId: "credential", userId, password: hash } }),
      client.member.create({ data: memberOf(invitation, userId) })
    ],
    new EmailTaken()
  )
  return { email }
})

/** The signed-in account joins the team; it must be the one that was invited. */
export const acceptAs = Effect.fn("acceptAs")(function* (token: string, user: Account): Effect.fn.Return<void, NotJoined | InvitedAnother, Auth> {
  const { client } = yield* Auth
  const { invitation, claim } = yield* openInvitation(token)
  const { email } = invitation
  if (user.email.toLowerCase() !== email) return yield* new InvitedAnother({ email })
  yield* joining(
    { invitation, user: { id: user.id, label: user.name || user.email } },
    () => [claim, client.member.create({ data: memberOf(invitation, user.id) })],
    new AlreadyMember({ email })
  )
})

const memberOf = ({ organizationId, role }: { readonly organizationId: string; readonly role: string | null }, userId: string) => ({
  id: randomId(),
  organizationId,
  userId,
  role: roleOf(role),
  createdAt: new Date()
})

/** The invitation, and the update that takes it and finds nothing if it is open no more (I2). Hashing a password is dear; a dead link does not get that far. */
const openInvitation = Effect.fnUntraced(function* (token: string): Effect.fn.Return<OpenInvitation, InvitationClosed, Auth> {
  const { client } = yield* Auth
  const now = yield* Clock.currentTimeMillis
  const open = { id: idOf(token), status: "pending", expiresAt: { gt: new Date(now) } }
  const invitation = yield* Effect.promise(() =>
    client.invitation.findFirst({ where: open, select: { id: true, email: true, role: true, organizationId: true } })
  )
  if (invitation === null) return yield* new InvitationClosed()
  return { invitation, claim: client.invitation.update({ where: open, data: { status: "accepted" } }) }
})

interface OpenInvitation {
  readonly invitation: { readonly id: string; readonly email: string; readonly role: string | null; readonly organizationId: string }
  readonly claim: ReturnType<Auth["Service"]["client"]["invitation"]["update"]>
}

/** Makes the member, who is the actor of it: the invitation says by whom it was offered. */
const joining = <E extends NotJoined>(
  { invitation, user }: Pick<OpenInvitation, "invitation"> & { readonly user: { readonly id: string; readonly label: string } },
  writes: Writes,
  taken: E
): Effect.Effect<void, E | InvitationClosed, Auth> => {
  const { id: invitationId, email, role, organizationId: teamId } = invitation
  const change = { action: "member.joined", subject: user.id, data: { email, role, invitationId } }
  return auditedWrite({ teamId, actor: { kind: "user", ...user }, via: "console", ...change }, writes).pipe(
    Effect.catch((cause): Effect.Effect<never, E | InvitationClosed> => {
      if (isMissingRow(cause)) return Effect.fail(new InvitationClosed())
      return isUniqueViolation(cause) ? Effect.fail(taken) : Effect.die(cause)
    })
  )
}
