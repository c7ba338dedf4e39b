import { Clock, Effect, Schema } from "effect"
import type { ClientScope } from "../domain/authorization-request"
import type { Principal } from "../domain/principal"
import { redactText } from "../domain/redact"
import { isMissingRow } from "../store/prisma-failure"
import { auditedWrite } from "./audited-write"
import { Auth } from "./auth"
import type { AuthClient } from "./auth-client"
import { clientLabel, endTokens, scopesKept } from "./client-grants"
import { accessTokenPrefix, hashOfToken, refreshTokenPrefix } from "./oauth-provider"
import { type Forbidden, may, permit } from "./permissions"
import { orForbidden, stillAdmin } from "./still-admin"

/** A client that somebody of the team let in. */
export interface ConnectedClient {
  readonly id: string
  /** What the client calls itself. */
  readonly name: string
  /** Where its person was sent back to. */
  readonly redirectUri: string | null
  readonly scopes: ReadonlyArray<ClientScope>
  readonly user: { readonly id: string; readonly name: string }
  readonly connectedAt: number
  readonly lastUsedAt: number | null
}

export class ConnectedClientNotFound extends Schema.TaggedError<ConnectedClientNotFound>()("ConnectedClientNotFound", { connectionId: Schema.String }) {}

const found = (where: { readonly referenceId: string; readonly userId?: string }) =>
  Effect.gen(function* () {
    const { client } = yield* Auth
    const rows = yield* Effect.promise(() =>
      client.oauthConsent.findMany({
        where,
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        include: { client: { select: { name: true } }, user: { select: { id: true, name: true, email: true } } }
      })
    )
    return rows.flatMap(
      ({ id, user, redirectUri, scopes, createdAt, lastUsedAt, ...row }): ReadonlyArray<ConnectedClient> =>
        user === null
          ? []
          : [
              {
                id,
                name: row.client.name ?? "",
                redirectUri,
                scopes: scopesKept(scopes),
                user: { id: user.id, name: user.name || user.email },
                connectedAt: createdAt.getTime(),
                lastUsedAt: lastUsedAt?.getTime() ?? null
              }
            ]
    )
  })

/** Everybody's, for admins. */
export const listClients = Effect.fn("listClients")(function* (principal: Principal): Effect.fn.Return<ReadonlyArray<ConnectedClient>, Forbidden, Auth> {
  yield* permit(principal, "clients:manage")
  return yield* found({ referenceId: principal.teamId })
})

/** One's own. */
export const listOwnClients = Effect.fn("listOwnClients")(function* (principal: Principal): Effect.fn.Return<ReadonlyArray<ConnectedClient>, Forbidden, Auth> {
  yield* permit(principal, "clients:connect")
  return yield* found({ referenceId: principal.teamId, userId: principal.actor.id })
})

interface Grant {
  readonly id: string
  readonly clientId: string
  readonly userId: string
}

/** The grant's row has to be there, or all of it fails. */
const endGrant = (client: AuthClient, { id, clientId, userId }: Grant) => [
  client.oauthConsent.delete({ where: { id } }),
  ...endTokens(client, { clientId, userId })
]

/** From its return on the client's tokens open nothing. One's own, or for admins anybody's of the team. */
export const disconnectClient = Effect.fn("disconnectClient")(function* (
  principal: Principal,
  connectionId: string
): Effect.fn.Return<void, Forbidden | ConnectedClientNotFound, Auth> {
  yield* permit(principal, "clients:connect")
  const { client } = yield* Auth
  const { teamId, actor } = principal
  const all = may(principal, "clients:manage")
  const row = yield* Effect.promise(() =>
    client.oauthConsent.findFirst({
      where: { id: connectionId, referenceId: teamId, ...(all ? {} : { userId: actor.id }) },
      include: { client: { select: { name: true } }, user: { select: { email: true } } }
    })
  )
  if (row === null || row.userId === null) return yield* new ConnectedClientNotFound({ connectionId })
  const { id, clientId, userId } = row
  const isOwn = userId === actor.id
  const data = { name: redactText(row.client.name ?? ""), of: row.user?.email ?? null }
  yield* auditedWrite({ teamId, actor, via: "console", action: "client.disconnected", subject: clientId, data }, () => [
    ...(isOwn ? [] : [stillAdmin(client, principal)]),
    ...endGrant(client, { id, clientId, userId })
  ]).pipe(
    Effect.catch((cause) => {
      if (!isMissingRow(cause)) return Effect.die(cause)
      return Effect.andThen(isOwn ? Effect.void : orForbidden(principal, "clients:manage"), new ConnectedClientNotFound({ connectionId }))
    })
  )
})

