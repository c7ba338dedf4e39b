"use client"
import { useCallback, useSyncExternalStore } from "react"
import { type Theme, themeCookie, themeOf } from "./theme"

const changed = "signalbox:theme"

const subscribe = (listener: () => void) => {
  addEventListener(changed, listener)
  return () => removeEventListener(changed, listener)
}

/** The chosen theme, and how to choose: remembered for a year, applied at once. */
export const useTheme = (): readonly [Theme, (theme: Theme) => void] => {
  const theme = useSyncExternalStore(
    subscribe,
    () => themeOf(document.documentElement.dataset.chosen),
    () => "system" as const
  )
  const choose = useCallback((next: Theme) => {
    const root = document.documentElement
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is not everywhere yet
    document.cookie = `${themeCookie}=${next};path=/;max-age=${next === "system" ? 0 : 31_536_000};samesite=lax`
    if (next === "system") delete root.dataset.chosen
    else root.dataset.chosen = next
    root.dataset.theme = next === "system" ? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light") : next
    dispatchEvent(new Event(changed))
  }, [])
  return [theme, choose]
}
