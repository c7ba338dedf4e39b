import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { AppConfig } from "../config/config"
import { TeamId } from "../domain/ids"
import type { Principal } from "../domain/principal"
import { type CallKind, RateLimited, TokenLimit } from "./token-limit"

const teamId = TeamId.make("team")
const token = (id: string): Principal => ({ _tag: "ServiceToken", actor: { kind: "service_token", id, label: id }, teamId, scopes: [] })
const person: Principal = { _tag: "Person", actor: { kind: "user", id: "ada", label: "Ada" }, teamId, role: "admin" }

const limits = (read: number, submit: number) => TokenLimit.layer.pipe(Layer.provide(AppConfig.layerOf({ tokenCalls: { read, submit } })))
const admit = (principal: Principal, kind: CallKind = "submit") => TokenLimit.use((limit) => limit.admit(principal, kind))
const times = (count: number, principal: Principal, kind?: CallKind) => Effect.replicateEffect(admit(principal, kind), count)

describe("how often a service token may call", () => {
  it.effect("is a minute's worth at once, then evenly what the minute brings back", () =>
    Effect.gen(function* () {
      yield* times(6, token("ci"))
      expect(yield* Effect.flip(admit(token("ci")))).toMatchObject({ _tag: "RateLimited", retryAfterMs: 10_000 })
      yield* TestClock.adjust("9 seconds")
      expect(yield* Effect.flip(admit(token("ci")))).toMatchObject({ retryAfterMs: 1_000 })
      yield* TestClock.adjust("1 second")
      yield* admit(token("ci"))
      expect(yield* Effect.flip(admit(token("ci")))).toBeInstanceOf(RateLimited)
      yield* TestClock.adjust("1 hour")
      yield* times(6, token("ci"))
      expect(yield* Effect.flip(admit(token("ci")))).toMatchObject({ retryAfterMs: 10_000 })
    }).pipe(Effect.provide(limits(100, 6)))
  )

  it.effect("is counted for each token and for reads and changes apart", () =>
    Effect.gen(function* () {
      yield* times(2, token("ci"))
      yield* Effect.flip(admit(token("ci")))
      yield* times(2, token("agent"))
      yield* times(3, token("ci"), "read")
      yield* Effect.flip(admit(token("ci"), "read"))
    }).pipe(Effect.provide(limits(3, 2)))
  )

  it.effect("is not limited for people, for the bootstrap token, nor where the limit is zero", () =>
    Effect.gen(function* () {
      yield* times(50, person)
      yield* times(50, token("bootstrap"))
      yield* times(50, token("ci"), "read")
      yield* Effect.flip(times(2, token("ci")))
    }).pipe(Effect.provide(limits(0, 1)))
  )

  it.effect("is not stretched by the calls that were refused", () =>
    Effect.gen(function* () {
      yield* times(6, token("ci"))
      yield* Effect.replicateEffect(Effect.flip(admit(token("ci"))), 100)
      yield* TestClock.adjust("10 seconds")
      yield* admit(token("ci"))
    }).pipe(Effect.provide(limits(100, 6)))
  )
})
