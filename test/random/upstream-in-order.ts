import { Deferred, Effect, Layer, type Schema } from "effect"
import { type Invocation, ToolError, ToolInvoker } from "../../server/engine/tool-invoker"

/** Tools whose calls return when the test lets them, and a ledger of what really happened. It outlives the engines that call it. */
export interface UpstreamInOrder {
  readonly tools: Layer.Layer<ToolInvoker>
  /** Lets the call with this idempotency key happen and return; again: nothing. */
  readonly letGo: (key: string) => void
  /** How often the call with this key had its effect, and what it gave. */
  readonly happened: (key: string) => { readonly times: number; readonly value: Schema.Json }
}

/** `read` and `fail` may be sent again; `note` goes out without a person, `write` needs one, and neither may be repeated. */
const isRepeatable = (path: string): boolean => path === "sys.read" || path === "sys.fail"

export const upstreamInOrder = (): UpstreamInOrder => {
  const gates = new Map<string, Deferred.Deferred<void>>()
  const effects = new Map<string, { times: number; value: Schema.Json }>()
  const gate = (key: string) => {
    const known = gates.get(key) ?? Deferred.makeUnsafe<void>()
    gates.set(key, known)
    return known
  }
  const invoke = Effect.fnUntraced(function* ({ path, args, idempotencyKey }: Invocation) {
    yield* Deferred.await(gate(idempotencyKey))
    const value = answerOf(path, args)
    const before = effects.get(idempotencyKey)?.times ?? 0
    effects.set(idempotencyKey, { times: before + 1, value })
    // The effect is there; whether its answer arrives is another matter.
    yield* Effect.yieldNow
    if (path === "sys.fail") return yield* new ToolError({ code: "no", message: `no ${JSON.stringify(value)}`, status: 409 })
    return value
  })
  return {
    tools: Layer.succeed(
      ToolInvoker,
      ToolInvoker.of({
        sources: () => Effect.succeed([]),
        prepare: ({ path }) =>
          Effect.succeed({
            path,
            source: "sys",
            connection: null,
            description: path,
            effect: path === "sys.write" ? "write" : "read",
            repeatable: isRepeatable(path),
            schemaHash: "1"
          }),
        invoke
      })
    ),
    letGo: (key) => void Effect.runSync(Deferred.succeed(gate(key), undefined)),
    happened: (key) => effects.get(key) ?? { times: 0, value: null }
  }
}

const answerOf = (path: string, args: Schema.Json): Schema.Json => {
  if (args === null || typeof args !== "object" || !("step" in args)) return null
  return "give" in args ? (args.give ?? null) : { of: path, step: args.step ?? null, pos: args.pos ?? null }
}
