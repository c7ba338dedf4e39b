import { expect, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { answersWithinMs } from "./answer"
import { timeLeft } from "./waiting"

it.effect("a call waits as long as it was told to, and always stops in time to be answered", () =>
  Effect.gen(function* () {
    const since = yield* Clock.currentTimeMillis
    expect(yield* timeLeft(since, 0)).toBe(0)
    expect(yield* timeLeft(since, 5_000)).toBe(5_000)
    const most = yield* timeLeft(since, answersWithinMs)
    expect(most).toBeLessThan(answersWithinMs)
    yield* TestClock.adjust("30 seconds")
    expect(yield* timeLeft(since, answersWithinMs)).toBe(most - 30_000)
    yield* TestClock.adjust("1 minute")
    expect(yield* timeLeft(since, answersWithinMs)).toBe(0)
  })
)
