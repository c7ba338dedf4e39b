import { Effect, Schema } from "effect"
import type { RoleChange } from "../domain/account"
import { type Principal, Role } from "../domain/principal"
import type { Prisma } from "../generated/sqlite/client"
import { isMissingRow } from "../store/prisma-failure"
import { Auth } from "./auth"
import type { AuthClient } from "./auth-client"
import { type Forbidden, permit } from "./permissions"
import { orForbidden, stillAdmin } from "./still-admin"

/*
 * Who belongs to a team, and as what.
 *
 * I1 A team keeps an admin: the update and the deletion are conditional on another admin, behind a lock on the team's
 *    row, so that two admins who demote each other at once do not both succeed.
 * I2 Who is removed has no way back in: the role is read at every request, and the sessions go in the same transaction.
 * I3 What an admin had offered ends with the admin's role: their open invitations are withdrawn in the same transaction.
 */

export class MemberNotFound extends Schema.TaggedError<MemberNotFound>()("MemberNotFound", { userId: Schema.String }) {}
/** Without this one nobody could manage the team any more. */
export class LastAdmin extends Schema.TaggedError<LastAdmin>()("LastAdmin", {}) {}

/** A member as others of the team see them. */
export interface Member {
  readonly userId: string
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly joinedAt: number
}

const roleOf = (role: string | null): Role => (Schema.is(Role)(role) ? role : "viewer")

/** In the order in which they joined. */
export const listMembers = Effect.fn("listMembers")(function* (principal: Principal): Effect.fn.Return<ReadonlyArray<Member>, Forbidden, Auth> {
  yield* permit(principal, "members:read")
  const { client } = yield* Auth
  const members = yield* Effect.promise(() =>
    client.member.findMany({
      where: { organizationId: principal.teamId },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      select: { userId: true, role: true, createdAt: true, user: { select: { name: true, email: true } } }
    })
  )
  return members.map(({ userId, role, createdAt, user }) => ({ userId, ...user, role: roleOf(role), joinedAt: createdAt.getTime() }))
})

/** Holds the team's row for the rest of the transaction: whoever else changes its admins waits (I1). */
const lockTeam = (client: AuthClient, teamId: string) => client.organization.update({ where: { id: teamId }, data: { id: teamId }, select: { id: true } })

/** The member's row, unless it is the last admin's. */
const unlessLastAdmin = (organizationId: string, userId: string) => ({
  organizationId_userId: { organizationId, userId },
  OR: [{ role: { not: "admin" } }, { organization: { members: { some: { role: "admin", userId: { not: userId } } } } }]
})

const withdrawInvitationsOf = (client: AuthClient, organizationId: string, inviterId: string) =>
  client.invitation.updateMany({ where: { organizationId, inviterId, status: "pending" }, data: { status: "canceled" } })

const manage = "members:manage"
type Refused = Forbidden | MemberNotFound | LastAdmin

/** A guarded write found no row: who acts is no admin any more, nobody is there, or it is the last admin. */
const refusal = Effect.fnUntraced(function* (client: AuthClient, principal: Principal, userId: string): Effect.fn.Return<never, Refused> {
  yield* orForbidden(client, principal, manage)
  const row = { organizationId_userId: { organizationId: principal.teamId, userId } }
  const found = yield* Effect.promise(() => client.member.findUnique({ where: row, select: { id: true } }))
  return yield* found === null ? new MemberNotFound({ userId }) : new LastAdmin()
})

/** The writes behind the lock and the actor's own right, all or none of them. */
const change = Effect.fnUntraced(function* (
  principal: Principal,
  userId: string,
  writes: (client: AuthClient) => ReadonlyArray<Prisma.PrismaPromise<unknown>>
): Effect.fn.Return<void, Refused, Auth> {
  yield* permit(principal, manage)
  const { client } = yield* Auth
  yield* Effect.tryPromise({
    try: () => client.$transaction([lockTeam(client, principal.teamId), stillAdmin(client, principal), ...writes(client)]),
    catch: (cause) => cause
  }).pipe(Effect.catch((cause) => (isMissingRow(cause) ? refusal(client, principal, userId) : Effect.die(cause))))
})

export const changeRole = Effect.fn("changeRole")(function* (principal: Principal, { userId, role }: RoleChange): Effect.fn.Return<void, Refused, Auth> {
  const { teamId } = principal
  yield* change(principal, userId, (client) =>
    role === "admin"
      ? [client.member.update({ where: { organizationId_userId: { organizationId: teamId, userId } }, data: { role } })]
      : [client.member.update({ where: unlessLastAdmin(teamId, userId), data: { role } }), withdrawInvitationsOf(client, teamId, userId)]
  )
})

/** From its return on the person's sessions open nothing. The account itself stays: their name stands on what they decided. */
export const removeMember = Effect.fn("removeMember")(function* (principal: Principal, userId: string): Effect.fn.Return<void, Refused, Auth> {
  const { teamId } = principal
  yield* change(principal, userId, (client) => [
    client.member.delete({ where: unlessLastAdmin(teamId, userId) }),
    // Who is in another team stays signed in there.
    client.session.deleteMany({ where: { userId, user: { members: { none: {} } } } }),
    withdrawInvitationsOf(client, teamId, userId)
  ])
})
