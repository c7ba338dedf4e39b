"use client"
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react"
import { bucketAt, type Span, spanOf } from "../histogram"

type Options = { readonly count: number; readonly onTake: (span: Span) => void; readonly onReset: () => void }

const shareOf = (event: PointerEvent<HTMLElement>): number => {
  const box = event.currentTarget.getBoundingClientRect()
  return (event.clientX - box.left) / Math.max(1, box.width)
}

/** Selecting a range of a plot by dragging or by keys. Nothing happens before the range is let go of, or Enter is pressed. */
export const useBrush = ({ count, onTake, onReset }: Options) => {
  const [range, setRange] = useState<{ readonly anchor: number; readonly head: number } | null>(null)
  const dragging = useRef(false)
  const span = range === null || count === 0 ? null : spanOf(Math.min(range.anchor, count - 1), Math.min(range.head, count - 1))

  const onKeyDown = (event: KeyboardEvent) => {
    const head = range?.head ?? count
    const next = { ArrowLeft: head - 1, ArrowRight: head + 1, Home: 0, End: count - 1 }[event.key]
    if (next !== undefined) {
      const place = Math.max(0, Math.min(count - 1, next))
      setRange({ anchor: event.shiftKey && range !== null ? range.anchor : place, head: place })
    } else if (event.key === "Enter" && span !== null) {
      onTake(span)
      setRange(null)
    } else if (event.key === "Escape") range === null ? onReset() : setRange(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    span,
    handlers: {
      onKeyDown,
      onDoubleClick: () => {
        setRange(null)
        onReset()
      },
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0 || count === 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        dragging.current = true
        const place = bucketAt(shareOf(event), count)
        setRange({ anchor: place, head: place })
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (!dragging.current || range === null) return
        const place = bucketAt(shareOf(event), count)
        if (place !== range.head) setRange({ ...range, head: place })
      },
      onPointerUp: () => {
        if (!dragging.current) return
        dragging.current = false
        // A click selects nothing: two of them are a double click.
        if (span !== null && span.to > span.from) onTake(span)
        setRange(null)
      },
      onPointerCancel: () => {
        dragging.current = false
        setRange(null)
      },
      onBlur: () => setRange(null)
    }
  }
}
