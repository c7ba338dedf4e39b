"use client"
import { type RefObject, useCallback, useEffect, useRef } from "react"

/** After a key or a scroll somebody is reading. */
const idleMs = 1500

/**
 * Whether rows may move: the list stands at its top, nobody has just scrolled or typed, the pointer is not over it, nothing
 * in it has the focus, and no menu is open.
 */
export const useListCalm = (pane: RefObject<HTMLDivElement | null>) => {
  const busyUntil = useRef(0)
  useEffect(() => {
    const busy = () => {
      busyUntil.current = performance.now() + idleMs
    }
    const options = { capture: true, passive: true }
    document.addEventListener("scroll", busy, options)
    document.addEventListener("keydown", busy, options)
    return () => {
      document.removeEventListener("scroll", busy, options)
      document.removeEventListener("keydown", busy, options)
    }
  }, [])
  const mayInsert = useCallback(() => {
    const element = pane.current
    // No rows yet: nothing can move.
    if (element === null) return true
    const atTop = element.scrollTop <= 0 && window.scrollY <= 0
    // Nobody looks at a hidden tab, and its pointer is long gone.
    if (document.hidden) return atTop
    const inUse =
      element.matches(":hover") ||
      element.contains(document.activeElement) ||
      document.querySelector("[role=menu][data-state=open], [role=dialog][data-state=open]") !== null
    return atTop && !inUse && performance.now() >= busyUntil.current
  }, [pane])
  const toTop = useCallback(() => {
    pane.current?.scrollTo({ top: 0 })
    window.scrollTo({ top: 0 })
  }, [pane])
  return { mayInsert, toTop }
}
