import { randomBytes } from "node:crypto"
import { defaultKeyHasher } from "@better-auth/api-key"
import { Clock, Effect, Schema } from "effect"
import { EpochMs } from "../domain/epoch-ms"
import { TeamId } from "../domain/ids"
import { Actor, type Principal, Scope } from "../domain/principal"
import { redactText } from "../domain/redact"
import { isMissingRow } from "../store/prisma-failure"
import { storable } from "../store/sql/statement"
import { auditedWrite } from "./audited-write"
import { Auth, tokenPrefix } from "./auth"
import { Forbidden, permit, Unauthenticated } from "./permissions"
import { randomId } from "./random-id"
import { orForbidden, stillAdmin } from "./still-admin"

/** A service token as admins see it: never the secret, which is shown once and kept as a hash. */
export const ServiceToken = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  scopes: Schema.Array(Scope),
  /** The first characters, to tell tokens apart. */
  start: Schema.String,
  createdAt: EpochMs,
  /** Null where it was not noted. */
  createdBy: Schema.NullOr(Actor),
  /** False: whoever made it is no admin of the team any more, and may have kept its secret. */
  isCreatorAdmin: Schema.Boolean,
  lastUsedAt: Schema.NullOr(EpochMs)
})
export type ServiceToken = typeof ServiceToken.Type

export const NewServiceToken = Schema.Struct({
  name: Schema.Trim.check(Schema.isMinLength(1), Schema.isMaxLength(100)),
  scopes: Schema.NonEmptyArray(Scope)
})
export type NewServiceToken = typeof NewServiceToken.Type

export class ServiceTokenNotFound extends Schema.TaggedError<ServiceTokenNotFound>()("ServiceTokenNotFound", { tokenId: Schema.String }) {}

const manage = "tokens:manage"
/** Of a token, in lists: its prefix and four more. */
const shownCharacters = tokenPrefix.length + 4

/** How stale "last used" may be: a write for every request would make each read wait for the disk. */
const lastUsedGrainMs = 60_000

/**
 * The owner of a key. This reads the plugin's row with its own hash instead of calling its `verifyApiKey`, which writes
 * two rows at every request, in the store's own file.
 */
export const tokenPrincipal = Effect.fn("tokenPrincipal")(function* (token: string): Effect.fn.Return<Principal, Unauthenticated, Auth> {
  const unknown = new Unauthenticated({ reason: "This service token is not known here; it may have been revoked." })
  if (!token.startsWith(tokenPrefix)) return yield* unknown
  const { client } = yield* Auth
  const now = yield* Clock.currentTimeMillis
  const key = yield* Effect.promise(async () => client.apikey.findFirst({ where: { key: await defaultKeyHasher(token) } }))
  if (key === null || key.enabled === false || (key.expiresAt !== null && key.expiresAt.getTime() <= now)) return yield* unknown
  if (now - (key.lastRequest?.getTime() ?? 0) >= lastUsedGrainMs) {
    // A convenience for admins: a store that is busy must not turn a valid token away.
    yield* Effect.ignore(Effect.tryPromise(() => client.apikey.updateMany({ where: { id: key.id }, data: { lastRequest: new Date(now) } })))
  }
  return {
    _tag: "ServiceToken",
    teamId: TeamId.make(key.referenceId),
    scopes: scopesOf(key.permissions),
    actor: { kind: "service_token", id: key.id, label: key.name ?? "token" }
  }
})

/**
 * Makes a token; `token` is its secret, which nobody can read again. The row is the plugin's, written here and not by its
 * `createApiKey`, so that it stands in one transaction with the admin's right to make it.
 */
