import { STATUS_CODES } from "node:http"
import { Effect, type Schema } from "effect"
import { deepestJson, isDeeperThan } from "../../domain/json-input"
import { ToolError } from "../../engine/tool-invoker"
import type { HttpAnswer } from "../http-client/exchange"
import type { HttpFailed } from "../http-client/http-failure"
import { at, textAt } from "../json-value"
import type { Scrub } from "./scrub"

const longestMessage = 500
/** Of an error's body; the program that catches it needs no more to decide. */
const longestErrorText = 64_000

/** Codes that mean something of ours; no answer of an upstream may be taken for one. */
const codes = {
  refused: "source_unavailable",
  malformed: "invalid_tool_arguments",
  unreachable: "source_unavailable",
  broken: "source_unavailable",
  timed_out: "tool_timeout",
  too_large: "result_too_large"
} as const satisfies Record<HttpFailed["fault"], string>

/** Why there was no answer, as the program can catch it. */
export const toolErrorOf = (path: string, failure: HttpFailed, isRead: boolean): ToolError => {
  const isDoubtful = !isRead && (failure.fault === "broken" || failure.fault === "timed_out")
  return new ToolError({
    code: codes[failure.fault],
    message: `${path}: ${failure.reason}${isDoubtful ? "; whether it did what was asked is not known" : ""}`,
    retryable: failure.fault === "unreachable" || (isRead && (failure.fault === "broken" || failure.fault === "timed_out"))
  })
}

/** The data of an answer: its JSON, its text, or its bytes. From status 400 on it is an error with the upstream's own body. */
export const resultOf = (path: string, answer: HttpAnswer, scrub: Scrub): Effect.Effect<Schema.Json, ToolError> => {
  const type = typeOf(answer)
  if (answer.status >= 300 || answer.status < 200) return Effect.fail(errorOf(path, answer, type, scrub))
  return contentOf(path, answer, scrub)
}

/** What an answer says, whatever its status: its JSON, its text, or its bytes. */
export const contentOf = (path: string, answer: HttpAnswer, scrub: Scrub): Effect.Effect<Schema.Json, ToolError> => {
  const type = typeOf(answer)
  if (answer.body.byteLength === 0) return Effect.succeed(null)
  if (isJsonType(type)) {
    // Parsed before it is scrubbed: JSON can write any character as an escape.
    const value = parseJson(Buffer.from(answer.body).toString("utf8"))
    return value === undefined
      ? Effect.fail(
          new ToolError({ code: "invalid_response", status: answer.status, message: `${path}: ${answer.url.host} says that it answers JSON, but it does not` })
        )
      : Effect.succeed(scrub.json(value))
  }
  if (isTextType(type)) return Effect.succeed(scrub.text(Buffer.from(answer.body).toString("utf8")))
  return Effect.succeed({ mimeType: type === "" ? "application/octet-stream" : type, data: Buffer.from(scrub.bytes(answer.body)).toString("base64") })
}

const typeOf = ({ headers }: HttpAnswer): string => (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? ""
const isJsonType = (type: string): boolean => /[/+]json$/.test(type)
const isTextType = (type: string): boolean => /^text\/|[/+](xml|yaml|javascript|x-www-form-urlencoded|x-ndjson|jsonl)$/.test(type)

const parseJson = (text: string): Schema.Json | undefined => {
  if (isDeeperThan(text, deepestJson)) return undefined
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""))
  } catch {
    return undefined
  }
}

const errorOf = (path: string, { status, url, headers, body }: HttpAnswer, type: string, scrub: Scrub): ToolError => {
  const text = Buffer.from(body).toString("utf8")
  const parsed = isJsonType(type) && text.length <= longestErrorText ? parseJson(text) : undefined
  const details = parsed !== undefined ? scrub.json(parsed) : text === "" ? undefined : scrub.text(text).slice(0, longestErrorText)
  const said = messageIn(details)
  const name = STATUS_CODES[status]
  const redirect = status < 400 && headers["location"] !== undefined ? "; it redirects to another place, which is not followed" : ""
  return new ToolError({
    code: status === 401 ? "unauthorized_connection" : `http_${status}`,
    status,
    message: `${path}: ${url.host} answered ${status}${name === undefined ? "" : ` ${name}`}${redirect}${said === null ? "" : `: ${said}`}`,
    retryable: [408, 425, 429, 502, 503, 504].includes(status),
    ...(details !== undefined && { details })
  })
}

/** The sentence of an error's body, wherever the upstream keeps it. */
const messageIn = (details: Schema.Json | undefined): string | null => {
  if (typeof details === "string") return /^\s*</.test(details) ? null : details.trim().slice(0, longestMessage) || null
  const inner = at(details, "error")
  const found =
    typeof inner === "string" ? inner : (textAt(inner, "message") ?? textAt(details, "message") ?? textAt(details, "detail") ?? textAt(details, "title"))
  return found === null ? null : found.slice(0, longestMessage)
}
