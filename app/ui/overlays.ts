"use client"
import { useEffect, useSyncExternalStore } from "react"

/**
 * Menus, popovers, dialogs, tooltips and toasts are one chunk that no page needs for its first paint (40 KB gzipped of
 * Radix): it is fetched when the browser has nothing else to do, or earlier when something of it is asked for.
 */
type Bodies = typeof import("./overlay-bodies")

let bodies: Bodies | null = null
let underWay: Promise<void> | null = null
const listeners = new Set<() => void>()

/** Fetches the chunk once; a fetch that failed is tried again by the next who asks. */
export const loadOverlays = (): Promise<void> => {
  underWay ??= import("./overlay-bodies").then(
    (loaded) => {
      bodies = loaded
      for (const listener of listeners) listener()
    },
    (error: unknown) => {
      underWay = null
      throw error
    }
  )
  return underWay
}

/** For the pointer that comes near: whether it worked is seen when something is opened. */
export const foreseeOverlays = (): void => {
  loadOverlays().catch(() => undefined)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The chunk's components once they are here. `wanted` fetches them; `onMissing` hears that they cannot be had now. */
export const useOverlays = (wanted = false, onMissing?: () => void): Bodies | null => {
  const loaded = useSyncExternalStore(
    subscribe,
    () => bodies,
    () => null
  )
  const isMissing = wanted && loaded === null
  useEffect(() => {
    if (isMissing) loadOverlays().catch(() => onMissing?.())
  }, [isMissing, onMissing])
  return loaded
}

/** In the root layout: the chunk is here before most people open anything. */
export const useIdleOverlays = (): void =>
  useEffect(() => {
    if (typeof requestIdleCallback !== "function") {
      const timer = setTimeout(foreseeOverlays, 1000)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(foreseeOverlays, { timeout: 3000 })
    return () => cancelIdleCallback(idle)
  }, [])
