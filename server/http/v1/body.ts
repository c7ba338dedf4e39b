import { Effect, type Schema } from "effect"
import { decodeRequest, jsonBody } from "../decode"
import type { BodyTooLarge, MalformedRequest, UnsupportedMediaType } from "../request-errors"

/** How a call reads its body, and the schema it reads it with. */
export interface BodyReader<Body> {
  readonly schema: Schema.Constraint | null
  readonly isOptional: boolean
  readonly read: (request: Request) => Effect.Effect<Body, MalformedRequest | BodyTooLarge | UnsupportedMediaType>
}

export const noBody: BodyReader<null> = { schema: null, isOptional: true, read: () => Effect.succeed(null) }

export const body = <A, I>(schema: Schema.Codec<A, I>, limitBytes?: number): BodyReader<A> => ({
  schema,
  isOptional: false,
  read: (request) => jsonBody(request, schema, limitBytes)
})

/** For bodies with optional fields only: `curl -X POST` without one is fine as well. */
export const optionalBody = <A, I>(schema: Schema.Codec<A, I>): BodyReader<A> => ({
  schema,
  isOptional: true,
  read: (request) => (isEmpty(request) ? decodeRequest(schema)({}) : jsonBody(request, schema))
})

const isEmpty = ({ headers }: Request): boolean =>
  !headers.has("content-type") && !headers.has("transfer-encoding") && Number(headers.get("content-length") ?? 0) === 0
