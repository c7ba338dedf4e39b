import type { JSValueHandle } from "quickjs-wasi"

interface Rejection {
  readonly promise: JSValueHandle
  readonly reason: JSValueHandle
}

/**
 * Rejections nobody has handled by the end of a turn. A handler often comes later in the same turn (`await` is one), so
 * nothing is said before. Promises are held meanwhile: the VM would give a freed one's identity to another.
 */
export class Rejections {
  private readonly kept = new Map<number, Rejection>()
  private uncounted = 0

  heard(promise: JSValueHandle, reason: JSValueHandle, isHandled: boolean): void {
    const id = promise.identity
    if (!isHandled) {
      if (this.kept.size < most) this.kept.set(id, { promise: promise.dup(), reason: reason.dup() })
      else this.uncounted++
      return
    }
    const known = this.kept.get(id)
    if (known === undefined) this.uncounted = Math.max(0, this.uncounted - 1)
    else release(known)
    this.kept.delete(id)
  }

  /** Tells of each and forgets them. */
  report(explain: (reason: JSValueHandle) => string, warn: (text: string) => void): void {
    if (this.kept.size === 0) return
    const all = [...this.kept.values()]
    this.kept.clear()
    for (const rejection of all) {
      warn(`unhandled rejection: ${explain(rejection.reason)}`)
      release(rejection)
    }
    if (this.uncounted > 0) warn(`and ${this.uncounted} more unhandled rejections`)
    this.uncounted = 0
  }
}

const most = 20

const release = ({ promise, reason }: Rejection): void => {
  promise.dispose()
  reason.dispose()
}
