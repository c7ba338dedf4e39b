import { Effect } from "effect"
import { type Invocation, ToolError } from "../../../engine/tool-invoker"
import type { HttpClient } from "../../http-client/http-client"
import { at, isJsonObject, type JsonObject, listAt, textAt } from "../../json-value"
import type { JsonSchema, Tool, ToolSource } from "../../tool-source"
import { type Credentials, secretsOf } from "../credentials"
import { headersOf } from "../header-credentials"
import { resultOf, toolErrorOf } from "../http-result"
import { makeScrub } from "../scrub"
import { neededDefinitions } from "./compile-schema"
import type { CompiledGraphql, CompiledOperation } from "./compiled"
import { chosenSelection, givenSelection } from "./selection"

export interface GraphqlSourceParts {
  readonly name: string
  readonly description: string | null
  readonly connection: string
  /** Whole, with what its query may hide. */
  readonly url: string
  /** As it may be shown. */
  readonly shownUrl: string
  readonly api: CompiledGraphql
  readonly credentials: Credentials | null
}

const longestMessage = 500

/** The tools of one GraphQL endpoint. */
export const makeGraphqlSource = (parts: GraphqlSourceParts, http: HttpClient["Service"]): ToolSource => {
  const { name, api } = parts
  const operations = new Map(api.operations.map((operation) => [`${name}.${operation.path}`, operation]))
  const tools = api.operations.map((operation) => toolOf(parts, operation))
  const scrub = makeScrub([...secretsOf(parts.credentials), ...new URL(parts.url).searchParams.values()])

  const invoke = Effect.fn("graphql call")(function* ({ path }: Tool, { args, idempotencyKey }: Invocation) {
    const operation = operations.get(path)
    if (operation === undefined) return yield* new ToolError({ code: "tool_not_found", message: `There is no tool ${path}.` })
    const isRead = operation.kind === "query"
    const request = requestOf(api, operation, isJsonObject(args) ? args : {})
    if ("fault" in request) return yield* new ToolError({ code: "invalid_tool_arguments", message: `${path}: select ${request.fault}` })
    const answer = yield* http
      .send({
        method: "POST",
        url: parts.url,
        headers: {
          accept: "application/graphql-response+json, application/json",
          "content-type": "application/json",
          "user-agent": "signalbox",
          "idempotency-key": idempotencyKey
        },
        credentials: headersOf(parts.credentials) ?? {},
        body: Buffer.from(JSON.stringify(request)),
        isRead
      })
      .pipe(Effect.mapError((failure) => toolErrorOf(path, failure, isRead)))
    // A status of 400 with GraphQL's own errors in its body says more by these.
    const isTold = answer.status >= 400 && (answer.headers["content-type"] ?? "").includes("graphql-response")
    const body = yield* resultOf(path, isTold ? { ...answer, status: 200 } : answer, scrub)
    return yield* dataOf(path, operation.field, body)
  })

  return { name, kind: "graphql", description: parts.description, connection: parts.connection, tools: () => Effect.succeed(tools), invoke }
}

const dataOf = (path: string, field: string, body: Parameters<typeof at>[0]) => {
  const errors = listAt(body, "errors")
  const data = at(body, "data")
  if (errors.length > 0) {
    const said = errors.flatMap((error) => textAt(error, "message") ?? []).join("; ")
    const code = textAt(at(errors[0], "extensions"), "code")
    return Effect.fail(
      new ToolError({
        code: "graphql_error",
        message: `${path}: ${said.slice(0, longestMessage) || "the endpoint answers with an error and does not say which"}`,
        details: { errors: errors.slice(0, 50), data: data ?? null, ...(code !== null && { code }) }
      })
    )
  }
  const value = at(data, field)
  return value === undefined
    ? Effect.fail(new ToolError({ code: "invalid_response", message: `${path}: the endpoint's answer has no data for ${field}` }))
    : Effect.succeed(value)
}

/** The document of a call declares its variables as the schema does, so that no value becomes part of the document. */
const requestOf = (
  api: CompiledGraphql,
  operation: CompiledOperation,
  given: JsonObject
): { readonly query: string; readonly variables: JsonObject } | { readonly fault: string } => {
  const used = operation.arguments.filter(({ name }) => Object.hasOwn(given, name))
  const select = hasSelect(operation) ? given["select"] : undefined
  const own = typeof select === "string" && select.trim() !== "" ? givenSelection(select) : { selection: chosenSelection(api, operation.returns) }
  if ("fault" in own) return own
  const declared = used.length === 0 ? "" : `(${used.map(({ name, type }) => `$${name}: ${type}`).join(", ")})`
  const passed = used.length === 0 ? "" : `(${used.map(({ name }) => `${name}: $${name}`).join(", ")})`
  const selection = own.selection === "" ? "" : ` { ${own.selection} }`
  return {
    query: `${operation.kind}${declared} { ${operation.field}${passed}${selection} }`,
    variables: Object.fromEntries(used.map(({ name }) => [name, given[name] ?? null]))
  }
}

/** An argument of the schema's own that is called so is that argument. */
const hasSelect = (operation: CompiledOperation): boolean => !operation.arguments.some(({ name }) => name === "select")

const toolOf = ({ name, api, shownUrl }: GraphqlSourceParts, operation: CompiledOperation): Tool => {
  const selectable = hasSelect(operation) && chosenSelection(api, operation.returns) !== ""
  const properties = operation.input["properties"]
  const withSelect: JsonSchema = {
    ...operation.input,
    properties: {
      ...(isJsonObject(properties) && properties),
      ...(selectable && {
        select: {
          type: "string",
          description: "Which fields of the result, as in GraphQL: id name owner { login }. Without it: its plain values, and those close to it."
        }
      })
    }
  }
  const definitions = neededDefinitions(withSelect, api.definitions)
  return {
    path: `${name}.${operation.path}`,
    description: operation.description,
    inputSchema: Object.keys(definitions).length === 0 ? withSelect : { ...withSelect, $defs: definitions },
    outputSchema: null,
    effect: operation.kind === "query" ? "read" : "write",
    repeatable: operation.kind === "query",
    target: `${operation.kind} ${operation.field} at ${shownUrl}`
  }
}
