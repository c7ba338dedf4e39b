import { Effect, Schema, Semaphore } from "effect"
import { TrustedJson } from "../../../domain/trusted-json"
import { ToolError } from "../../../engine/tool-invoker"
import { checkPlace, shownUrl } from "../../check-place"
import type { HttpClient } from "../../http-client/http-client"
import { headerFault } from "../../http-client/http-rules"
import type { SourceDriver } from "../../source-driver"
import { SourceInvalid } from "../../source-fault"
import { Credentials, credentialsLabel } from "../credentials"
import { type CompiledApi, compiledFormat } from "./compiled"
import { baseUrlOf, credentialsFault, documentText, originsOf, readApi } from "./open-api"
import { makeOpenApiSource } from "./openapi-source"
import { probeOf } from "./probe"

/** An API to add: its document by address or as it is. */
export const NewOpenApi = Schema.Struct({
  url: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(4_000))),
  /** Its text (JSON or YAML), or the document itself. */
  spec: Schema.optionalKey(TrustedJson),
  /** Where the API is, if it is not where the document says. */
  baseUrl: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(4_000))),
  auth: Schema.optionalKey(Credentials)
})
type NewOpenApi = typeof NewOpenApi.Type

/** What is sealed with a source. */
const Sealed = Schema.fromJsonString(Schema.Struct({ url: Schema.NullOr(Schema.String), auth: Schema.NullOr(Credentials) }))
const sealedText = Schema.encodeSync(Sealed)
const openSealed = Schema.decodeUnknownSync(Sealed)

export const makeOpenApiDriver = Effect.fnUntraced(function* (http: HttpClient["Service"]) {
  /** Documents are read one after the other: each may take a gigabyte for a moment. */
  const oneAtATime = (yield* Semaphore.make(1)).withPermit

  const readFrom = Effect.fnUntraced(function* (given: Parameters<typeof documentText>[1]) {
    const text = yield* documentText(http, given)
    const { api, json } = yield* oneAtATime(readApi(text, "url" in given ? "url" : "spec"))
    const { title, description, operations, problems } = api
    return { api, read: { title, description, problems, toolCount: operations.length, content: { text, compiled: json, format: compiledFormat } } }
  })

  const driver: SourceDriver<NewOpenApi> = {
    read: Effect.fn("OpenApiDriver.read")(function* (_: string, { url, spec, baseUrl: wantedBase, auth }: NewOpenApi) {
      if ((url === undefined) === (spec === undefined))
        return yield* new SourceInvalid({ path: "url", reason: "Give either the url of the document or the document itself (spec)." })
      yield* checkPlace(http, "url", url)
      yield* checkPlace(http, "baseUrl", wantedBase)
      const { api, read } = yield* readFrom(url === undefined ? { spec: spec ?? null } : { url })
      const baseUrl = yield* baseUrlOf(api, { ...(wantedBase !== undefined && { baseUrl: wantedBase }), ...(url !== undefined && { url }) })
      yield* checkPlace(http, "baseUrl", baseUrl)
      const fault = auth === undefined ? null : (credentialsFault(api, auth) ?? (auth.type === "headers" ? headerFault(auth.headers) : null))
      if (fault !== null) return yield* new SourceInvalid({ path: "auth", reason: fault })
      return {
        ...read,
        baseUrl,
        url: url === undefined ? null : shownUrl(url),
        origins: originsOf(api, baseUrl, auth ?? null),
        credentials: credentialsLabel(auth ?? null),
        secret: sealedText({ url: url ?? null, auth: auth ?? null })
      }
    }),

    readAgain: Effect.fn("OpenApiDriver.readAgain")(function* ({ content }) {
      const { url } = openSealed(content.secret)
      return (yield* readFrom(url === null ? { spec: content.text } : { url })).read
    }),

    open: Effect.fn("OpenApiDriver.open")(function* ({ source, content, connection }) {
      const { name, description, baseUrl, origins } = source
      const api = yield* content.format === compiledFormat
        ? Effect.sync((): CompiledApi => JSON.parse(content.compiled))
        : oneAtATime(readApi(content.text, "spec")).pipe(
            Effect.map((again) => again.api),
            Effect.mapError(({ reason }) => new ToolError({ code: "source_unavailable", message: `${name}: ${reason}` }))
          )
      return makeOpenApiSource({ name, description, baseUrl, origins, api, connection, credentials: openSealed(content.secret).auth }, http)
    }),

    test: Effect.fn("OpenApiDriver.test")(function* ({ source, content }) {
      const { host } = new URL(source.baseUrl)
      return yield* http.send(probeOf(source.baseUrl, JSON.parse(content.compiled), openSealed(content.secret).auth)).pipe(
        Effect.map(({ status }) => ({ answers: status !== 401 && status < 500, message: testSentence(host, status, source.credentials !== null) })),
        Effect.catch(({ reason }) => Effect.succeed({ answers: false, message: `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.` }))
      )
    }),

    close: () => Effect.void
  }
  return driver
})

const testSentence = (host: string, status: number, hasCredentials: boolean): string => {
  if (status === 401 || status === 403)
    return `${host} answers, but ${hasCredentials ? "refuses these credentials" : "wants credentials"} at its own address (${status}).`
  if (status >= 500) return `${host} is there, but fails (${status}).`
  // Many APIs have nothing at their own address: that something answers is what was asked.
  return status < 400 ? `${host} answers (${status}).` : `${host} can be reached; it has nothing at its own address (${status}), which is usual.`
}