/**
 * The client ends its own access (RFC 7009), by either of its tokens. A token that nobody knows, or another client's, is as
 * good as revoked: the answer is the same.
 */
export const revokeByClient = Effect.fn("revokeByClient")(function* (clientId: string, token: string): Effect.fn.Return<void, never, Auth> {
  const { client } = yield* Auth
  const select = { clientId: true, userId: true } as const
  const hashed = (prefix: string) => ({ token: hashOfToken(token.slice(prefix.length)), clientId })
  const row = yield* Effect.promise(() =>
    token.startsWith(accessTokenPrefix)
      ? client.oauthAccessToken.findUnique({ where: hashed(accessTokenPrefix), select })
      : token.startsWith(refreshTokenPrefix)
        ? client.oauthRefreshToken.findUnique({ where: hashed(refreshTokenPrefix), select })
        : Promise.resolve(null)
  )
  if (row?.userId != null) yield* endedBy(clientId, row.userId)
})

/**
 * Whether a refresh token was used before. Then somebody else has it too, and nobody can tell who is who: all access of the
 * client in this person's name ends, also what the plugin's own teardown of a family does not reach.
 */
export const endReused = Effect.fn("endReused")(function* (clientId: string, token: string): Effect.fn.Return<boolean, never, Auth> {
  const { client } = yield* Auth
  if (!token.startsWith(refreshTokenPrefix)) return false
  const where = { token: hashOfToken(token.slice(refreshTokenPrefix.length)), clientId }
  const row = yield* Effect.promise(() => client.oauthRefreshToken.findUnique({ where, select: { userId: true, revoked: true } }))
  if (row === null || row.revoked === null) return false
  yield* endedBy(clientId, row.userId)
  return true
})

/** Ends the grant for what a client sent, in its name. */
const endedBy = Effect.fnUntraced(function* (clientId: string, userId: string) {
  const { client } = yield* Auth
  const grant = yield* Effect.promise(() =>
    client.oauthConsent.findUnique({ where: { clientId_userId: { clientId, userId } }, include: { client: { select: { name: true } }, user: true } })
  )
  if (grant === null || grant.referenceId === null || grant.user === null) return
  const actor = { kind: "agent", id: `${clientId}:${userId}`, label: clientLabel(grant.client.name, grant.user) } as const
  const data = { name: redactText(grant.client.name ?? ""), of: grant.user.email }
  yield* auditedWrite({ teamId: grant.referenceId, actor, via: "mcp", action: "client.disconnected", subject: clientId, data }, () =>
    endGrant(client, { id: grant.id, clientId, userId })
  ).pipe(Effect.catch((cause) => (isMissingRow(cause) ? Effect.void : Effect.die(cause))))
})

/** How stale "last used" may be: a write for every request would make each read wait for the disk. */
const lastUsedGrainMs = 60_000

/** Notes that the client called. A convenience: a store that is busy must not turn a valid token away. */
export const noteUse = Effect.fnUntraced(function* (grant: { readonly id: string; readonly lastUsedAt: Date | null }) {
  const { client } = yield* Auth
  const now = yield* Clock.currentTimeMillis
  if (now - (grant.lastUsedAt?.getTime() ?? 0) < lastUsedGrainMs) return
  yield* Effect.ignore(Effect.tryPromise(() => client.oauthConsent.updateMany({ where: { id: grant.id }, data: { lastUsedAt: new Date(now) } })))
})
