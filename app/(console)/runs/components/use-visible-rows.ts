"use client"
import { useVirtualizer } from "@tanstack/react-virtual"
import { type RefObject, useEffect, useState } from "react"
import type { Density } from "../list-state"

/** Fewer rows are drawn all: nothing is gained by leaving some out. */
const drawnWhole = 100
const heights: Readonly<Record<Density, number>> = { dense: 32, comfortable: 44 }
/** The table's head. */
const headHeight = 32

export type VisibleRows = {
  readonly from: number
  readonly to: number
  /** Heights of what is left out above and below. */
  readonly above: number
  readonly below: number
  readonly scrollTo: (index: number) => void
}

/**
 * Which rows are near the window. The server, the first render and short lists draw all; so does a phone, whose cards have
 * heights of their own and whose page scrolls as a whole.
 */
export const useVisibleRows = (pane: RefObject<HTMLDivElement | null>, count: number, density: Density): VisibleRows => {
  // On the server, and at its first render in the browser, the list is a page of rows, which is drawn whole anyway.
  const [isTable, setIsTable] = useState(() => typeof matchMedia === "function" && matchMedia("(min-width: 768px)").matches)
  useEffect(() => {
    const wide = matchMedia("(min-width: 768px)")
    const look = () => setIsTable(wide.matches)
    look()
    wide.addEventListener("change", look)
    return () => wide.removeEventListener("change", look)
  }, [])
  const enabled = isTable && count > drawnWhole
  const size = heights[density]
  const virtual = useVirtualizer({ count, enabled, getScrollElement: () => pane.current, estimateSize: () => size, overscan: 12, scrollMargin: headHeight })
  // The height of a row is one of two: none is measured.
  useEffect(() => {
    if (size > 0) virtual.measure()
  }, [virtual, size])
  const shown = enabled ? virtual.getVirtualItems() : []
  const [first, last] = [shown[0], shown.at(-1)]
  const scrollTo = (index: number) => {
    if (enabled) virtual.scrollToIndex(index, { align: "auto" })
  }
  if (first === undefined || last === undefined) {
    const to = enabled ? drawnWhole : count
    return { from: 0, to, above: 0, below: (count - to) * size, scrollTo }
  }
  return { from: first.index, to: last.index + 1, above: first.index * size, below: (count - last.index - 1) * size, scrollTo }
}
