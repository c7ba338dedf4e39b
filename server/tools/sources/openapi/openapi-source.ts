import { Effect, type Schema } from "effect"
import { type Invocation, ToolError } from "../../../engine/tool-invoker"
import type { HttpClient } from "../../http-client/http-client"
import { isJsonObject } from "../../json-value"
import type { JsonSchema, Tool, ToolSource } from "../../tool-source"
import { type Credentials, hasCredentials, secretsOf } from "../credentials"
import { resultOf, toolErrorOf } from "../http-result"
import { makeScrub } from "../scrub"
import { authorizationFor } from "./authorize"
import { buildRequest } from "./build-request"
import type { CompiledApi, CompiledOperation } from "./compiled"
import { referencesIn, withDefinitions } from "./schemas"
import { percentEncoded } from "./serialize"

export interface OpenApiSourceParts {
  readonly name: string
  readonly description: string | null
  readonly connection: string | null
  readonly api: CompiledApi
  /** What all calls go to, but for operations with servers of their own. */
  readonly baseUrl: string
  /** Origins that the admin accepted with the source; a document that is fetched again cannot add any. With credentials, only that of `baseUrl` counts. */
  readonly origins: ReadonlyArray<string>
  readonly credentials: Credentials | null
}

/** The tools of one OpenAPI document. */
export const makeOpenApiSource = (parts: OpenApiSourceParts, http: HttpClient["Service"]): ToolSource => {
  const { name, api } = parts
  const operations = new Map(api.operations.map((operation) => [`${name}.${operation.path}`, operation]))
  const tools = toolsOf(parts)
  const scrub = makeScrub(secretsOf(parts.credentials))

  const invoke = Effect.fn("openapi call")(function* (tool: Tool, invocation: Invocation): Effect.fn.Return<Schema.Json, ToolError> {
    const operation = operations.get(tool.path)
    if (operation === undefined) return yield* new ToolError({ code: "tool_not_found", message: `There is no tool ${tool.path}.` })
    const isRead = operation.effect === "read"
    const baseUrl = yield* baseUrlOf(parts, operation, tool.path)
    const request = buildRequest(operation, isJsonObject(invocation.args) ? invocation.args : {}, { baseUrl, idempotencyKey: invocation.idempotencyKey })
    if ("fault" in request) return yield* new ToolError({ code: "invalid_tool_arguments", message: `${tool.path}: ${request.fault}` })
    const authorization = authorizationFor(parts.credentials, api.schemes, operation)
    if ("fault" in authorization) return yield* new ToolError({ code: "unauthorized_connection", message: `${tool.path}: ${authorization.fault}` })
    const cookies = [...request.cookies, ...authorization.cookies].map(([key, value]) => `${key}=${value}`)
    const answer = yield* http
      .send({
        method: request.method,
        url: withQuery(request.url, authorization.query),
        headers: request.headers,
        credentials: { ...authorization.headers, ...(cookies.length > 0 && { cookie: cookies.join("; ") }) },
        body: request.body,
        isRead
      })
      .pipe(Effect.mapError((failure) => toolErrorOf(tool.path, failure, isRead)))
    return yield* resultOf(tool.path, answer, scrub)
  })

  return { name, kind: "openapi", description: parts.description, connection: parts.connection, tools: () => Effect.succeed(tools), invoke }
}

const toolsOf = ({ name, api, baseUrl }: OpenApiSourceParts): ReadonlyArray<Tool> => {
  const known = new WeakMap<JsonSchema, ReadonlyArray<string>>()
  const referencesOf = (schema: JsonSchema): ReadonlyArray<string> => {
    const found = known.get(schema) ?? referencesIn(schema)
    known.set(schema, found)
    return found
  }
  const complete = (schema: JsonSchema) => withDefinitions(schema, api.definitions, referencesOf)
  return api.operations.map((operation) => ({
    path: `${name}.${operation.path}`,
    description: operation.description,
    effect: operation.effect,
    repeatable: operation.repeatable,
    target: `${operation.method} ${(operation.server ?? baseUrl).replace(/\/+$/, "")}${operation.template}`,
    inputSchema: complete(operation.input),
    outputSchema: operation.output === null ? null : complete(operation.output)
  }))
}

/**
 * Where a call goes. A document may send single operations anywhere; credentials go with none of them, but to the origin
 * that the admin gave them for, whatever else was accepted.
 */
const baseUrlOf = ({ baseUrl, origins, credentials }: OpenApiSourceParts, operation: CompiledOperation, path: string): Effect.Effect<string, ToolError> => {
  if (operation.server === null) return Effect.succeed(baseUrl)
  const server = URL.canParse(operation.server, baseUrl) ? new URL(operation.server, baseUrl) : null
  const own = new URL(baseUrl)
  const isKept = hasCredentials(credentials) ? server?.origin === own.origin : server !== null && origins.includes(server.origin)
  if (server !== null && isKept) return Effect.succeed(server.href)
  const way = hasCredentials(credentials)
    ? `the credentials are for ${own.host} alone; an admin can add the document as another source with that address as its baseUrl`
    : "an admin accepts that by removing the source and adding it again"
  return Effect.fail(new ToolError({ code: "source_unavailable", message: `${path}: the document sends this call to ${server?.host ?? "nowhere"}; ${way}` }))
}

const withQuery = (url: string, query: ReadonlyArray<readonly [string, string]>): string => {
  if (query.length === 0) return url
  const added = query.map(([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`).join("&")
  return `${url}${url.includes("?") ? "&" : "?"}${added}`
}
