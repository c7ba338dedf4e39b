import type { InteractionId } from "@/server/domain/ids"

/** The questions on a tab's screen, told to whoever passes it on to the others of the team: once for each change. */
export class ScreenQuestions {
  /** One may be drawn twice. */
  private readonly drawn = new Map<InteractionId, number>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private said = ""

  /** `isHidden`: nobody looks at a hidden tab; when that changes, `say`. */
  constructor(
    private readonly isHidden: () => boolean,
    private readonly tell: (at: ReadonlyArray<InteractionId>) => void
  ) {}

  /** A question is on the screen, until the returned function is called. */
  add(id: InteractionId): () => void {
    this.drawn.set(id, (this.drawn.get(id) ?? 0) + 1)
    this.say()
    return () => {
      const left = (this.drawn.get(id) ?? 1) - 1
      if (left === 0) this.drawn.delete(id)
      else this.drawn.set(id, left)
      this.say()
    }
  }

  /** A tick later: going from one question to the next is one change. */
  say(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      const at = this.isHidden() ? [] : [...this.drawn.keys()]
      if (at.join() === this.said) return
      this.said = at.join()
      this.tell(at)
    }, 0)
  }

  /** Whoever is told next knows nothing yet. */
  stop(): void {
    clearTimeout(this.timer)
    this.said = ""
  }
}
