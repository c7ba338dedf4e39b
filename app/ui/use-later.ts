"use client"
import { useCallback, useEffect, useRef, useState } from "react"

/** Without `requestIdleCallback` (Safari), this many milliseconds after the page's first effects. */
const soonMs = 1000

export interface Later<Part> {
  /** Null until it is here. */
  readonly part: Part | null
  /** Fetches it once; a fetch that failed is tried again by the next who asks. */
  readonly load: () => Promise<void>
}

/**
 * A part of the console that no page needs for its first paint: fetched when the browser has nothing else to do, or
 * earlier when it is asked for. `fetchPart` must be the same function at each rendering.
 */
export const useLater = <Part extends object>(fetchPart: () => Promise<Part>): Later<Part> => {
  const [part, setPart] = useState<Part | null>(null)
  const underWay = useRef<Promise<void> | null>(null)
  const load = useCallback((): Promise<void> => {
    underWay.current ??= fetchPart().then(
      (fetched) => setPart(fetched),
      (error: unknown) => {
        underWay.current = null
        throw error
      }
    )
    return underWay.current
  }, [fetchPart])
  useEffect(() => {
    const soon = (): void => void load().catch(() => undefined)
    if (typeof requestIdleCallback !== "function") {
      const timer = setTimeout(soon, soonMs)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(soon, { timeout: 3000 })
    return () => cancelIdleCallback(idle)
  }, [load])
  return { part, load }
}
