import { Effect, Schema } from "effect"
import type { AllowedHost } from "../../../domain/host-entry"
import { type Invocation, ToolError } from "../../../engine/tool-invoker"
import { allowListFor } from "../../http-client/address"
import type { HttpClient } from "../../http-client/http-client"
import { isJsonObject, textAt } from "../../json-value"
import type { Tool, ToolSource } from "../../tool-source"
import { contentOf, toolErrorOf } from "../http-result"
import { makeScrub } from "../scrub"
import { type BuiltinTool, builtinSource, builtinTool } from "./builtin-tool"

/** Of the source. */
export const fetchName = "http"
const path = `${fetchName}.fetch`
const longestBody = 1 << 20
const largestAnswer = 4 << 20
const longestWaitMs = 60_000

const Method = Schema.Literals(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])
const reads: ReadonlySet<string> = new Set(["GET", "HEAD"])

/** What says nothing of who asks, and may follow a redirect to another origin. */
const plainHeaders = new Set(["accept", "accept-language", "content-type", "user-agent"])

const Input = Schema.Struct({
  url: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(8000)).annotate({ description: "http or https, on a host that an admin allowed" }),
  method: Schema.optionalKey(Method).annotate({ description: "GET without it; GET and HEAD are reads, all else needs approval unless a rule says otherwise" }),
  headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  body: Schema.optionalKey(Schema.Json).annotate({ description: "Text is sent as it is, anything else as JSON" }),
  timeoutMs: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: longestWaitMs })))
})

const Output = Schema.Struct({
  status: Schema.Int,
  /** Where the answer came from, after redirects. */
  url: Schema.String,
  headers: Schema.Record(Schema.String, Schema.String),
  /** The answer's JSON, its text, or `{ mimeType, data }` with base64. */
  body: Schema.Json
})

/** `http.fetch`, for as long as an admin allows hosts to it. */
export const makeFetchSource = (http: HttpClient["Service"], hosts: Effect.Effect<ReadonlyArray<AllowedHost>>): Effect.Effect<ReadonlyArray<ToolSource>> => {
  const within = Effect.map(hosts, (all) => allowListFor(all, "fetch"))
  const source = builtinSource(fetchName, "Calls hosts that an admin allowed under Settings, Hosts.", [withNature(fetchTool(http, within))])
  return Effect.map(within, (list) => (list.length === 0 ? [] : [source]))
}

type Within = Effect.Effect<ReturnType<typeof allowListFor>>

const fetchTool = (http: HttpClient["Service"], within: Within): BuiltinTool =>
  builtinTool({
    path,
    // Where nothing is known of the arguments, such as in a list of tools, it is what it may be.
    effect: "write",
    description: "Sends an HTTP request to a host that an admin allowed, and returns the answer whatever its status.",
    input: Input,
    output: Output,
    run: Effect.fn("http.fetch")(function* (args, invocation) {
      const { url, method = "GET", timeoutMs = longestWaitMs } = args
      const isRead = reads.has(method)
      const body = yield* bodyOf(args, isRead)
      const { plain, own } = headersOf(args, invocation, isRead)
      const answer = yield* http
        .send({ method, url, headers: plain, credentials: own, body, isRead, timeoutMs, answerBytes: largestAnswer, within })
        .pipe(Effect.mapError((failure) => toolErrorOf(path, failure, isRead)))
      const content = method === "HEAD" ? null : yield* contentOf(path, answer, makeScrub([]))
      return { status: answer.status, url: answer.url.href, headers: answer.headers, body: content }
    })
  })

const withNature = ({ tool, invoke }: BuiltinTool): BuiltinTool => {
  const natured: Tool = { ...tool, natureOf }
  return { tool: natured, invoke }
}

/** A read asks and changes nothing; of an unknown API nothing else may be sent twice. */
const natureOf = (args: Schema.Json): Pick<Tool, "effect" | "repeatable"> => {
  const method = isJsonObject(args) ? (textAt(args, "method") ?? "GET") : "GET"
  if (reads.has(method)) return { effect: "read", repeatable: true }
  return { effect: method === "DELETE" ? "destructive" : "write", repeatable: false }
}

const bodyOf = ({ body }: typeof Input.Type, isRead: boolean): Effect.Effect<Uint8Array | null, ToolError> => {
  const wrong = (message: string) => Effect.fail(new ToolError({ code: "invalid_tool_arguments", message: `${path}: ${message}` }))
  if (body === undefined) return Effect.succeed(null)
  if (isRead) return wrong("body cannot be sent with GET or HEAD; give it with another method, or put it into the url")
  const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify(body))
  return bytes.byteLength > longestBody ? wrong(`body is ${bytes.byteLength} bytes, over the limit of ${longestBody}`) : Effect.succeed(bytes)
}

const headersOf = ({ headers = {}, body }: typeof Input.Type, { idempotencyKey }: Invocation, isRead: boolean) => {
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  const isPlain = ([name]: readonly [string, string]) => plainHeaders.has(name)
  return {
    plain: {
      accept: "application/json, */*;q=0.5",
      "user-agent": "signalbox",
      ...(body !== undefined && { "content-type": typeof body === "string" ? "text/plain; charset=utf-8" : "application/json" }),
      ...Object.fromEntries(given.filter(isPlain))
    },
    own: { ...(!isRead && { "idempotency-key": idempotencyKey }), ...Object.fromEntries(given.filter((header) => !isPlain(header))) }
  }
}