export const createServiceToken = Effect.fn("createServiceToken")(function* (
  principal: Principal,
  { name: written, scopes }: NewServiceToken,
  via: "console" | "api"
) {
  yield* permit(principal, manage)
  if (principal._tag !== "Person") return yield* new Forbidden({ action: manage, who: "service_token" })
  const { client } = yield* Auth
  const token = `${tokenPrefix}${randomBytes(32).toString("base64url")}`
  const now = new Date(yield* Clock.currentTimeMillis)
  const { actor, teamId } = principal
  // It is the token's label in whatever its runs leave behind.
  const name = storable(redactText(written))
  const row = {
    id: randomId(),
    name,
    start: token.slice(0, shownCharacters),
    prefix: tokenPrefix,
    referenceId: teamId,
    key: yield* Effect.promise(() => defaultKeyHasher(token)),
    enabled: true,
    rateLimitEnabled: false,
    permissions: JSON.stringify(permissionsOf(scopes)),
    metadata: JSON.stringify({ createdBy: actor }),
    createdAt: now,
    updatedAt: now
  }
  const entry = { action: "token.created", subject: row.id, data: { name, scopes } }
  yield* auditedWrite({ teamId, actor, via, ...entry }, () => [stillAdmin(client, principal), client.apikey.create({ data: row })]).pipe(
    Effect.catch((cause) => (isMissingRow(cause) ? new Forbidden({ action: manage, who: "person" }) : Effect.die(cause)))
  )
  return { id: row.id, name, scopes, token }
})

export const listServiceTokens = Effect.fn("listServiceTokens")(function* (
  principal: Principal
): Effect.fn.Return<ReadonlyArray<ServiceToken>, Forbidden, Auth> {
  yield* permit(principal, manage)
  const { client } = yield* Auth
  const keys = yield* Effect.promise(() =>
    client.apikey.findMany({ where: { referenceId: principal.teamId }, orderBy: [{ createdAt: "desc" }, { id: "desc" }] })
  )
  const admins = yield* Effect.promise(() => client.member.findMany({ where: { organizationId: principal.teamId, role: "admin" }, select: { userId: true } }))
  const isAdmin = (creator: Actor | null): boolean => creator === null || admins.some(({ userId }) => userId === creator.id)
  return keys.map((key) => ({
    id: key.id,
    name: key.name ?? "",
    scopes: scopesOf(key.permissions),
    start: key.start ?? "",
    createdAt: key.createdAt.getTime(),
    createdBy: creatorOf(key.metadata),
    isCreatorAdmin: isAdmin(creatorOf(key.metadata)),
    lastUsedAt: key.lastRequest?.getTime() ?? null
  }))
})

/** From its return on the token opens nothing. Another team's token is not found. */
export const revokeServiceToken = Effect.fn("revokeServiceToken")(function* (principal: Principal, tokenId: string, via: "console" | "api") {
  yield* permit(principal, manage)
  const { client } = yield* Auth
  const { teamId, actor } = principal
  const where = { id: storable(tokenId), referenceId: teamId }
  const found = yield* Effect.promise(() => client.apikey.findFirst({ where, select: { name: true, permissions: true } }))
  if (found === null) return yield* new ServiceTokenNotFound({ tokenId })
  const entry = { action: "token.revoked", subject: tokenId, data: { name: redactText(found.name ?? ""), scopes: scopesOf(found.permissions) } }
  yield* auditedWrite({ teamId, actor, via, ...entry }, () => [stillAdmin(client, principal), client.apikey.delete({ where })]).pipe(
    Effect.catch((cause) => (isMissingRow(cause) ? Effect.andThen(orForbidden(principal, manage), new ServiceTokenNotFound({ tokenId })) : Effect.die(cause)))
  )
})

/** The plugin keeps permissions by resource: `runs:read` is `read` on `runs`. */
const permissionsOf = (scopes: ReadonlyArray<Scope>): Record<string, Array<string>> => {
  const byResource: Record<string, Array<string>> = {}
  for (const scope of scopes) {
    const [resource = "", verb = ""] = scope.split(":")
    byResource[resource] = [...(byResource[resource] ?? []), verb]
  }
  return byResource
}

const KeptPermissions = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Array(Schema.String)))

/** What is not a scope of today gives nothing. */
const scopesOf = (permissions: string | null): ReadonlyArray<Scope> => {
  const kept = Schema.decodeUnknownOption(KeptPermissions)(permissions ?? "{}")
  const names = kept._tag === "None" ? [] : Object.entries(kept.value).flatMap(([resource, verbs]) => verbs.map((verb) => `${resource}:${verb}`))
  return names.filter(Schema.is(Scope))
}

const KeptMetadata = Schema.fromJsonString(Schema.Struct({ createdBy: Actor }))

const creatorOf = (metadata: string | null): Actor | null => {
  const kept = Schema.decodeUnknownOption(KeptMetadata)(metadata ?? "")
  return kept._tag === "None" ? null : kept.value.createdBy
}
