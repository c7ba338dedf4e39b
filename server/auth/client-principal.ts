import { Clock, Effect, Schema } from "effect"
import { AppConfig } from "../config/config"
import { TeamId } from "../domain/ids"
import { type Principal, Role } from "../domain/principal"
import { Auth } from "./auth"
import { clientLabel, listKept, scopesKept } from "./client-grants"
import { noteUse } from "./connected-clients"
import { accessTokenPrefix, hashOfToken, resourceOf } from "./oauth-provider"
import { scopesWithin, Unauthenticated } from "./permissions"

/** Whether a token was made for this resource and no other. */
const isFor = (kept: string | null, resource: string): boolean => {
  const resources = listKept(kept)
  return resources.length === 1 && resources[0] === resource
}

/** Whether it looks like the access token of a client that a person let in. */
export const isClientToken = (token: string): boolean => token.startsWith(accessTokenPrefix)

/**
 * The agent behind a client's access token. All that may end its access is read at each request: the token, what the
 * person granted, and the person's own role, beyond which no scope reaches. Its actor names client and person; the
 * person counts as the requester of its runs.
 */
export const clientPrincipal = Effect.fn("clientPrincipal")(function* (token: string): Effect.fn.Return<Principal, Unauthenticated, Auth | AppConfig> {
  const unknown = new Unauthenticated({ reason: "This access token is not valid here: it has expired, or the client was disconnected." })
  const { client } = yield* Auth
  const { publicUrl } = yield* AppConfig
  const now = yield* Clock.currentTimeMillis
  const row = yield* Effect.promise(() =>
    client.oauthAccessToken.findUnique({
      where: { token: hashOfToken(token.slice(accessTokenPrefix.length)) },
      include: { client: { select: { name: true, disabled: true } }, user: { select: { name: true, email: true } } }
    })
  )
  if (row === null || row.revoked !== null || row.expiresAt.getTime() <= now || row.client.disabled === true) return yield* unknown
  const { clientId, userId, user } = row
  if (userId === null || user === null || !isFor(row.resources, resourceOf(publicUrl))) return yield* unknown
  const grant = yield* Effect.promise(() => client.oauthConsent.findUnique({ where: { clientId_userId: { clientId, userId } } }))
  if (grant === null || grant.referenceId === null) return yield* unknown
  const organizationId = grant.referenceId
  const member = yield* Effect.promise(() => client.member.findUnique({ where: { organizationId_userId: { organizationId, userId } }, select: { role: true } }))
  if (member === null || !Schema.is(Role)(member.role)) return yield* unknown
  yield* noteUse(grant)
  const within = scopesWithin(member.role)
  const granted = scopesKept(grant.scopes)
  return {
    _tag: "ServiceToken",
    teamId: TeamId.make(organizationId),
    scopes: scopesKept(row.scopes).filter((scope) => granted.includes(scope) && within.includes(scope)),
    actor: { kind: "agent", id: `${clientId}:${userId}`, label: clientLabel(row.client.name, user) }
  }
})
