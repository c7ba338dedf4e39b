import { createMcpHandler, type McpServer } from "@modelcontextprotocol/server"
import { Effect, Option, Result, Schema } from "effect"
import { clientPrincipal, isClientToken } from "../auth/client-principal"
import { may, Unauthenticated } from "../auth/permissions"
import { principalOf } from "../auth/principal-of"
import { type CallKind, type RateLimited, TokenLimit } from "../auth/token-limit"
import { AppConfig } from "../config/config"
import { ExecutionEngine } from "../engine/execution-engine"
import { bodyLimitBytes, bodyText, jsonIn } from "../http/decode"
import { respond } from "../http/respond"
import { Shutdown } from "../live/shutdown-signal"
import { addressFault } from "./address"
import { type Agent, agentOf } from "./agent"
import { challengeScopes, metadataUrl } from "./protected-resource"
import { requestStateOf, statePurpose } from "./request-state"
import { rpcCodes, rpcFailure } from "./rpc-failure"
import { serverFor } from "./server"
import { mcpTools } from "./tools"

/** A quiet stream shows a sign of life this often, below the idle time-outs of the usual proxies. */
const keepAliveMs = 10_000

type Extend = (server: McpServer, requestState: ReturnType<typeof requestStateOf>) => void

/** `POST /api/mcp`: both eras of the protocol from one address, without sessions. `extend` adds what only tests need. */
export const mcpEndpoint =
  (extend: Extend = () => undefined) =>
  (request: Request): Promise<Response> =>
    respond(
      request,
      Effect.gen(function* () {
        const { publicUrl } = yield* AppConfig
        const fault = addressFault(request, publicUrl)
        if (fault !== null) return rpcFailure(403, fault)
        const agent = yield* Effect.result(agentOfRequest(request.headers))
        if (Result.isFailure(agent)) return unauthenticated(agent.failure, publicUrl)
        const body = yield* bodyOf(request)
        if ("refusal" in body) return body.refusal
        const limited = yield* TokenLimit.use((limit) =>
          Effect.forEach(messagesIn(body.json), (message) => limit.admit(agent.success, kindOf(message)), { discard: true })
        ).pipe(Effect.flip, Effect.option)
        if (Option.isSome(limited)) return tooOften(limited.value)
        return yield* served(request, agent.success, body.json, extend)
      })
    )

export const handleMcp = mcpEndpoint()

/** GET and DELETE: there are no sessions to listen to or to end. */
export const handleMcpSession = (request: Request): Promise<Response> =>
  respond(
    request,
    AppConfig.use(({ publicUrl }) => {
      const fault = addressFault(request, publicUrl)
      return Effect.succeed(fault === null ? rpcFailure(405, "Method not allowed: send POST.", { headers: { Allow: "POST" } }) : rpcFailure(403, fault))
    })
  )

/** A cookie comes along by itself and proves nothing about who sends the request; here it does not count. */
const agentOfRequest = Effect.fnUntraced(function* (headers: Headers) {
  const authorization = headers.get("authorization")
  if (authorization === null)
    return yield* new Unauthenticated({ reason: "Sign in by OAuth, or send a service token as Authorization: Bearer; an admin of the team makes one." })
  const token = /^bearer +(\S+) *$/i.exec(authorization)?.[1]
  const isClient = token !== undefined && isClientToken(token)
  const agent = agentOf(isClient ? yield* clientPrincipal(token) : yield* principalOf(new Headers({ authorization })))
  return agent ?? (yield* new Unauthenticated({ reason: "Send an access token or a service token as Authorization: Bearer." }))
})

const unauthenticated = ({ reason }: Unauthenticated, publicUrl: string): Response =>
  rpcFailure(401, reason, {
    headers: { "WWW-Authenticate": `Bearer realm="signalbox", resource_metadata="${metadataUrl(publicUrl)}", scope="${challengeScopes}"` }
  })

