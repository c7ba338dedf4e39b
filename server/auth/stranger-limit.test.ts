import { it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect } from "vitest"
import { StrangerLimit, type StrangerVerb, strangerLimits } from "./stranger-limit"

const passed = (verb: StrangerVerb, address: string, times: number) =>
  Effect.gen(function* () {
    const limit = yield* StrangerLimit
    let count = 0
    for (let time = 0; time < times; time++) {
      if (yield* Effect.match(limit.admit(verb, address), { onSuccess: () => true, onFailure: () => false })) count++
    }
    return count
  })

describe("strangers at what is open to everybody", () => {
  for (const verb of ["register", "token"] as const) {
    const { count, windowMs } = strangerLimits[verb]
    it.effect(`do it (${verb}) so often at once, then as often as it evens out`, () =>
      Effect.gen(function* () {
        expect(yield* passed(verb, "203.0.113.5", count + 7)).toBe(count)
        yield* TestClock.adjust(windowMs / count)
        expect(yield* passed(verb, "203.0.113.5", 3)).toBe(1)
        yield* TestClock.adjust(windowMs)
        expect(yield* passed(verb, "203.0.113.5", count + 7)).toBe(count)
      }).pipe(Effect.provide(StrangerLimit.layer))
    )
  }

  it.effect("count for their place: one network of IPv6, one address of IPv4, each verb for itself", () =>
    Effect.gen(function* () {
      const { count } = strangerLimits.register
      expect(yield* passed("register", "2001:db8:1:2::1", count)).toBe(count)
      expect(yield* passed("register", "2001:db8:1:2::ffff", 1)).toBe(0)
      expect(yield* passed("register", "2001:db8:1:3::1", 1)).toBe(1)
      expect(yield* passed("token", "2001:db8:1:2::1", 1)).toBe(1)
      expect(yield* passed("register", "203.0.113.5", 1)).toBe(1)
    }).pipe(Effect.provide(StrangerLimit.layer))
  )
})
