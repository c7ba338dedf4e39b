import { TRPCError } from "@trpc/server"
import { Predicate, Schema } from "effect"
import { type Failure, FailureBody } from "../http/failure"

/** By the status of the HTTP API. */
const codes = {
  "400": "BAD_REQUEST", "401": "UNAUTHORIZED", "403": "FORBIDDEN", "404": "NOT_FOUND", "409": "CONFLICT", "413": "PAYLOAD_TOO_LARGE",
  "415": "UNSUPPORTED_MEDIA_TYPE", "422": "UNPROCESSABLE_CONTENT", "429": "TOO_MANY_REQUESTS", "500": "INTERNAL_SERVER_ERROR", "503": "SERVICE_UNAVAILABLE"
} as const satisfies Record<string, TRPCError["code"]>

/** Takes a described failure through tRPC to the error formatter. */
class Described extends Schema.TaggedError<Described>()("Described", { failure: FailureBody }) {}

export const trpcErrorOf = ({ status, body }: Failure): TRPCError => {
  const [, code] = Object.entries(codes).find(([known]) => known === String(status)) ?? ["500", codes["500"]]
  return new TRPCError({ code, message: body.message, cause: new Described({ failure: body }) })
}

const isBody = Schema.is(FailureBody)
const Issues = Schema.Array(Schema.Struct({ message: Schema.String, path: Schema.optional(Schema.Array(Schema.Unknown)) }))
const isIssues = Schema.is(Issues)

/** `data.failure` of every error: the HTTP API's error shape. */
export const failureOfError = ({ cause, code, message }: TRPCError, requestId: string): FailureBody => {
  if (Predicate.hasProperty(cause, "failure") && isBody(cause.failure)) return cause.failure
  if (Predicate.hasProperty(cause, "issues") && isIssues(cause.issues)) {
    const issues = cause.issues.map((issue) => ({ path: (issue.path ?? []).map(String).join("."), message: issue.message }))
    return { code: "invalid_request", message: "the input is not valid: see issues", requestId, issues }
  }
  return { code: code.toLowerCase(), message, requestId }
}
