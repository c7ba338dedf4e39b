/** The way of a page explains less than this; a clock that is further off is wrong. */
const toleratedMs = 15_000

/** By how much the browser's clock is wrong. `said` is the server's time when it answered with the page, `heard` the browser's then. */
export const clockFault = (said: number, heard: number): number => (Math.abs(heard - said) < toleratedMs ? 0 : heard - said)

/** The browser's time when the answer with the page began. */
export const answeredAt = (): number => {
  const [entry] = performance.getEntriesByType("navigation")
  const start = entry !== undefined && "responseStart" in entry && typeof entry.responseStart === "number" ? entry.responseStart : performance.now()
  return Date.now() - (performance.now() - start)
}

/**
 * One clock a tab, ticking each second while somebody looks at it. It stands still while the live feed is down: a timer that
 * goes on counting beside rows nobody updates would lie.
 */
export class TabClock {
  private current: number
  private timer: ReturnType<typeof setInterval> | undefined
  private readonly listeners = new Set<() => void>()
  private frozen = false

  /** `initial` is the server's time at its render, `fault` what a wrong clock of the browser is ahead of it. */
  constructor(
    readonly initial: number,
    private readonly fault = 0
  ) {
    this.current = initial
  }

  /** To the millisecond, and also while the clock stands still. */
  exact = (): number => Date.now() - this.fault

  now = (): number => this.current

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    if (this.timer === undefined) {
      this.timer = setInterval(this.tick, 1000)
      this.tick()
    }
    return () => {
      this.listeners.delete(listener)
      if (this.listeners.size > 0) return
      clearInterval(this.timer)
      this.timer = undefined
    }
  }

  freeze = (frozen: boolean): void => {
    this.frozen = frozen
    if (!frozen) this.tick()
  }

  private tick = (): void => {
    if (this.frozen) return
    this.current = this.exact()
    for (const listener of this.listeners) listener()
  }
}
