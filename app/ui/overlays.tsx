"use client"
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react"

/**
 * Menus, popovers, dialogs, tooltips and toasts are one chunk that no page needs for its first paint (40 KB gzipped of
 * Radix): it is fetched when the browser has nothing else to do, or earlier when something of it is asked for.
 */
type Bodies = typeof import("./overlay-bodies")

interface Overlays {
  /** Null until the chunk is here. */
  readonly bodies: Bodies | null
  /** Fetches the chunk once; a fetch that failed is tried again by the next who asks. */
  readonly load: () => Promise<void>
}

const OverlaysContext = createContext<Overlays>({ bodies: null, load: () => Promise.resolve() })

/** In the root layout: the chunk is here before most people open anything. */
export const OverlaysProvider = ({ children }: { readonly children: ReactNode }) => {
  const [bodies, setBodies] = useState<Bodies | null>(null)
  const underWay = useRef<Promise<void> | null>(null)
  const load = useCallback((): Promise<void> => {
    underWay.current ??= import("./overlay-bodies").then(setBodies, (error: unknown) => {
      underWay.current = null
      throw error
    })
    return underWay.current
  }, [])
  useEffect(() => {
    const soon = (): void => void load().catch(() => undefined)
    if (typeof requestIdleCallback !== "function") {
      const timer = setTimeout(soon, 1000)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(soon, { timeout: 3000 })
    return () => cancelIdleCallback(idle)
  }, [load])
  return <OverlaysContext value={useMemo(() => ({ bodies, load }), [bodies, load])}>{children}</OverlaysContext>
}

/** For the pointer that comes near: whether it worked is seen when something is opened. */
export const useForesight = (): (() => void) => {
  const { load } = useContext(OverlaysContext)
  return () => void load().catch(() => undefined)
}

/** The chunk's components once they are here. `wanted` fetches them; `onMissing` hears that they cannot be had now. */
export const useOverlays = (wanted = false, onMissing?: () => void): Bodies | null => {
  const { bodies, load } = useContext(OverlaysContext)
  const isMissing = wanted && bodies === null
  const missing = useRef(onMissing)
  useEffect(() => {
    missing.current = onMissing
  })
  useEffect(() => {
    if (isMissing) load().catch(() => missing.current?.())
  }, [isMissing, load])
  return bodies
}
