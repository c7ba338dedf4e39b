import { Clock, Context, Effect, Layer, Schema } from "effect"
import { oneMore } from "./even-pace"
import { placeOf } from "./sign-in-limit"

/** Somebody nobody knows asked too often; `retryAfterMs` until one more may pass. */
export class TooManyFromAddress extends Schema.TaggedError<TooManyFromAddress>()("TooManyFromAddress", { retryAfterMs: Schema.Finite }) {}

/** What is open to programs that have shown nothing yet, and how often one place may do it. */
export const strangerLimits = {
  /** A new client each time. */
  register: { count: 20, windowMs: 10 * 60_000 },
  /** Codes and refresh tokens: what is guessed here is far too long to be guessed. */
  token: { count: 120, windowMs: 60_000 }
} as const
export type StrangerVerb = keyof typeof strangerLimits

/** Bounds memory; the stalest are forgotten first. */
const mostPlaces = 20_000

/** How often one address may knock at what is open to everybody. The counts are each server process's own. */
export class StrangerLimit extends Context.Service<
  StrangerLimit,
  { readonly admit: (verb: StrangerVerb, address: string) => Effect.Effect<void, TooManyFromAddress> }
>()("signalbox/auth/StrangerLimit") {
  static readonly layer: Layer.Layer<StrangerLimit> = Layer.sync(StrangerLimit, () => {
    /** When the knocks so far are paid off, by verb and place. */
    const paidOff = new Map<string, number>()
    return StrangerLimit.of({
      admit: Effect.fnUntraced(function* (verb, address) {
        const now = yield* Clock.currentTimeMillis
        const key = `${verb} ${placeOf(address)}`
        const { next, waitMs } = oneMore(paidOff.get(key) ?? 0, now, strangerLimits[verb])
        if (waitMs > 0) return yield* new TooManyFromAddress({ retryAfterMs: waitMs })
        paidOff.delete(key)
        paidOff.set(key, next)
        for (const stalest of paidOff.keys()) {
          if (paidOff.size <= mostPlaces) break
          paidOff.delete(stalest)
        }
      })
    })
  })
}
