import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { answeredAt, clockFault, TabClock } from "./tab-clock"

describe("the tab's clock", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 5000 })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it("shows the server's time until somebody looks, then the browser's, each second", () => {
    const clock = new TabClock(1000)
    expect(clock.now()).toBe(1000)
    const seen: Array<number> = []
    clock.subscribe(() => seen.push(clock.now()))
    vi.advanceTimersByTime(2000)
    expect(seen).toEqual([5000, 6000, 7000])
  })

  it("goes by the server's time where the browser's is wrong, ahead or behind", () => {
    for (const wrong of [600_000, -86_400_000]) {
      const clock = new TabClock(5000 - wrong, clockFault(5000 - wrong, answeredAt()))
      clock.subscribe(() => {})
      vi.advanceTimersByTime(2000)
      expect(clock.now()).toBe(7000 - wrong)
      expect(clock.exact()).toBe(7000 - wrong)
      vi.setSystemTime(5000)
    }
  })

  it("does not hold the way of a page against the browser's clock", () => {
    expect([clockFault(1000, 1000), clockFault(1000, 15_900), clockFault(15_900, 1000)]).toEqual([0, 0, 0])
    expect(clockFault(1000, 61_000)).toBe(60_000)
  })

  it("stands still while frozen and catches up afterwards", () => {
    const clock = new TabClock(1000)
    clock.subscribe(() => {})
    clock.freeze(true)
    vi.advanceTimersByTime(60_000)
    expect(clock.now()).toBe(5000)
    clock.freeze(false)
    expect(clock.now()).toBe(65_000)
  })

  it("keeps no timer when nobody looks", () => {
    const clock = new TabClock(1000)
    const leave = clock.subscribe(() => {})
    leave()
    expect(vi.getTimerCount()).toBe(0)
  })
})
