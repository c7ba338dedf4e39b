import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { serverTimeFrom } from "./server-time"

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

it("is what the server said and what has passed since, however wrong the browser's clock is", () => {
  const time = serverTimeFrom(5_000_000)
  expect(time()).toBe(5_000_000)
  vi.advanceTimersByTime(7000)
  expect(time()).toBe(5_007_000)
})

it("goes on when the browser's clock is set back", () => {
  const time = serverTimeFrom(5_000_000)
  vi.advanceTimersByTime(7000)
  vi.setSystemTime(400_000)
  expect(time()).toBe(5_007_000)
})
