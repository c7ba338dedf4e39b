import { describe, expect, it } from "vitest"
import { mostAttempts, nextStep, type Tried } from "./retry-plan"

const failed = (attempts: number, more: Partial<Tried> = {}): Tried => ({ isTest: false, attempts, status: 500, retryAfterMs: null, ...more })
const delay = (tried: Tried, chance: number): number => {
  const next = nextStep(tried, chance)
  if (next._tag !== "Again") throw new Error(next._tag)
  return next.afterMs
}

describe("what follows a try", () => {
  it.each([200, 201, 202, 204, 299])("%d is delivered", (status) => {
    expect(nextStep(failed(1, { status }), 0.5)).toEqual({ _tag: "Delivered" })
  })

  it.each([null, 100, 301, 302, 307, 400, 401, 404, 409, 429, 500, 503])("%s is tried again", (status) => {
    expect(nextStep(failed(1, { status }), 0.5)).toEqual({ _tag: "Again", afterMs: 5000 })
  })

  it("410: the receiver is gone, at whatever try", () => {
    for (const attempts of [1, 5, mostAttempts]) expect(nextStep(failed(attempts, { status: 410 }), 0)).toEqual({ _tag: "Gone" })
  })

  it("waits four times as long each time, up to eight hours, about a day in all, and then gives up", () => {
    const delays = Array.from({ length: mostAttempts - 1 }, (_, index) => delay(failed(index + 1), 0.5))
    expect(delays).toEqual([5_000, 20_000, 80_000, 320_000, 1_280_000, 5_120_000, 20_480_000, 28_800_000, 28_800_000])
    const hours = delays.reduce((sum, one) => sum + one, 0) / 3_600_000
    expect(hours).toBeGreaterThan(20)
    expect(hours).toBeLessThan(30)
    expect(nextStep(failed(mostAttempts), 0.5)).toEqual({ _tag: "GiveUp" })
  })

  it("spreads the tries by a fifth to both sides", () => {
    expect([delay(failed(3), 0), delay(failed(3), 1)]).toEqual([64_000, 96_000])
  })

  it("waits as long as the receiver asks for, within reason", () => {
    expect(delay(failed(1, { status: 429, retryAfterMs: 60_000 }), 0.5)).toBe(60_000)
    expect(delay(failed(1, { status: 429, retryAfterMs: 1 }), 0.5)).toBe(5_000)
    expect(delay(failed(1, { status: 503, retryAfterMs: 99 * 86_400_000 }), 0.5)).toBe(28_800_000)
  })

  it("a test is not tried again", () => {
    expect(nextStep(failed(1, { isTest: true }), 0.5)).toEqual({ _tag: "GiveUp" })
  })
})
