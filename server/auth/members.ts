import { Effect, Schema } from "effect"
import type { RoleChange } from "../domain/account"
import { type Principal, Role } from "../domain/principal"
import type { Prisma } from "../generated/sqlite/client"
import { isMissingRow } from "../store/prisma-failure"
import { storable } from "../store/sql/statement"
import { auditedWrite, type Change } from "./audited-write"
import { Auth } from "./auth"
import type { AuthClient } from "./auth-client"
import { endClientsOf } from "./client-grants"
import { type Forbidden, permit } from "./permissions"
import { orForbidden, stillAdmin } from "./still-admin"

/*
 * Who belongs to a team, and as what.
 *
 * I1 A team keeps an admin: the update and the deletion are conditional on another admin, behind a lock on the team's
 *    row, so that two admins who demote each other at once do not both succeed.
 * I2 Who is removed has no way back in: the role is read at every request, and the sessions and the clients that they let in go in the same
 *    transaction.
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

/** A condition on a member's row: it is not the last admin's. */
const unlessLastAdmin = (userId: string) => ({
  OR: [{ role: { not: "admin" } }, { organization: { members: { some: { role: "admin", userId: { not: userId } } } } }]
})

const withdrawInvitationsOf = (client: AuthClient, organizationId: string, inviterId: string) =>
  client.invitation.updateMany({ where: { organizationId, inviterId, status: "pending" }, data: { status: "canceled" } })

const manage = "members:manage"
type Refused = Forbidden | MemberNotFound | LastAdmin

/** The member's row, also by what it says: another role than the one that was read is another row. */
const rowOf = ({ teamId: organizationId }: Principal, { userId, role }: Found) => ({ organizationId_userId: { organizationId, userId }, role })

interface Found {
  readonly userId: string
  readonly role: string
  readonly email: string
}

const find = Effect.fnUntraced(function* ({ teamId: organizationId }: Principal, userId: string): Effect.fn.Return<Found | null, never, Auth> {
  const { client } = yield* Auth
  const member = yield* Effect.promise(() =>
    client.member.findUnique({
      where: { organizationId_userId: { organizationId, userId: storable(userId) } },
      select: { role: true, user: { select: { email: true } } }
    })
  )
  return member === null ? null : { userId, role: member.role, email: member.user.email }
})

/** Of attempts that others' changes of the same member may spoil. */
const tries = 5

/** The writes behind the lock and the actor's own right, with their audit entry: all or none of them. */
const change = (
  principal: Principal,
  userId: string,
  entryOf: (found: Found) => Pick<Change, "action" | "data">,
  writesOf: (client: AuthClient, found: Found) => ReadonlyArray<Prisma.PrismaPromise<unknown>>,
  left = tries
): Effect.Effect<void, Refused, Auth> =>
  Effect.gen(function* () {
    yield* permit(principal, manage)
    const found = yield* find(principal, userId)
    if (found === null) return yield* new MemberNotFound({ userId })
    const { teamId, actor } = principal
    yield* auditedWrite({ teamId, actor, via: "console", subject: userId, ...entryOf(found) }, (client) => [
      lockTeam(client, teamId),
      stillAdmin(client, principal),
      ...writesOf(client, found)
    ]).pipe(
      Effect.catch((cause) =>
        Effect.gen(function* () {
          if (!isMissingRow(cause)) return yield* Effect.die(cause)
          yield* orForbidden(principal, manage)
          const now = yield* find(principal, userId)
          // As it was, and still no row: what is missing is another admin.
          if (now?.role === found.role || left === 0) return yield* new LastAdmin()
          return yield* change(principal, userId, entryOf, writesOf, left - 1)
        })
      )
    )
  })

export const changeRole = Effect.fn("changeRole")(function* (principal: Principal, { userId, role }: RoleChange): Effect.fn.Return<void, Refused, Auth> {
  yield* change(
    principal,
    userId,
    (found) => ({ action: "member.role_changed", data: { email: found.email, from: found.role, to: role } }),
    (client, found) =>
      role === "admin"
        ? [client.member.update({ where: rowOf(principal, found), data: { role } })]
        : [
            client.member.update({ where: { ...rowOf(principal, found), ...unlessLastAdmin(userId) }, data: { role } }),
            withdrawInvitationsOf(client, principal.teamId, userId)
          ]
  )
})

/** From its return on the person's sessions open nothing. The account itself stays: their name stands on what they decided. */
export const removeMember = Effect.fn("removeMember")(function* (principal: Principal, userId: string): Effect.fn.Return<void, Refused, Auth> {
  yield* change(
    principal,
    userId,
    ({ email, role }) => ({ action: "member.removed", data: { email, role } }),
    (client, found) => [
      // Before the member: which clients are theirs here is read from their grants.
      ...endClientsOf(client, principal.teamId, userId),
      client.member.delete({ where: { ...rowOf(principal, found), ...unlessLastAdmin(userId) } }),
      // Who is in another team stays signed in there.
      client.session.deleteMany({ where: { userId, user: { members: { none: {} } } } }),
      withdrawInvitationsOf(client, principal.teamId, userId)
    ]
  )
})
