"use client"
import { usePathname, useSearchParams } from "next/navigation"
import { type MouseEvent, useCallback } from "react"

/**
 * The query string of the page, `?…` or empty. `onServer`: what the server's page read of the address by itself, for what is
 * drawn there; Next's own loses a name like `__proto__` and the order of names that repeat, which the browser's does not.
 */
export const useSearch = (onServer?: string): string => {
  const search = useSearchParams().toString()
  if (typeof window === "undefined" && onServer !== undefined) return onServer
  return search === "" ? "" : `?${search}`
}

/**
 * Goes to another state of the same page: the address changes and Back leads back, but the server is not asked for the page
 * again, since the page's queries follow the address by themselves.
 */
export const useGo = (): ((href: string, how?: "push" | "replace") => void) => {
  const path = usePathname()
  return useCallback(
    (href, how = "push") => {
      const target = href.startsWith("?") ? `${path}${href}` : href
      if (how === "push") window.history.pushState(null, "", target)
      else window.history.replaceState(null, "", target)
    },
    [path]
  )
}

/** For the `onClick` of a real link: a plain click stays on the page, every other kind is the browser's. */
export const onPlainClick = (act: () => void) => (event: MouseEvent) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  act()
}
