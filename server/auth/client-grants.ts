import { Clock, Effect, Option, Schema } from "effect"
import { AppConfig } from "../config/config"
import { type AuthorizationRequest, type ClientScope, isClientScope, readAuthorizationRequest, renewalScope } from "../domain/authorization-request"
import { spelledOut } from "../domain/hidden-characters"
import type { Principal } from "../domain/principal"
import { redactText } from "../domain/redact"
import { isRegisteredRedirect } from "../domain/redirect-uri"
import { isMissingRow, isUniqueViolation } from "../store/prisma-failure"
import { storable } from "../store/sql/statement"
import { auditedWrite } from "./audited-write"
import { Auth, authBasePath } from "./auth"
import type { AuthClient } from "./auth-client"
import { askAuthorizationServer, resourceOf } from "./oauth-provider"
import { Forbidden, permit, scopesWithin } from "./permissions"
import { randomId } from "./random-id"

/*
 * A person lets an MCP client in.
 *
 * I1 A grant is one row for a client and a person. Tokens without it open nothing, and its deletion deletes them.
 * I2 The row, the end of the tokens before it and the audit entry are one transaction. The code follows: the plugin writes
 *    it, and if it cannot, there is a grant without a token, which opens nothing.
 * I3 Nobody is sent to an address that the client did not register, whatever goes wrong.
 */

/** The request to let a client in cannot be followed; nothing was sent to its client. */
export class AuthorizationRefused extends Schema.TaggedError<AuthorizationRefused>()("AuthorizationRefused", { reason: Schema.String }) {}

/** A whole request of a client that is registered, with an address that is its own. */
export interface Authorization {
  readonly request: AuthorizationRequest
  /** What the client calls itself. */
  readonly clientName: string
}

const decodeList = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Array(Schema.String)))

/** A list in a row of the plugin's, where it stands as JSON; one that cannot be read has nothing in it. */
export const listKept = (kept: string | null): ReadonlyArray<string> => Option.getOrElse(decodeList(kept ?? "[]"), () => [])

/** The scopes in a row of the plugin's. What is not one of today's gives nothing. */
export const scopesKept = (kept: string): ReadonlyArray<ClientScope> => listKept(kept).filter(isClientScope)

/** Who acts with a client's tokens, as the record says it: by its own name alone it could pass for anybody. */
export const clientLabel = (clientName: string | null, { name, email }: { readonly name: string; readonly email: string }): string =>
  `${redactText(spelledOut(clientName ?? ""))} for ${name || email}`

/** Reads what an address asks for, and finds whose it is. */
export const authorizationOf = Effect.fn("authorizationOf")(function* (query: string): Effect.fn.Return<Authorization, AuthorizationRefused, Auth | AppConfig> {
  const { publicUrl } = yield* AppConfig
  const { client } = yield* Auth
  const read = readAuthorizationRequest(query, resourceOf(publicUrl))
  if ("fault" in read) return yield* new AuthorizationRefused({ reason: `The request of the client is not whole: ${read.fault}.` })
  const { request } = read
  const found = yield* Effect.promise(() =>
    client.oauthClient.findUnique({ where: { clientId: storable(request.clientId) }, select: { name: true, redirectUris: true, disabled: true } })
  )
  if (found === null || found.disabled === true) {
    return yield* new AuthorizationRefused({
      reason: "This server does not know the client any more. Remove the server in the client and add it again; it then registers anew."
    })
  }
  if (!isRegisteredRedirect(listKept(found.redirectUris), request.redirectUri)) {
    return yield* new AuthorizationRefused({ reason: "The client asks to be answered at an address that it has not registered." })
  }
  return { request, clientName: found.name ?? "" }
})

/** What the person can pass on of what was asked for. */
export const scopesToGive = (principal: Principal, { scopes }: AuthorizationRequest): ReadonlyArray<ClientScope> => {
  if (principal._tag !== "Person") return []
  const within = scopesWithin(principal.role)
  return scopes.filter((scope) => within.includes(scope))
}

/** The tokens of these clients for these people, in the way of `deleteMany`. */
export const endTokens = (client: AuthClient, where: { readonly clientId?: string; readonly userId: string; readonly client?: object }) => [
  client.oauthAccessToken.deleteMany({ where }),
  client.oauthRefreshToken.deleteMany({ where })
]

/** For the transaction that takes somebody out of a team: their clients there end with it. */
export const endClientsOf = (client: AuthClient, teamId: string, userId: string) => [
  ...endTokens(client, { userId, client: { consents: { some: { userId, referenceId: teamId } } } }),
  client.oauthConsent.deleteMany({ where: { userId, referenceId: teamId } })
]

