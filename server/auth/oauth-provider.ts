import { createHash } from "node:crypto"
import { oauthProvider } from "@better-auth/oauth-provider"
import type { BetterAuthPlugin } from "better-auth"
import { Effect } from "effect"
import { clientScopes, renewalScope } from "../domain/authorization-request"
import { isUniqueViolation } from "../store/prisma-failure"
import type { AuthClient } from "./auth-client"
import { randomId } from "./random-id"

/** Of what clients are given; both look like our own secrets, so that nothing writes them down unredacted. */
export const accessTokenPrefix = "signalbox_at_"
export const refreshTokenPrefix = "signalbox_rt_"

const accessTokenSeconds = 3600
const refreshTokenSeconds = 30 * 24 * 3600
const codeSeconds = 120

/** The page that asks a person; what better-auth calls the login page sends to it as well. */
export const authorizePath = "/authorize"

/** What an access token is for, and the only thing: the MCP endpoint by the address that people use. */
export const resourceOf = (publicUrl: string): string => `${publicUrl}/api/mcp`

/** How the plugin is told to keep tokens and codes: never themselves. */
export const hashOfToken = (token: string): string => createHash("sha256").update(token).digest("base64url")

/**
 * The authorization server. Of the plugin only the code and the tokens are used: clients register, consent and revoke
 * through verbs of ours, which have limits and write the audit entry. Without its JWT plugin every token is opaque and
 * looked up, so that it opens nothing from the moment in which it is revoked.
 */
export const authorizationServer = (): BetterAuthPlugin => {
  const plugin: unknown = oauthProvider({
    loginPage: authorizePath,
    consentPage: authorizePath,
    scopes: [...clientScopes, renewalScope],
    grantTypes: ["authorization_code", "refresh_token"],
    disableJwtPlugin: true,
    allowDynamicClientRegistration: false,
    enforcePerClientResources: false,
    codeExpiresIn: codeSeconds,
    accessTokenExpiresIn: accessTokenSeconds,
    refreshTokenExpiresIn: refreshTokenSeconds,
    storeTokens: { hash: (token) => Promise.resolve(hashOfToken(token)) },
    prefix: { opaqueAccessToken: accessTokenPrefix, refreshToken: refreshTokenPrefix }
  })
  // Its own types leave out what `exactOptionalPropertyTypes` asks for.
  return plugin as BetterAuthPlugin // allow cast: a plugin of better-auth's own makers
}

/** The plugin's own authorization endpoint, which no address leads to. Answers with JSON that has the address to go to. */
export const askAuthorizationServer = async (api: object, request: Request): Promise<unknown> => {
  const endpoint: unknown = Reflect.get(api, "oauth2Authorize")
  if (typeof endpoint !== "function") throw new Error("the authorization server has no authorization endpoint")
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const answer: unknown = await endpoint({ method: "GET", query, headers: request.headers, request, asResponse: true })
  if (!(answer instanceof Response) || !answer.ok)
    throw new Error(`the authorization server answered ${answer instanceof Response ? answer.status : "nothing"}`)
  return answer.json()
}

/** The plugin gives tokens for resources that it knows; there is one for each address that this server has had. */
export const knownResource = (client: AuthClient, publicUrl: string): Effect.Effect<void> =>
  Effect.promise(async () => {
    const identifier = resourceOf(publicUrl)
    if ((await client.oauthResource.findUnique({ where: { identifier }, select: { id: true } })) !== null) return
    const now = new Date()
    await client.oauthResource
      .create({ data: { id: randomId(), identifier, name: "Signalbox", createdAt: now, updatedAt: now } })
      // Two processes on one PostgreSQL may boot at once.
      .catch((cause: unknown) => {
        if (!isUniqueViolation(cause)) throw cause
      })
  })
