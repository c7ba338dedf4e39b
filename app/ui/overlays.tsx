"use client"
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef } from "react"
import { useLater } from "./use-later"

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

const fetchBodies = (): Promise<Bodies> => import("./overlay-bodies")

/** In the root layout: the chunk is here before most people open anything. */
export const OverlaysProvider = ({ children }: { readonly children: ReactNode }) => {
  const { part: bodies, load } = useLater(fetchBodies)
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
