import { Clock, Context, Effect, Layer, Schema } from "effect"
import { AppConfig } from "../config/config"
import type { Principal } from "../domain/principal"
import { oneMore } from "./even-pace"

/** A service token called more often than the configuration allows; `retryAfterMs` until one more call may pass. */
export class RateLimited extends Schema.TaggedError<RateLimited>()("RateLimited", { message: Schema.String, retryAfterMs: Schema.Finite }) {}

/** `submit`: whatever changes something. */
export type CallKind = "read" | "submit"

const minuteMs = 60_000

/**
 * How often a service token may call. Each token and kind has a minute's worth of calls, which fills up evenly: a burst
 * passes, a steady flood does not. People and the bootstrap token, which belongs to whoever sets the limits, have none.
 */
export class TokenLimit extends Context.Service<
  TokenLimit,
  {
    readonly admit: (principal: Principal, kind: CallKind) => Effect.Effect<void, RateLimited>
  }
>()("signalbox/auth/TokenLimit") {
  static readonly layer: Layer.Layer<TokenLimit, never, AppConfig> = Layer.effect(
    TokenLimit,
    Effect.gen(function* () {
      const { tokenCalls } = yield* AppConfig
      /** When the calls so far are paid off, by token and kind. Holds tokens that exist, and of them those of the last minute. */
      const paidOff = new Map<string, number>()

      const forgetPaid = (now: number): void => {
        for (const [key, at] of paidOff) if (at <= now) paidOff.delete(key)
      }

      const admit = Effect.fnUntraced(function* (principal: Principal, kind: CallKind): Effect.fn.Return<void, RateLimited> {
        const perMinute = tokenCalls[kind]
        if (principal._tag === "Person" || principal.actor.id === "bootstrap" || perMinute === 0) return
        const now = yield* Clock.currentTimeMillis
        const key = `${kind} ${principal.actor.id}`
        const { next, waitMs } = oneMore(paidOff.get(key) ?? 0, now, { count: perMinute, windowMs: minuteMs })
        if (waitMs > 0) {
          const message = `This service token may make ${perMinute} ${kind === "read" ? "reading" : "changing"} calls a minute. Call less often, or ask whoever runs the server for more.`
          return yield* new RateLimited({ message, retryAfterMs: waitMs })
        }
        if (!paidOff.has(key)) forgetPaid(now)
        paidOff.set(key, next)
      })

      return TokenLimit.of({ admit })
    })
  )
}
