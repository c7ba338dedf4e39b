import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { SignInLimit, signInLimit, TooManySignIns } from "./sign-in-limit"

const wrong = Effect.fail("wrong password" as const)
const attempt = <A>(effect: Effect.Effect<A, "wrong password">, account = "ada@example.com", address = "192.0.2.1") =>
  SignInLimit.use((limit) => limit.attempt({ account, address }, () => true, effect))
const fail = (account?: string, address?: string) => Effect.flip(attempt(wrong, account, address))
const failTimes = (times: number, account?: string, address?: string) => Effect.replicateEffect(fail(account, address), times)
const { perAccountAndAddress, perAccount, windowMs } = signInLimit

describe("the limit of failed sign-ins", () => {
  it.effect("refuses the eleventh attempt within ten minutes, also with the right password", () =>
    Effect.gen(function* () {
      yield* failTimes(perAccountAndAddress)
      expect(yield* Effect.flip(attempt(Effect.succeed("in")))).toEqual(new TooManySignIns({ retryAfterMs: windowMs }))
    }).pipe(Effect.provide(SignInLimit.layer))
  )

  it.effect("lets the account in again when its first failure is ten minutes old", () =>
    Effect.gen(function* () {
      yield* fail()
      yield* TestClock.adjust("1 minute")
      yield* failTimes(perAccountAndAddress - 1)
      expect(yield* fail()).toEqual(new TooManySignIns({ retryAfterMs: windowMs - 60_000 }))
      yield* TestClock.adjust(windowMs - 60_000)
      expect(yield* attempt(Effect.succeed("in"))).toBe("in")
    }).pipe(Effect.provide(SignInLimit.layer))
  )

  it.effect("counts an account under any spelling of its case", () =>
    Effect.gen(function* () {
      yield* failTimes(perAccountAndAddress, "Ada@Example.com")
      expect(yield* fail("ada@example.com ")).toBeInstanceOf(TooManySignIns)
    }).pipe(Effect.provide(SignInLimit.layer))
  )

  it.effect("leaves other accounts and other addresses alone", () =>
    Effect.gen(function* () {
      yield* failTimes(perAccountAndAddress)
      expect(yield* fail("bob@example.com")).toBe("wrong password")
      expect(yield* fail(undefined, "192.0.2.2")).toBe("wrong password")
    }).pipe(Effect.provide(SignInLimit.layer))
  )

  it.effect("has a ceiling for an account attacked from many addresses", () =>
    Effect.gen(function* () {
      for (let address = 0; address < perAccount; address++) yield* fail(undefined, `address ${address}`)
      expect(yield* fail(undefined, "yet another")).toBeInstanceOf(TooManySignIns)
    }).pipe(Effect.provide(SignInLimit.layer))
  )

  it.effect("lets its owner in where they signed in before, whatever strangers try elsewhere", () =>
    Effect.gen(function* () {
      yield* attempt(Effect.succeed("in"), undefined, "198.51.100.7")
      for (let address = 0; address < perAccount; address++) yield* fail(undefined, `address ${address}`)
      expect(yield* fail(undefined, "yet another")).toBeInstanceOf(TooManySignIns)
      expect(yield* attempt(Effect.succeed("in"), undefined, "198.51.100.7")).toBe("in")
      yield* failTimes(perAccountAndAddress, undefined, "198.51.100.7")
      expect(yield* fail(undefined, "198.51.100.7")).toBeInstanceOf(TooManySignIns)
    }).pipe(Effect.provide(SignInLimit.layer))
  )

  it.effect("counts the addresses of one network of version 6 as one, however they are written", () =>
    Effect.gen(function* () {
      for (let host = 0; host < perAccountAndAddress; host++) yield* fail(undefined, `2001:db8:1:2:${host}::${host + 1}`)
      expect(yield* fail(undefined, "2001:0DB8:0001:0002:ffff:ffff:ffff:ffff")).toBeInstanceOf(TooManySignIns)
      expect(yield* fail(undefined, "2001:db8:1:3::1")).toBe("wrong password")
      yield* failTimes(perAccountAndAddress, undefined, "::ffff:192.0.2.9")
      expect(yield* fail(undefined, "192.0.2.9")).toBeInstanceOf(TooManySignIns)
      expect(yield* fail(undefined, "192.0.2.10")).toBe("wrong password")
    }).pipe(Effect.provide(SignInLimit.layer))
  )

  it.effect("forgets the failures of this address after a success", () =>
    Effect.gen(function* () {
      yield* failTimes(perAccountAndAddress - 1)
      yield* attempt(Effect.succeed("in"))
      yield* failTimes(perAccountAndAddress - 1)
      expect(yield* attempt(Effect.succeed("in"))).toBe("in")
    }).pipe(Effect.provide(SignInLimit.layer))
  )

  it.effect("does not let a burst pass that was sent before the first answer", () =>
    Effect.gen(function* () {
      const answer = yield* Deferred.make<never, "wrong password">()
      const burst = yield* Effect.forEach(Array.from({ length: 50 }), () =>
        Effect.forkChild(Effect.flip(attempt(Deferred.await(answer))), { startImmediately: true })
      )
      yield* Deferred.fail(answer, "wrong password")
      const ends = yield* Effect.forEach(burst, Fiber.join)
      expect(ends.filter((end) => end === "wrong password")).toHaveLength(perAccountAndAddress)
    }).pipe(Effect.provide(SignInLimit.layer))
  )

  it.effect("does not count what is not a wrong password", () =>
    Effect.gen(function* () {
      const other = SignInLimit.use((limit) => limit.attempt({ account: "ada@example.com", address: "192.0.2.1" }, () => false, wrong))
      yield* Effect.replicateEffect(Effect.flip(other), perAccountAndAddress * 2)
      expect(yield* attempt(Effect.succeed("in"))).toBe("in")
    }).pipe(Effect.provide(SignInLimit.layer))
  )
})