const tooOften = ({ message, retryAfterMs }: RateLimited): Response =>
  rpcFailure(429, message, { headers: { "Retry-After": String(Math.max(1, Math.ceil(retryAfterMs / 1000))) } })

type Body = { readonly json: unknown } | { readonly refusal: Response }

/** Read here, before the library: no more than the limit, and nothing nested deeper than the server takes elsewhere. */
const bodyOf = (request: Request): Effect.Effect<Body> =>
  bodyText(request, bodyLimitBytes).pipe(
    Effect.flatMap((text) => jsonIn(text, "")),
    Effect.map((json): Body => ({ json })),
    Effect.catchTags({
      BodyTooLarge: ({ limitBytes }) => Effect.succeed<Body>({ refusal: rpcFailure(413, `The request body is larger than ${limitBytes >> 20} MB.`) }),
      MalformedRequest: ({ message }) => Effect.succeed<Body>({ refusal: rpcFailure(400, message, { code: rpcCodes.parse }) })
    })
  )

const Message = Schema.Struct({
  method: Schema.String,
  params: Schema.optionalKey(Schema.Struct({ name: Schema.optionalKey(Schema.Unknown) }))
})
const readMessage = Schema.decodeUnknownOption(Message)

const methodOf = (json: unknown): string | null => Option.getOrNull(Option.map(readMessage(json), ({ method }) => method))

/** Earlier revisions allow several messages in one request: each counts for itself. */
const messagesIn = (json: unknown): ReadonlyArray<unknown> => (Array.isArray(json) && json.length > 0 ? json : [json])

/** What a message counts as. */
const kindOf = (json: unknown): CallKind => {
  const name = Option.getOrUndefined(readMessage(json))?.params?.name
  return mcpTools.some((tool) => tool.name === name && tool.annotations.readOnlyHint !== true) ? "submit" : "read"
}

const served = Effect.fnUntraced(function* (request: Request, agent: Agent, json: unknown, extend: Extend) {
  const { version, keyFor } = yield* AppConfig
  const { signal } = yield* Shutdown
  const services = yield* Effect.context<never>()
  const method = methodOf(json)
  const isListing = method === "tools/list" && may(agent, "tools:read")
  const engineText = isListing ? yield* ExecutionEngine.use((engine) => engine.describe(agent.teamId)) : null
  const build = () => {
    const requestState = requestStateOf(keyFor(statePurpose), agent)
    const server = serverFor({ agent, version, engineText, requestState, userAgent: request.headers.get("user-agent") })
    extend(server, requestState)
    return server
  }
  const handler = createMcpHandler(build, {
    keepAliveMs,
    maxSubscriptions: 1,
    // What it reports are requests that it refuses itself, and replies to clients that have gone away.
    onerror: (cause) => {
      // allow run: a callback of the library, outside every effect
      Effect.runForkWith(services)(Effect.logDebug("MCP request", cause))
    }
  })
  // A subscription is open until somebody closes it; the process would wait for it at its end.
  if (method === "subscriptions/listen") closeAtTheEnd(handler, request.signal, signal)
  const response = yield* Effect.promise(() => handler.fetch(request, { parsedBody: json }))
  return unbuffered(response)
})

const closeAtTheEnd = (handler: { readonly close: () => Promise<void> }, request: AbortSignal, shutdown: AbortSignal): void => {
  const close = () => void handler.close()
  shutdown.addEventListener("abort", close, { once: true })
  request.addEventListener("abort", () => shutdown.removeEventListener("abort", close), { once: true })
}

/** Tells proxies to pass a stream's comments and messages on as they come. */
const unbuffered = (response: Response): Response => {
  if (!(response.headers.get("content-type") ?? "").startsWith("text/event-stream")) return response
  const headers = new Headers(response.headers)
  headers.set("Cache-Control", "no-cache, no-transform")
  headers.set("X-Accel-Buffering", "no")
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}
