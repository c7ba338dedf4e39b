import { Schema } from "effect"

/**
 * Why there is no answer. `refused`: we do not call such a place. `malformed`: the request cannot be sent as it is.
 * `unreachable`: nothing was sent. `broken`: the connection ended before the answer did, so what was sent may have had its effect.
 */
export const HttpFault = Schema.Literals(["refused", "malformed", "unreachable", "broken", "timed_out", "too_large"])
export type HttpFault = typeof HttpFault.Type

/** An outgoing request without an answer. The message names the place, and never what was sent to it. */
export class HttpFailed extends Schema.TaggedError<HttpFailed>()("HttpFailed", { fault: HttpFault, reason: Schema.String }) {
  override get message(): string {
    return this.reason
  }
}

export const isHttpFailed = (cause: unknown): cause is HttpFailed =>
  typeof cause === "object" && cause !== null && "_tag" in cause && cause._tag === "HttpFailed"
