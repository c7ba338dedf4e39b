"use client"
import { type RefObject, useEffect } from "react"
import { recallJson, remember } from "./tab-storage"

type Remembered = { readonly top: number; readonly focused: string | null }

/** The history's entry, where the browser names it; without a name nothing is restored. */
const entryKey = (): string | null => {
  const key = window.navigation?.currentEntry?.key
  return key === undefined ? null : `signalbox:scroll:${key}`
}

const recall = (key: string): Remembered | null => {
  const parsed = recallJson(key)
  if (typeof parsed !== "object" || parsed === null || !("top" in parsed) || typeof parsed.top !== "number") return null
  return { top: parsed.top, focused: "focused" in parsed && typeof parsed.focused === "string" ? parsed.focused : null }
}

/**
 * Back leads to the same place of a pane that scrolls by itself, and to the same row. `state` is what the address says: its
 * change is another entry of the history, which begins at the top unless it was there before.
 */
export const useScrollMemory = (pane: RefObject<HTMLElement | null>, state: string): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `state` is the reason to look again
  useEffect(() => {
    const element = pane.current
    const key = entryKey()
    if (element === null || key === null) return
    const remembered = recall(key)
    if (remembered !== null) {
      element.scrollTop = remembered.top
      // Rows far down are drawn once the pane has scrolled to them.
      const focus = () => {
        const row = remembered.focused === null ? null : element.querySelector<HTMLElement>(`a[href="${CSS.escape(remembered.focused)}"]`)
        if (document.activeElement === document.body) row?.focus({ preventScroll: true })
      }
      focus()
      requestAnimationFrame(() => requestAnimationFrame(focus))
    } else element.scrollTop = 0
    let focused = remembered?.focused ?? null
    const save = () => remember(key, JSON.stringify({ top: element.scrollTop, focused } satisfies Remembered))
    const onFocus = (event: FocusEvent) => {
      focused = event.target instanceof Element ? (event.target.closest("a")?.getAttribute("href") ?? null) : null
      save()
    }
    element.addEventListener("scroll", save, { passive: true })
    element.addEventListener("focusin", onFocus)
    return () => {
      element.removeEventListener("scroll", save)
      element.removeEventListener("focusin", onFocus)
    }
  }, [pane, state])
}
