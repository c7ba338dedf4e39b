import { Effect, type Schema } from "effect"
import type { HttpClient } from "../../http-client/http-client"
import { SourceInvalid } from "../../source-fault"
import { type Credentials, hasCredentials } from "../credentials"
import type { ReadApi } from "../read-in-thread"
import { authorizationFor } from "./authorize"
import { compileInThread } from "./compile-thread"
import type { CompiledApi } from "./compiled"

/** The same as a request's body may have. */
const documentBytes = 32 << 20
const documentMs = 60_000

/** The text of a document: fetched, or as it was given. */
export const documentText = (
  http: HttpClient["Service"],
  given: { readonly url: string } | { readonly spec: Schema.Json }
): Effect.Effect<string, SourceInvalid> => {
  if ("spec" in given) return Effect.succeed(typeof given.spec === "string" ? given.spec : JSON.stringify(given.spec))
  return http
    .send({
      method: "GET",
      url: given.url,
      isRead: true,
      answerBytes: documentBytes,
      timeoutMs: documentMs,
      headers: { accept: "application/json, application/yaml, */*;q=0.5", "user-agent": "signalbox" }
    })
    .pipe(
      Effect.mapError(({ reason }) => new SourceInvalid({ path: "url", reason: `The document could not be fetched: ${reason}.` })),
      Effect.flatMap(({ status, body, url }) =>
        status === 200
          ? Effect.succeed(
              Buffer.from(body)
                .toString("utf8")
                .replace(/^\uFEFF/, "")
            )
          : Effect.fail(new SourceInvalid({ path: "url", reason: `The document could not be fetched: ${url.host} answered ${status}.` }))
      )
    )
}

/** The document, read. `path` is the field that a fault belongs to. */
export const readApi = (text: string, path: "spec" | "url"): Effect.Effect<ReadApi<CompiledApi>, SourceInvalid> =>
  Effect.flatMap(compileInThread(text), (read) => ("fault" in read ? Effect.fail(new SourceInvalid({ path, reason: read.fault })) : Effect.succeed(read.value)))

/** Where the calls of an API go: as the admin says, else as the document does, else where the document came from. */
export const baseUrlOf = (api: CompiledApi, given: { readonly baseUrl?: string; readonly url?: string }): Effect.Effect<string, SourceInvalid> => {
  const wanted = given.baseUrl ?? api.servers[0] ?? (given.url === undefined ? "" : "/")
  const base = given.baseUrl === undefined ? given.url : undefined
  const invalid = (reason: string) => Effect.fail(new SourceInvalid({ path: "baseUrl", reason }))
  if (/[{}]/.test(wanted)) return invalid(`The document's server is ${wanted.slice(0, 200)}, with a part to fill in: give the address of the API as baseUrl.`)
  if (!URL.canParse(wanted, base))
    return invalid("The document does not say where the API is: give its address, such as https://api.example.com/v1, as baseUrl.")
  const url = new URL(wanted, base)
  if (url.protocol !== "https:" && url.protocol !== "http:") return invalid("The address of the API must begin with https:// or http://.")
  return Effect.succeed(`${url.origin}${url.pathname}`.replace(/\/+$/, ""))
}

/** Every origin that calls of this API may go to: with credentials, only the one that the admin gave them for. */
export const originsOf = (api: CompiledApi, baseUrl: string, credentials: Credentials | null): ReadonlyArray<string> => {
  if (hasCredentials(credentials)) return [new URL(baseUrl).origin]
  const servers = new Set(api.operations.flatMap(({ server }) => (server === null ? [] : [server])))
  return [...new Set([baseUrl, ...servers].flatMap((server) => (URL.canParse(server, baseUrl) ? [new URL(server, baseUrl).origin] : [])))]
}

/** Why these credentials can never be sent, found out before anything is stored. */
export const credentialsFault = (api: CompiledApi, credentials: Credentials): string | null => {
  if (credentials.type === "schemes") {
    const unknown = Object.keys(credentials.schemes).find((name) => !Object.hasOwn(api.schemes, name))
    if (unknown !== undefined) return `The document has no security scheme "${unknown.slice(0, 100)}"; it has ${Object.keys(api.schemes).join(", ") || "none"}.`
  }
  const sent = authorizationFor(credentials, api.schemes, { security: null })
  return "fault" in sent ? `These credentials cannot be used: ${sent.fault}.` : null
}
