import { Effect, Schema } from "effect"
import { getIntrospectionQuery } from "graphql"
import { deepestJson, isDeeperThan } from "../../../domain/json-input"
import { ToolError } from "../../../engine/tool-invoker"
import { checkPlace, shownUrl } from "../../check-place"
import type { HttpClient } from "../../http-client/http-client"
import type { SourceDriver } from "../../source-driver"
import { SourceInvalid } from "../../source-fault"
import { Credentials, credentialsLabel } from "../credentials"
import { headersOf } from "../header-credentials"
import { compileInThread } from "./compile-thread"
import { type CompiledGraphql, graphqlFormat } from "./compiled"
import { makeGraphqlSource } from "./graphql-source"

/** A GraphQL endpoint to add. */
export const NewGraphql = Schema.Struct({
  url: Schema.String.check(Schema.isMaxLength(4_000)),
  auth: Schema.optionalKey(Credentials)
})
type NewGraphql = typeof NewGraphql.Type

const Sealed = Schema.fromJsonString(Schema.Struct({ url: Schema.String, auth: Schema.NullOr(Credentials) }))
const sealedText = Schema.encodeSync(Sealed)
const openSealed = Schema.decodeUnknownSync(Sealed)

const schemaBytes = 32 << 20
const schemaMs = 60_000
const probeMs = 15_000

/** Asked of old and new endpoints alike. */
const introspection = getIntrospectionQuery({ descriptions: true, inputValueDeprecation: false, schemaDescription: false, specifiedByUrl: false })

export const makeGraphqlDriver = (http: HttpClient["Service"]): SourceDriver<NewGraphql> => {
  const ask = (url: string, auth: Credentials | null, query: string, more: { readonly timeoutMs: number; readonly answerBytes?: number }) =>
    http.send({
      ...more,
      method: "POST",
      url,
      isRead: true,
      headers: { accept: "application/graphql-response+json, application/json", "content-type": "application/json", "user-agent": "signalbox" },
      credentials: headersOf(auth) ?? {},
      body: Buffer.from(JSON.stringify({ query }))
    })

  const fetched = Effect.fnUntraced(function* (url: string, auth: Credentials | null) {
    const { host } = new URL(url)
    const answer = yield* ask(url, auth, introspection, { timeoutMs: schemaMs, answerBytes: schemaBytes }).pipe(
      Effect.mapError(({ reason }) => new SourceInvalid({ path: "url", reason: `The schema could not be asked for: ${reason}.` }))
    )
    if (answer.status === 401 || answer.status === 403)
      return yield* new SourceInvalid({
        path: "auth",
        reason: `The schema could not be asked for: ${host} answered ${answer.status}; it wants other credentials.`
      })
    const text = Buffer.from(answer.body).toString("utf8")
    if (!/^\s*\{/.test(text) || isDeeperThan(text, deepestJson))
      return yield* new SourceInvalid({
        path: "url",
        reason: `${host} answered ${answer.status}, and not in the way of GraphQL. Is this the endpoint's address?`
      })
    return text
  })

  const readFrom = Effect.fnUntraced(function* (text: string, host: string) {
    const read = yield* compileInThread(text, host)
    if ("fault" in read) return yield* new SourceInvalid({ path: "url", reason: read.fault })
    const { api, json } = read.value
    const { title, description, operations, problems } = api
    return { title, description, problems, toolCount: operations.length, content: { text, compiled: json, format: graphqlFormat } }
  })

  return {
    read: Effect.fn("GraphqlDriver.read")(function* (_: string, { url, auth = { type: "none" } }: NewGraphql) {
      yield* checkPlace(http, "url", url)
      if (headersOf(auth) === null)
        return yield* new SourceInvalid({
          path: "auth",
          reason: "Give a bearer token, a user and password, or headers: a GraphQL endpoint takes nothing else."
        })
      const { origin, host } = new URL(url)
      const read = yield* readFrom(yield* fetched(url, auth), host)
      const sealed = { url, auth: auth.type === "none" ? null : auth }
      return { ...read, url: shownUrl(url), baseUrl: shownUrl(url), origins: [origin], credentials: credentialsLabel(auth), secret: sealedText(sealed) }
    }),

    readAgain: Effect.fn("GraphqlDriver.readAgain")(function* ({ content }) {
      const { url, auth } = openSealed(content.secret)
      return yield* readFrom(yield* fetched(url, auth), new URL(url).host)
    }),

    open: Effect.fn("GraphqlDriver.open")(function* ({ source, content, connection }) {
      const { name, description, baseUrl } = source
      const { url, auth } = openSealed(content.secret)
      if (content.format !== graphqlFormat)
        return yield* new ToolError({ code: "source_unavailable", message: `${name}: its schema was read by another version of Signalbox; refresh the source` })
      const api: CompiledGraphql = JSON.parse(content.compiled)
      return makeGraphqlSource({ name, description, connection, url, shownUrl: baseUrl, api, credentials: auth }, http)
    }),

    test: Effect.fn("GraphqlDriver.test")(function* ({ content }) {
      const { url, auth } = openSealed(content.secret)
      const { host } = new URL(url)
      return yield* ask(url, auth, "{ __typename }", { timeoutMs: probeMs }).pipe(
        Effect.map(({ status, body }) => {
          const isFine = status === 200 && Buffer.from(body).toString("utf8").includes("__typename")
          return { answers: isFine, message: isFine ? `${host} answers.` : `${host} answers ${status}, but not to a query.` }
        }),
        Effect.catch(({ reason }) => Effect.succeed({ answers: false, message: `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.` }))
      )
    }),

    close: () => Effect.void
  }
}