/** For the transaction after which whoever got in by an account's password is out again. */
export const endAllClientsOf = (client: AuthClient, userId: string) => [...endTokens(client, { userId }), client.oauthConsent.deleteMany({ where: { userId } })]

/** Lets the client in; the value is the address to send the person to, with the code. */
export const allowClient = Effect.fn("allowClient")(function* (
  principal: Principal,
  { request, clientName }: Authorization,
  sent: Headers
): Effect.fn.Return<string, AuthorizationRefused | Forbidden, Auth | AppConfig> {
  yield* permit(principal, "clients:connect")
  const scopes = scopesToGive(principal, request)
  if (principal._tag !== "Person" || scopes.length === 0) return yield* new Forbidden({ action: "clients:connect", who: "person" })
  const { publicUrl } = yield* AppConfig
  const { client } = yield* Auth
  const now = new Date(yield* Clock.currentTimeMillis)
  const { teamId, actor, role } = principal
  const { clientId, redirectUri } = request
  const grant = {
    referenceId: teamId,
    scopes: JSON.stringify([...scopes, renewalScope]),
    resources: JSON.stringify([resourceOf(publicUrl)]),
    redirectUri,
    createdAt: now,
    updatedAt: now,
    lastUsedAt: null
  }
  const entry = { action: "client.connected", subject: clientId, data: { name: redactText(clientName), scopes, redirectUri: redactText(redirectUri) } }
  yield* auditedWrite({ teamId, actor, via: "console", ...entry }, () => [
    // What was shown to the person holds: their role and the client, as both were read.
    client.member.update({ where: { organizationId_userId: { organizationId: teamId, userId: actor.id }, role }, data: { role } }),
    client.oauthClient.update({ where: { clientId, disabled: { not: true } }, data: { updatedAt: now } }),
    ...endTokens(client, { clientId, userId: actor.id }),
    client.oauthConsent.deleteMany({ where: { clientId, userId: actor.id } }),
    client.oauthConsent.create({ data: { id: randomId(), clientId, userId: actor.id, ...grant } })
  ]).pipe(
    Effect.catch((cause) =>
      isMissingRow(cause) || isUniqueViolation(cause)
        ? new AuthorizationRefused({ reason: "Something about this request changed meanwhile: the client, or your role. Load this page again." })
        : Effect.die(cause)
    )
  )
  return yield* codeAddress(request, scopes, sent)
})

const GoingTo = Schema.Struct({ url: Schema.String })

/** Has the plugin make the code. It reads the request, the session and the grant once more by itself. */
const codeAddress = Effect.fnUntraced(function* (request: AuthorizationRequest, scopes: ReadonlyArray<ClientScope>, sent: Headers) {
  const { publicUrl } = yield* AppConfig
  const { betterAuth } = yield* Auth
  const { clientId, redirectUri, state, codeChallenge } = request
  const query = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: [...scopes, renewalScope].join(" "),
    ...(state === null ? {} : { state }),
    code_challenge: codeChallenge,
    code_challenge_method: "S256",
    resource: resourceOf(publicUrl)
  })
  const headers = { accept: "application/json", cookie: sent.get("cookie") ?? "" }
  const answer = yield* Effect.promise(() =>
    askAuthorizationServer(betterAuth.api, new Request(`${publicUrl}${authBasePath}/oauth2/authorize?${query}`, { headers }))
  )
  const { url } = yield* Effect.orDie(Schema.decodeUnknownEffect(GoingTo)(answer))
  if (!isAnswerAt(url, redirectUri))
    return yield* new AuthorizationRefused({ reason: "The request of the client could not be answered. Start again in the client." })
  return url
})

/** The address with a code in it and nothing else changed (I3). */
const isAnswerAt = (url: string, redirectUri: string): boolean => {
  // Where the session or the grant has ended meanwhile the plugin answers with a path of ours.
  if (!URL.canParse(url)) return false
  const [to, asked] = [new URL(url), new URL(redirectUri)]
  return to.protocol === asked.protocol && to.host === asked.host && to.pathname === asked.pathname && to.searchParams.has("code")
}

/** Codes and tokens that nobody used any more go when somebody else's are given. */
export const dropExpired = Effect.gen(function* () {
  const { client } = yield* Auth
  const where = { expiresAt: { lt: new Date(yield* Clock.currentTimeMillis) } }
  yield* Effect.ignore(
    Effect.tryPromise(() =>
      client.$transaction([
        client.oauthAccessToken.deleteMany({ where }),
        client.oauthRefreshToken.deleteMany({ where }),
        client.verification.deleteMany({ where })
      ])
    )
  )
})
