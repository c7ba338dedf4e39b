import { Effect, Schema } from "effect"
import { AppConfig } from "../config/config"
import { TeamId } from "../domain/ids"
import { type Principal, Role, type Scope } from "../domain/principal"
import { Auth } from "./auth"
import { Unauthenticated } from "./permissions"
import { isSameText } from "./same-text"
import { tokenPrincipal } from "./service-tokens"
import { firstTeam } from "./team"

const bootstrapScopes: ReadonlyArray<Scope> = ["runs:submit", "runs:read"]

/** Who sends these headers: a bearer token, if there is one, else the person behind the session cookie. */
export const principalOf = Effect.fn("principalOf")(function* (headers: Headers): Effect.fn.Return<Principal, Unauthenticated, Auth | AppConfig> {
  const authorization = headers.get("authorization")
  if (authorization === null) return yield* personOf(headers)
  const token = /^bearer +(\S+) *$/i.exec(authorization)?.[1]
  if (token === undefined) return yield* new Unauthenticated({ reason: 'The Authorization header must be "Bearer" and a service token.' })
  const { bootstrapToken } = yield* AppConfig
  if (bootstrapToken !== null && isSameText(token, bootstrapToken)) {
    return { _tag: "ServiceToken", actor: { kind: "service_token", id: "bootstrap", label: "bootstrap" }, teamId: yield* firstTeam, scopes: bootstrapScopes }
  }
  return yield* tokenPrincipal(token)
})

/** A page of the console asks, for a person who was signed in when it came: tokens are nothing to them. */
const isFromPage = (headers: Headers): boolean => ["cookie", "origin", "sec-fetch-site"].some((name) => headers.has(name))

const personOf = Effect.fn("personOf")(function* (headers: Headers) {
  const { betterAuth, client } = yield* Auth
  const found = yield* Effect.promise(() => betterAuth.api.getSession({ headers, query: { disableRefresh: true } }))
  if (found === null)
    return yield* new Unauthenticated({
      reason: isFromPage(headers) ? "You are signed out. Sign in again to go on." : "Sign in, or send a service token as Authorization: Bearer."
    })
  // The role is read at every request, so that a change or a removal counts from the next one on.
  const memberships = yield* Effect.promise(() => client.member.findMany({ where: { userId: found.user.id }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] }))
  const member = memberships.find(({ organizationId }) => organizationId === found.session.activeOrganizationId) ?? memberships[0]
  if (member === undefined || !Schema.is(Role)(member.role)) {
    return yield* new Unauthenticated({ reason: "This account is not a member of a team; ask an admin." })
  }
  return {
    _tag: "Person",
    teamId: TeamId.make(member.organizationId),
    role: member.role,
    actor: { kind: "user", id: found.user.id, label: found.user.name || found.user.email }
  } as const
})
