"use client"
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react"
import { formatCount } from "../hooks/number-format"
import { mostPrinted, usePrinting } from "../hooks/use-printing"
import { PrintedNote } from "./printed-note"
import { type RowRange, visibleRows } from "./visible-rows"

interface Props {
  /** What the rows are in: a list for list items. */
  readonly as?: "div" | "ul"
  readonly count: number
  /** In px. */
  readonly rowHeight: number
  /** On a phone; the same where it is not named. */
  readonly phoneRowHeight?: number | undefined
  readonly render: (index: number) => ReactNode
  /** A row that is brought on screen at first, where it is not; -1: none. */
  readonly reveal?: number | undefined
  /** Told when other rows are on screen: what belongs to them elsewhere follows. */
  readonly onRange?: ((range: RowRange) => void) | undefined
}

/** What the server draws, which does not know the screen; before JavaScript has loaded it is all there is. */
const atFirst = 100
/** Rows that are on screen at first, whatever the screen. */
const near = 16

/** Rows of one height, in whatever scrolls: only those on screen are in the page, the others are the room they would take. */
export const VirtualRows = ({ as: Rows = "div", count, rowHeight, phoneRowHeight = rowHeight, render, reveal = -1, onRange }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const height = usePhone() ? phoneRowHeight : rowHeight
  const onScreen = useVisibleRows(box, count, height, onRange)
  const { start, end } = usePrinting() ? { start: 0, end: Math.min(count, mostPrinted) } : onScreen
  const wanted = useRef<HTMLDivElement>(null)
  const isFar = reveal >= near
  // At first only: what is selected later is on screen already.
  const bring = useEffectEvent(() => isFar && wanted.current?.scrollIntoView({ block: "center" }))
  useEffect(() => void bring(), [])
  return (
    <div ref={box} className="relative">
      {isFar && <div ref={wanted} className="absolute" style={{ top: reveal * height, height }} aria-hidden="true" />}
      <Rows className="print:p-0!" style={{ paddingTop: start * height, paddingBottom: (count - end) * height }}>
        {Array.from({ length: end - start }, (_, index) => render(start + index))}
      </Rows>
      {end - start < count && <PrintedNote printed={end - start} of={formatCount(count)} />}
    </div>
  )
}

const useVisibleRows = (
  box: RefObject<HTMLDivElement | null>,
  count: number,
  rowHeight: number,
  onRange: ((range: RowRange) => void) | undefined
): RowRange => {
  const [range, setRange] = useState<RowRange>({ start: 0, end: Math.min(count, atFirst) })
  useEffect(() => {
    const look = () => {
      const element = box.current
      if (element === null) return
      const next = visibleRows({ count, rowHeight, top: element.getBoundingClientRect().top, height: window.innerHeight })
      setRange((before) => (before.start === next.start && before.end === next.end ? before : next))
    }
    let frame = 0
    const soon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(look)
    }
    look()
    // Whatever scrolls around it: events of panes do not bubble, but are captured.
    document.addEventListener("scroll", soon, { capture: true, passive: true })
    const resized = new ResizeObserver(soon)
    resized.observe(document.body)
    addEventListener("resize", soon)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener("scroll", soon, { capture: true })
      resized.disconnect()
      removeEventListener("resize", soon)
    }
  }, [box, count, rowHeight])
  const end = Math.min(range.end, count)
  const start = Math.min(range.start, end)
  useEffect(() => onRange?.({ start, end }), [start, end, onRange])
  return { start, end }
}

const phone = "(max-width: 767px)"
const onPhone = (listener: () => void): (() => void) => {
  const query = matchMedia(phone)
  query.addEventListener("change", listener)
  return () => query.removeEventListener("change", listener)
}
const usePhone = (): boolean =>
  useSyncExternalStore(
    onPhone,
    () => matchMedia(phone).matches,
    () => false
  )
