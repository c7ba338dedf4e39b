/**
 * One clock a tab, ticking each second while somebody looks at it. It stands still while the live feed is down: a timer that
 * goes on counting beside rows nobody updates would lie.
 */
export class TabClock {
  private current: number
  private timer: ReturnType<typeof setInterval> | undefined
  private readonly listeners = new Set<() => void>()
  private frozen = false

  /** `initial` is the server's time at its render. */
  constructor(readonly initial: number) {
    this.current = initial
  }

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
    this.current = Date.now()
    for (const listener of this.listeners) listener()
  }
}
