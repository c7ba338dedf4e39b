import { Effect, Option, Schema } from "effect"
import { addressOf } from "../auth/address-of"
import { Auth, authBasePath } from "../auth/auth"
import { dropExpired } from "../auth/client-grants"
import { ClientDescription, registerClient } from "../auth/client-registration"
import { endReused, revokeByClient } from "../auth/connected-clients"
import { StrangerLimit, type StrangerVerb, type TooManyFromAddress } from "../auth/stranger-limit"
import { AppConfig } from "../config/config"
import { renewalScope } from "../domain/authorization-request"
import { readJson } from "../domain/json-input"
import { storable } from "../store/sql/statement"
import { bodyText } from "./decode"

/*
 * What MCP clients call without a person: to register, to trade a code or a refresh token, to give their access back. No
 * cookie counts here, so none is passed on, and errors are those of OAuth, which clients read.
 */

const bodyBytes = 16 << 10

const noStore = { "Cache-Control": "no-store" } as const

const refusal = (status: number, error: string, error_description: string, headers: Readonly<Record<string, string>> = {}): Response =>
  Response.json({ error, error_description }, { status, headers: { ...noStore, ...headers } })

const tooOften = ({ retryAfterMs }: TooManyFromAddress): Response => {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  return refusal(429, "temporarily_unavailable", `Too many requests from this address; try again in ${seconds} seconds.`, { "Retry-After": String(seconds) })
}

/** The text of a body of this media type, within the limits of its address; else the answer that refuses it. */
const bodyOf = (request: Request, verb: StrangerVerb, type: string) =>
  Effect.gen(function* () {
    // Before anything is counted: a page of somebody else's may send its visitors' browsers here, and would use up what their address has.
    if (request.headers.get("sec-fetch-site") === "cross-site") return refusal(403, "invalid_request", "Pages of other sites do not come in here.")
    const sent = (request.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase()
    if (sent !== type) return refusal(415, "invalid_request", `Send the body as ${type}.`)
    yield* StrangerLimit.use((limit) => limit.admit(verb, addressOf(request.headers)))
    return yield* bodyText(request, bodyBytes)
  }).pipe(
    Effect.catchTags({
      TooManyFromAddress: (error) => Effect.succeed(tooOften(error)),
      BodyTooLarge: () => Effect.succeed(refusal(413, "invalid_request", `The body is larger than ${bodyBytes >> 10} KB.`)),
      MalformedRequest: ({ message }) => Effect.succeed(refusal(400, "invalid_request", message))
    })
  )

/** The form of a body; what no store holds is in none that is honest. */
const formOf = Effect.fnUntraced(function* (request: Request) {
  const body = yield* bodyOf(request, "token", "application/x-www-form-urlencoded")
  if (body instanceof Response) return body
  const form = new URLSearchParams(body)
  const isOdd = [...form.values()].some((value) => storable(value) !== value)
  return isOdd ? refusal(400, "invalid_request", "The body has characters that no text has.") : form
})

const readDescription = Schema.decodeUnknownOption(ClientDescription)

/** `POST /api/auth/oauth2/register` (RFC 7591). */
export const answerRegistration = Effect.fn("answerRegistration")(function* (request: Request) {
  const body = yield* bodyOf(request, "register", "application/json")
  if (body instanceof Response) return body
  const read = readJson(body)
  const description = "value" in read ? readDescription(read.value) : Option.none()
  if (Option.isNone(description)) return refusal(400, "invalid_client_metadata", "The body has to be a JSON object with redirect_uris, a list of addresses.")
  return yield* registerClient(description.value).pipe(
    Effect.map((registered) => Response.json(registered, { status: 201, headers: noStore })),
    Effect.catchTags({
      UnfitClient: ({ code, description: what }) => Effect.succeed(refusal(400, code, what)),
      TooManyClients: () =>
        Effect.succeed(refusal(429, "temporarily_unavailable", "Too many clients wait to be let in; try again later.", { "Retry-After": "900" }))
    })
  )
})

/** `POST /api/auth/oauth2/token`: the plugin's, of which it sees the body alone. */
export const answerToken = Effect.fn("answerToken")(function* (request: Request) {
  const form = yield* formOf(request)
  if (form instanceof Response) return form
  if (form.get("grant_type") === "refresh_token") {
    const isReused = yield* endReused(form.get("client_id") ?? "", form.get("refresh_token") ?? "")
    if (isReused) return refusal(400, "invalid_grant", "This refresh token was used before. All access of the client has ended; sign in again.")
    // Without it the next one would neither work once nor end with its family.
    const scope = form.get("scope")
    if (scope !== null && !scope.split(" ").includes(renewalScope)) form.set("scope", `${scope} ${renewalScope}`)
  }
  const body = form.toString()
  const { publicUrl } = yield* AppConfig
  const { betterAuth } = yield* Auth
  const headers = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" }
  const answer = yield* Effect.promise(() => betterAuth.handler(new Request(`${publicUrl}${authBasePath}/oauth2/token`, { method: "POST", headers, body })))
  // Only for who had something to trade: a write for every stranger's guess would make everybody wait.
  if (answer.status === 200) yield* dropExpired
  return new Response(answer.body, { status: answer.status, headers: { ...noStore, "Content-Type": "application/json" } })
})

/** `POST /api/auth/oauth2/revoke` (RFC 7009): of a client that has no secret, its name and the token are all there is. */
export const answerRevocation = Effect.fn("answerRevocation")(function* (request: Request) {
  const form = yield* formOf(request)
  if (form instanceof Response) return form
  const [clientId, token] = [form.get("client_id") ?? "", form.get("token") ?? ""]
  if (clientId === "" || token === "") return refusal(400, "invalid_request", "client_id and token are needed.")
  yield* revokeByClient(clientId, token)
  return new Response(null, { status: 200, headers: noStore })
})
