import { Cause, Effect, Option, Result } from "effect"
import { type AccessFailure, accessFailures } from "./access-failures"
import type { Failure, FailureTable, Told } from "./failure-table"
import { type RunFailure, runFailures } from "./run-failures"
import { type SourceFailure, sourceFailures } from "./source-failures"
import { type TeamFailure, teamFailures } from "./team-failures"
import { type WebhookFailure, webhookFailures } from "./webhook-failures"

export type { Failure } from "./failure-table"

/** Every error a surface may end with. What is not listed is a defect: `internal_error` outside, its cause in the log. */
export type ExpectedError = AccessFailure | TeamFailure | RunFailure | SourceFailure | WebhookFailure

const table: FailureTable<ExpectedError> = { ...accessFailures, ...teamFailures, ...runFailures, ...sourceFailures, ...webhookFailures }

const isExpected = (error: unknown): error is ExpectedError =>
  typeof error === "object" && error !== null && "_tag" in error && typeof error._tag === "string" && Object.hasOwn(table, error._tag)

const tell = <E extends ExpectedError>(error: E): Told => {
  // One entry per tag; TypeScript cannot follow that the entry of `error._tag` takes `error`.
  const entry = table[error._tag] as (error: E) => Told // allow cast: looked up by the error's own tag
  return entry(error)
}

/** The failure of an error, or null for one that is not expected. */
export const failureOf = (error: unknown, requestId: string): Failure | null => (isExpected(error) ? { ...tell(error), requestId } : null)

export const internalFailure = (requestId: string): Failure => ({
  status: 500,
  code: "internal_error",
  requestId,
  message: `Internal error [${requestId}]. The server's log has the cause under this id.`
})

/** Runs an effect to its value or to what the caller is told. What was not expected is logged here, with its id. */
export const settled = <A, E, R>(effect: Effect.Effect<A, E, R>, requestId: string): Effect.Effect<Result.Result<A, Failure>, never, R> =>
  effect.pipe(
    Effect.map((value): Result.Result<A, Failure> => Result.succeed(value)),
    Effect.catchCause((cause): Effect.Effect<Result.Result<A, Failure>> => {
      const failure = Option.match(Cause.findErrorOption(cause), { onNone: () => null, onSome: (error) => failureOf(error, requestId) })
      if (failure !== null) return Effect.succeed(Result.fail(failure))
      if (Cause.hasInterruptsOnly(cause)) return Effect.succeed(Result.fail({ ...table.ShuttingDown({ _tag: "ShuttingDown" }), requestId }))
      return Effect.as(Effect.logError(`Internal error [${requestId}]`, cause), Result.fail(internalFailure(requestId)))
    })
  )

/** The error shape of the HTTP API. */
export const wireOf = ({ status: _, retryAfterMs: __, ...told }: Failure): { readonly error: Omit<Failure, "status" | "retryAfterMs"> } => ({ error: told })
