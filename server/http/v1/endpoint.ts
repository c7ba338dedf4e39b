import { Effect, Schema } from "effect"
import { type Action, permit } from "../../auth/permissions"
import { principalOf } from "../../auth/principal-of"
import { TokenLimit } from "../../auth/token-limit"
import type { Principal } from "../../domain/principal"
import type { AppServices } from "../../runtime/runtime"
import type { ExpectedError } from "../failure"
import { checkOrigin } from "../guard"
import { json, respond } from "../respond"
import type { BodyReader } from "./body"
import { type QuerySchema, queryOf } from "./query"

/** What an endpoint's own code is given: everything is parsed, and who calls is known. */
export interface Call<Query, Body> {
  readonly principal: Principal
  /** The `{id}` of the path; empty where there is none. */
  readonly id: string
  readonly query: Query
  readonly body: Body
  readonly headers: Headers
}

/** `status` is 200 where none is named. */
export interface Answer<A> {
  readonly value: A
  readonly status?: number
}

/** What the description of the API tells of an endpoint. */
export interface EndpointDoc {
  readonly method: "GET" | "POST" | "DELETE"
  /** As in the description, with `{id}` for what varies. */
  readonly path: string
  readonly operationId: string
  readonly summary: string
  /** `the thing decides`: the endpoint asks the permission table about what it finds. */
  readonly permission: Action | "the thing decides"
  /** What each successful status means. */
  readonly statuses: Readonly<Record<number, string>>
  /** Failures besides those that every call may end with. */
  readonly failures: ReadonlyArray<404 | 409 | 422 | 503>
  readonly query: { readonly fields: Readonly<Record<string, unknown>> }
  readonly body: Pick<BodyReader<unknown>, "schema" | "isOptional">
  readonly answer: Schema.Constraint | "event-stream"
}

interface Spec<Query, QueryIn, Body, A, AIn> extends EndpointDoc {
  readonly query: QuerySchema<Query, QueryIn>
  readonly body: BodyReader<Body>
  readonly answer: Schema.Codec<A, AIn> | "event-stream"
  readonly run: (call: Call<Query, Body>) => Effect.Effect<Answer<A> | Response, ExpectedError, AppServices>
}

export type RouteHandler = (request: Request, context?: { readonly params: Promise<{ readonly id?: string }> }) => Promise<Response>

export interface Endpoint {
  readonly doc: EndpointDoc
  readonly handle: RouteHandler
}

export const noQuery = Schema.Struct({})

/** One call of the HTTP API: origin, caller, permission, parameters and body are dealt with here and nowhere else. */
export const endpoint = <Query, QueryIn, Body, A = never, AIn = never>(spec: Spec<Query, QueryIn, Body, A, AIn>): Endpoint => {
  const { run, permission, query, body, answer } = spec
  const encode = answer === "event-stream" ? null : Schema.encodeEffect(answer)

  const answerTo = Effect.fn(spec.operationId)(function* (request: Request, id: string) {
    yield* checkOrigin(request)
    const principal = yield* principalOf(request.headers)
    yield* TokenLimit.use((limit) => limit.admit(principal, spec.method === "GET" ? "read" : "submit"))
    if (permission !== "the thing decides") yield* permit(principal, permission)
    const result = yield* run({ principal, id, headers: request.headers, query: yield* queryOf(request, query), body: yield* body.read(request) })
    if (result instanceof Response || encode === null) return result
    // What does not fit its own schema is our fault.
    return json(yield* Effect.orDie(encode(result.value)), result.status ?? 200)
  })

  return {
    doc: spec,
    handle: async (request, context) => {
      const { id = "" } = (await context?.params) ?? {}
      return respond(request, answerTo(request, id))
    }
  }
}
