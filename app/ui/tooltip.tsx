"use client"
import { Slot } from "radix-ui"
import { createContext, type FocusEvent, type PointerEvent, type ReactNode, type RefObject, useContext, useEffect, useId, useRef, useState } from "react"
import { useForesight, useOverlays } from "./overlays"

/** The pointer rests this long before a hint comes; the next one comes at once while the last is fresh. Milliseconds. */
const delayMs = 400
const freshMs = 200
/** So long the way from the element to its hint may take, for who wants to read it closer. */
const graceMs = 120

const LastClosed = createContext<RefObject<number>>({ current: 0 })

/** One set of delays for the whole console; sits in the root layout. */
export const TooltipProvider = ({ children }: { readonly children: ReactNode }) => <LastClosed value={useRef(0)}>{children}</LastClosed>

type Props = { readonly content: ReactNode; readonly children: ReactNode; readonly side?: "top" | "right" | "bottom" | "left" }

/** A hint for the one element inside. Never the only way to something that is needed. */
export const Tooltip = ({ content, children, side = "top" }: Props) => {
  const { anchor, open, id, show, showSoon, hide, hideSoon, hold } = useHint()
  const overlays = useOverlays(open)
  return (
    <>
      <Slot.Root
        ref={anchor}
        {...(open && { "aria-describedby": id })}
        onPointerEnter={(event: PointerEvent) => event.pointerType !== "touch" && showSoon()}
        onPointerLeave={hideSoon}
        onPointerDown={hide}
        onFocus={(event: FocusEvent) => event.target.matches(":focus-visible") && show()}
        onBlur={hide}
      >
        {children}
      </Slot.Root>
      {open && overlays && (
        <overlays.TooltipBody id={id} anchor={anchor} side={side} onHold={hold} onLeave={hideSoon}>
          {content}
        </overlays.TooltipBody>
      )}
    </>
  )
}

/** When a hint is shown: by a resting pointer or the keyboard's focus, until either goes, Escape, or a press. */
const useHint = () => {
  const anchor = useRef<HTMLElement>(null)
  const id = useId()
  const lastClosed = useContext(LastClosed)
  const foresee = useForesight()
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const soon = (ms: number, then: () => void): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(then, ms)
  }
  const show = (): void => {
    clearTimeout(timer.current)
    setOpen(true)
  }
  const hide = (): void => {
    clearTimeout(timer.current)
    if (open) lastClosed.current = Date.now()
    setOpen(false)
  }
  const showSoon = (): void => {
    foresee()
    soon(Date.now() - lastClosed.current < freshMs ? 0 : delayMs, show)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && setOpen(false)
    const onScroll = () => setOpen(false)
    document.addEventListener("keydown", onKey)
    document.addEventListener("scroll", onScroll, { capture: true, passive: true })
    return () => {
      document.removeEventListener("keydown", onKey)
      document.removeEventListener("scroll", onScroll, { capture: true })
    }
  }, [open])
  return { anchor, open, id, show, showSoon, hide, hideSoon: () => soon(graceMs, hide), hold: () => clearTimeout(timer.current) }
}
