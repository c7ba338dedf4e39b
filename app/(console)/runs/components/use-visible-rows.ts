"use client"
import { type RefObject, useEffect, useState } from "react"
import { flushSync } from "react-dom"
import { mostPrinted, usePrinting } from "@/app/hooks/use-printing"
import { type RowRange, visibleRows } from "@/app/ui/visible-rows"
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
  const printing = usePrinting()
  const enabled = isTable && count > drawnWhole
  const size = heights[density]
  const [range, setRange] = useState<RowRange>({ start: 0, end: drawnWhole })
  useEffect(() => {
    const element = pane.current
    if (!enabled || element === null) return
    const look = () => {
      const next = visibleRows({ count, rowHeight: size, top: headHeight - element.scrollTop, height: element.clientHeight })
      setRange((before) => (before.start === next.start && before.end === next.end ? before : next))
    }
    look()
    // In the scroll's own frame: a frame later an empty strip would be seen.
    const onScroll = () => flushSync(look)
    element.addEventListener("scroll", onScroll, { passive: true })
    const resized = new ResizeObserver(look)
    resized.observe(element)
    return () => {
      element.removeEventListener("scroll", onScroll)
      resized.disconnect()
    }
  }, [pane, enabled, count, size])
  const scrollTo = (index: number) => {
    const element = pane.current
    if (!enabled || element === null) return
    const top = headHeight + index * size
    if (top - headHeight < element.scrollTop) element.scrollTop = top - headHeight
    else if (top + size > element.scrollTop + element.clientHeight) element.scrollTop = top + size - element.clientHeight
  }
  if (printing) return { from: 0, to: Math.min(count, mostPrinted), above: 0, below: 0, scrollTo }
  if (!enabled) return { from: 0, to: count, above: 0, below: 0, scrollTo }
  const to = Math.min(range.end, count)
  const from = Math.min(range.start, to)
  return { from, to, above: from * size, below: (count - to) * size, scrollTo }
}
