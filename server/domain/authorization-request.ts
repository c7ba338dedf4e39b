import type { Role, Scope } from "./principal"

/** The scopes that a person may give a client; those of an agent. */
export const clientScopes = ["runs:submit", "runs:read"] as const satisfies ReadonlyArray<Scope>
export type ClientScope = (typeof clientScopes)[number]

/** Asked for besides the scopes of a client, so that its access can be renewed without the person. */
export const renewalScope = "offline_access"

export const isClientScope = (scope: string): scope is ClientScope => clientScopes.some((one) => one === scope)

/** A client's request to be let in (RFC 6749, 4.1.1, with RFC 7636 and RFC 8707), read and found to be whole. */
export interface AuthorizationRequest {
  readonly clientId: string
  readonly redirectUri: string
  readonly state: string | null
  readonly codeChallenge: string
  /** Of those that are known here; none asked for is all. */
  readonly scopes: ReadonlyArray<ClientScope>
}

/** What a person is asked about a client, and shown for it. */
export interface ClientQuestion {
  readonly clientName: string
  readonly redirectUri: string
  readonly scopes: ReadonlyArray<ClientScope>
  /** What was asked for and the person's role does not have. */
  readonly beyond: ReadonlyArray<ClientScope>
  readonly person: { readonly id: string; readonly name: string; readonly email: string }
  readonly team: { readonly id: string; readonly name: string }
  readonly role: Role
}

type Reading = { readonly request: AuthorizationRequest } | { readonly fault: string }

/** Of a whole request in the address; browsers and proxies take no more than a few thousand characters either. */
const mostCharacters = 8_000

const single = ["client_id", "redirect_uri", "response_type", "state", "code_challenge", "code_challenge_method", "scope", "resource"]

/**
 * Reads the request. Whatever is wrong with it is told to the person and never sent to the address in it: nobody knows yet
 * whose that is, and a link of a stranger would lead anywhere by way of this server.
 */
export const readAuthorizationRequest = (query: string, resource: string): Reading => {
  if (query.length > mostCharacters) return { fault: "it is too long" }
  const asked = new URLSearchParams(query)
  const twice = single.find((name) => asked.getAll(name).length > 1)
  if (twice !== undefined) return { fault: `it has ${twice} more than once` }
  const clientId = asked.get("client_id") ?? ""
  if (clientId === "") return { fault: "it does not say which client it comes from (client_id)" }
  const redirectUri = asked.get("redirect_uri") ?? ""
  if (redirectUri === "") return { fault: "it does not say where to come back to (redirect_uri)" }
  if (asked.get("response_type") !== "code") return { fault: 'its response_type is not "code"' }
  if (asked.has("request") || asked.has("request_uri")) return { fault: "it refers to a request object, which is not supported" }
  const codeChallenge = asked.get("code_challenge") ?? ""
  if (codeChallenge === "") return { fault: "it has no proof key (PKCE, code_challenge)" }
  if (asked.get("code_challenge_method") !== "S256" || !/^[\w-]{43}$/.test(codeChallenge)) return { fault: "its proof key (PKCE) is not of the method S256" }
  const meant = asked.get("resource")
  if (meant !== null && meant !== resource) return { fault: `it asks for access to another resource than ${resource}` }
  const wanted = (asked.get("scope") ?? "").split(" ").filter((scope) => scope !== "")
  const scopes = clientScopes.filter((scope) => wanted.includes(scope))
  // Names of other servers' scopes ask for nothing that is here; a client that knows none of ours means all.
  return { request: { clientId, redirectUri, state: asked.get("state"), codeChallenge, scopes: scopes.length === 0 ? clientScopes : scopes } }
}

/** Where the person goes who said no. */
export const deniedAddress = ({ redirectUri, state }: AuthorizationRequest, issuer: string): string => {
  const url = new URL(redirectUri)
  url.searchParams.set("error", "access_denied")
  url.searchParams.set("error_description", "The person did not let the client in.")
  if (state !== null) url.searchParams.set("state", state)
  url.searchParams.set("iss", issuer)
  return url.href
}

/** OAuth is for addresses that nobody can listen in on: https, or this very machine. */
export const offersClientSignIn = (publicUrl: string): boolean => {
  const url = new URL(publicUrl)
  return url.protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname)
}
