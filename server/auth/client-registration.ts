import { randomBytes } from "node:crypto"
import { Clock, Effect, Schema } from "effect"
import { clientScopes, renewalScope } from "../domain/authorization-request"
import { redirectUriFault, redirectUriLimits } from "../domain/redirect-uri"
import { storable } from "../store/sql/statement"
import { Auth } from "./auth"
import { randomId } from "./random-id"

/*
 * Clients register themselves (RFC 7591), since people give them nothing but the address of this server. That is open to
 * everybody, so it has to be worth nothing and cost little: what a client says of itself is kept short, as text; nothing
 * is fetched from it; it gets no secret; and of those whom nobody has let in only the newest are kept.
 */

/**
 * How many clients are kept that nobody has let in, and how long. A person may be reading the question about one that came
 * just now, so for a while none goes for those that come after it; what bounds them then is `mostAtAll`.
 */
export const idleClients = { most: 500, keptMs: 30 * 24 * 3600_000, awaitedMs: 15 * 60_000, mostAtAll: 20_000 } as const
/** Rows that one registration takes away at the most. */
const mostDropped = 1000

const nameCharacters = 100
const unnamed = "A client without a name"

/** What is read of a client's description of itself; the rest would only be more of strangers' text. */
export const ClientDescription = Schema.Struct({
  redirect_uris: Schema.Array(Schema.String),
  client_name: Schema.optionalKey(Schema.Unknown)
})
export type ClientDescription = typeof ClientDescription.Type

/** The client cannot be registered like this; `code` is of RFC 7591, 3.2.2. */
export class UnfitClient extends Schema.TaggedError<UnfitClient>()("UnfitClient", {
  code: Schema.Literals(["invalid_redirect_uri", "invalid_client_metadata"]),
  description: Schema.String
}) {}

/** So many wait to be let in that no more are taken for now. */
export class TooManyClients extends Schema.TaggedError<TooManyClients>()("TooManyClients", {}) {}

const unfitRedirect = (description: string) => new UnfitClient({ code: "invalid_redirect_uri", description })

/** Registers the client; the value is the answer of RFC 7591, 3.2.1. */
export const registerClient = Effect.fn("registerClient")(function* ({ redirect_uris, client_name }: ClientDescription) {
  if (redirect_uris.length === 0) return yield* unfitRedirect("redirect_uris has no address.")
  if (redirect_uris.length > redirectUriLimits.count) return yield* unfitRedirect(`redirect_uris has more than ${redirectUriLimits.count} addresses.`)
  for (const uri of redirect_uris) {
    const fault = redirectUriFault(uri)
    if (fault !== null) return yield* unfitRedirect(`The redirect address ${uri.slice(0, 200)} ${fault}.`)
  }
  const { client } = yield* Auth
  const now = yield* Clock.currentTimeMillis
  const name = typeof client_name === "string" ? storable(client_name.trim().slice(0, nameCharacters).trim()) : ""
  const clientId = `mcp_${randomBytes(18).toString("base64url")}`
  const row = {
    id: randomId(),
    clientId,
    name: name === "" ? unnamed : name,
    redirectUris: JSON.stringify(redirect_uris),
    tokenEndpointAuthMethod: "none",
    applicationType: "native",
    grantTypes: JSON.stringify(["authorization_code", "refresh_token"]),
    responseTypes: JSON.stringify(["code"]),
    requirePKCE: true,
    createdAt: new Date(now),
    updatedAt: new Date(now)
  }
  const isIdle = { consents: { none: {} } }
  const [since, before] = [{ gte: new Date(now - idleClients.awaitedMs) }, { lt: new Date(now - idleClients.awaitedMs) }]
  const awaited = yield* Effect.promise(() => client.oauthClient.count({ where: { ...isIdle, createdAt: since } }))
  if (awaited >= idleClients.mostAtAll) return yield* new TooManyClients()
  const surplus = yield* Effect.promise(() =>
    client.oauthClient.findMany({
      where: { ...isIdle, createdAt: before },
      select: { clientId: true },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      skip: Math.max(0, idleClients.most - 1 - awaited),
      take: mostDropped
    })
  )
  yield* Effect.promise(() =>
    client.$transaction([
      // Asked again here: a person may have let it in since it was read.
      client.oauthClient.deleteMany({
        where: { AND: [isIdle, { OR: [{ clientId: { in: surplus.map((one) => one.clientId) } }, { updatedAt: { lt: new Date(now - idleClients.keptMs) } }] }] }
      }),
      client.oauthClient.create({ data: row })
    ])
  )
  return {
    client_id: clientId,
    client_id_issued_at: Math.floor(now / 1000),
    client_name: row.name,
    redirect_uris,
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    scope: [...clientScopes, renewalScope].join(" ")
  }
})
