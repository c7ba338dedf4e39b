import { randomBytes } from "node:crypto"
import { Effect, Result } from "effect"
import { type AppServices, appRuntime } from "../runtime/runtime"
import { withApiHeaders } from "./api-headers"
import { type ExpectedError, type Failure, settled, wireOf } from "./failure"

/** Names one request in answers and in the log. */
export const newRequestId = (): string => `req_${randomBytes(9).toString("base64url")}`

/** An answer with another status than 200, or with headers of its own. */
export const json = (value: unknown, status = 200, headers?: Readonly<Record<string, string>>): Response =>
  Response.json(value, headers === undefined ? { status } : { status, headers })

export const failureResponse = (failure: Failure): Response => {
  const headers: Record<string, string> = {}
  if (failure.retryAfterMs !== undefined) headers["Retry-After"] = String(Math.max(1, Math.ceil(failure.retryAfterMs / 1000)))
  if (failure.status === 401) headers["WWW-Authenticate"] = 'Bearer realm="signalbox"'
  return json(wireOf(failure), failure.status, headers)
}

/**
 * A route handler's answer: the effect's `Response`, or its value as JSON with status 200. Failures take the error shape.
 * The request's abort signal is not passed on: a client that goes away never interrupts a run.
 */
export const respond = async <A, E extends ExpectedError>(_request: Request, effect: Effect.Effect<A, E, AppServices>): Promise<Response> => {
  const requestId = newRequestId()
  const runtime = await appRuntime()
  const result = await runtime.runPromise(settled(effect, requestId).pipe(Effect.annotateLogs({ requestId })))
  const response = Result.match(result, {
    onSuccess: (value) => (value instanceof Response ? value : json(value)),
    onFailure: failureResponse
  })
  return withApiHeaders(response, requestId)
}
