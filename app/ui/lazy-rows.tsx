"use client"
import { type ReactNode, useEffect, useRef, useState } from "react"

import { usePrinting } from "../hooks/use-printing"

interface Props {
  readonly count: number
  /** In px; what is far from the screen is a gap of that height. */
  readonly rowHeight: number
  readonly render: (index: number) => ReactNode
  /** Rows that are drawn together. */
  readonly chunk?: number | undefined
  /** A row that is drawn from the start, wherever it is. */
  readonly needed?: number | undefined
}

/** Rows of one height in a page that scrolls as a whole: those far from the screen are drawn when they come near. */
export const LazyRows = ({ count, rowHeight, render, chunk = 200, needed }: Props) => {
  const printing = usePrinting()
  const chunks: Array<{ readonly start: number; readonly end: number }> = []
  for (let start = 0; start < count; start += chunk) chunks.push({ start, end: Math.min(count, start + chunk) })
  return chunks.map(({ start, end }, index) => (
    <Chunk
      key={start}
      start={start}
      end={end}
      rowHeight={rowHeight}
      render={render}
      eager={index < 2 || printing || (needed !== undefined && needed >= start && needed < end)}
    />
  ))
}

const Chunk = ({
  start,
  end,
  rowHeight,
  render,
  eager
}: Pick<Props, "rowHeight" | "render"> & { readonly start: number; readonly end: number; readonly eager: boolean }) => {
  const box = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    const element = box.current
    if (eager || near || element === null) return
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setNear(true), { rootMargin: "1200px" })
    observer.observe(element)
    return () => observer.disconnect()
  }, [eager, near])
  if (!eager && !near) return <div ref={box} style={{ height: (end - start) * rowHeight }} />
  return Array.from({ length: end - start }, (_, index) => render(start + index))
}
