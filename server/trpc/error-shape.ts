import { TRPCError } from "@trpc/server"
import { Predicate, Schema } from "effect"
import type { Failure } from "../http/failure"

/** The inside of the HTTP API's error shape. */
const FailureBody = Schema.Struct({
  code: Schema.String,
  message: Schema.String,
  requestId: Schema.String,
  details: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
  issues: Schema.optionalKey(Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.String })))
})
export type FailureBody = typeof FailureBody.Type

/** By the status of the HTTP API. */
const codes = {
  "400": "BAD_REQUEST",
  "401": "UNAUTHORIZED",
  "403": "FORBIDDEN",
  "404": "NOT_FOUND",
  "409": "CONFLICT",
  "413": "PAYLOAD_TOO_LARGE",
  "415": "UNSUPPORTED_MEDIA_TYPE",
  "422": "UNPROCESSABLE_CONTENT",
  "429": "TOO_MANY_REQUESTS",
  "500": "INTERNAL_SERVER_ERROR",
  "503": "SERVICE_UNAVAILABLE"
} as const satisfies Record<string, TRPCError["code"]>

/** Takes a described failure through tRPC to the error formatter. */
class Described extends Schema.TaggedError<Described>()("Described", { failure: FailureBody }) {}

export const trpcErrorOf = ({ status, retryAfterMs: _, ...failure }: Failure): TRPCError => {
  const [, code] = Object.entries(codes).find(([known]) => known === String(status)) ?? ["500", codes["500"]]
  return new TRPCError({ code, message: failure.message, cause: new Described({ failure }) })
}

const isBody = Schema.is(FailureBody)
const isIssues = Schema.is(Schema.Array(Schema.Struct({ message: Schema.String, path: Schema.optional(Schema.Array(Schema.Unknown)) })))

/** `data.failure` of every error. */
export const failureOfError = ({ cause, code, message }: TRPCError, requestId: string): FailureBody => {
  if (Predicate.hasProperty(cause, "failure") && isBody(cause.failure)) return cause.failure
  if (Predicate.hasProperty(cause, "issues") && isIssues(cause.issues)) {
    const issues = cause.issues.map((issue) => ({ path: (issue.path ?? []).map(String).join("."), message: issue.message }))
    return { code: "malformed_request", message: "The input is not valid; see the issues.", requestId, issues }
  }
  return { code: code.toLowerCase(), message, requestId }
}
