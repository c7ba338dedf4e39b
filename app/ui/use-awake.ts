"use client"
import { useEffect, useState, useSyncExternalStore } from "react"

const never = () => () => {}
/** False in the server's markup and while it is taken over, true ever after. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false
  )

/** Long enough that a click meant for what stood here before cannot hit a button that has just come. */
export const wakeMs = 500

/**
 * Whether the buttons may act: half a second after the card has appeared or changed (`key`). Markup of the server is
 * awake, so that it works without JavaScript; there the class `wakes` holds the pointer back for as long.
 */
export const useAwake = (key: string): boolean => {
  const hydrated = useHydrated()
  const [awake, setAwake] = useState<string | null>(hydrated ? null : key)
  useEffect(() => {
    if (awake === key) return
    const timer = setTimeout(() => setAwake(key), wakeMs)
    return () => clearTimeout(timer)
  }, [awake, key])
  return awake === key
}
