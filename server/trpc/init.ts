import { initTRPC } from "@trpc/server"
import { Schema } from "effect"
import superjson, { type SuperJSONResult } from "superjson"
import { type Action, permit } from "../auth/permissions"
import { principalOf } from "../auth/principal-of"
import { TokenLimit } from "../auth/token-limit"
import type { Principal } from "../domain/principal"
import { newRequestId } from "../http/respond"
import { call } from "./call"
import { failureOfError } from "./error-shape"

export interface TrpcContext {
  readonly headers: Headers
  /** Who calls; found once per request, however many calls it batches. */
  readonly principal: () => Promise<Principal>
}

export const createContext = (headers: Headers): TrpcContext => {
  let found: Promise<Principal> | undefined
  return {
    headers,
    principal: () => {
      found ??= call(principalOf(headers))
      return found
    }
  }
}

/**
 * Answers are plain JSON already, so nothing is noted beside them; looking for what would need a note takes superjson
 * seconds for a run with a large result.
 */
const transformer = {
  input: {
    serialize: superjson.serialize,
    // What the console sends has no note; a copy would lose a key called `__proto__`.
    deserialize: (sent: SuperJSONResult): unknown => (sent.meta === undefined ? sent.json : superjson.deserialize(sent))
  },
  output: { serialize: (json: unknown) => ({ json }), deserialize: superjson.deserialize }
}

/** Which action of the permission table a procedure asks for before anything else; tests read it. */
interface Meta {
  readonly action: Action
}

const t = initTRPC
  .context<TrpcContext>()
  .meta<Meta>()
  .create({
    transformer,
    sse: {
      // A connection that died without saying so shows as silence: the client gives up after three missed pings.
      ping: { enabled: true, intervalMs: 5_000 },
      client: { reconnectAfterInactivityMs: 15_000 }
    },
    errorFormatter: ({ shape, error }) => ({ ...shape, data: { ...shape.data, failure: failureOfError(error, newRequestId()) } })
  })

export const router = t.router
export const createCallerFactory = t.createCallerFactory

/** For whoever is signed in; a procedure that uses it asks the permission table about the thing it touches. */
export const authenticated = t.procedure.use(async ({ ctx, type, next }) => {
  const principal = await ctx.principal()
  await call(TokenLimit.use((limit) => limit.admit(principal, type === "mutation" ? "submit" : "read")))
  return next({ ctx: { ...ctx, principal } })
})

/** For those whom the permission table allows this action. */
export const may = (action: Action) =>
  authenticated.meta({ action }).use(async ({ ctx, next }) => {
    await call(permit(ctx.principal, action))
    return next({ ctx })
  })

/** An input schema; what it does not know is refused by name. */
export const valid = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) =>
  Schema.toStandardSchemaV1(schema, { parseOptions: { onExcessProperty: "error", errors: "all" } })

/** `asOf`: follow the live feed from here, and nothing that came after this answer is lost. */
export type AsOf<A> = A & { readonly asOf: string }
