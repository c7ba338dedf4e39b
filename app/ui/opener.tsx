"use client"
import { Slot } from "radix-ui"
import { type ComponentProps, createContext, type KeyboardEvent, type ReactNode, type RefObject, useContext, useId, useRef, useState } from "react"
import { foreseeOverlays } from "./overlays"

/** What a button opened, and where it stands: its body is drawn beside it, so that the button itself is never drawn anew. */
export interface Opener {
  readonly open: boolean
  readonly setOpen: (open: boolean) => void
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly triggerId: string
  readonly bodyId: string
}

export interface OpenerProps {
  readonly open?: boolean | undefined
  readonly onOpenChange?: ((open: boolean) => void) | undefined
  readonly children: ReactNode
}

const OpenerContext = createContext<Opener | null>(null)

export const useOpener = (): Opener => {
  const opener = useContext(OpenerContext)
  if (opener === null) throw new Error("A trigger or a body stands outside its menu or popover")
  return opener
}

export const OpenerRoot = ({ open: asked, onOpenChange, children }: OpenerProps) => {
  const [own, setOwn] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const [triggerId, bodyId] = [useId(), useId()]
  const setOpen = (open: boolean): void => {
    setOwn(open)
    onOpenChange?.(open)
  }
  return <OpenerContext value={{ open: asked ?? own, setOpen, anchor, triggerId, bodyId }}>{children}</OpenerContext>
}

export type TriggerProps = ComponentProps<"button"> & { readonly asChild?: boolean }

/** The button; with `asChild` the one element inside is it. An arrow opens a menu as well, as ARIA's menu button does. */
export const OpenerTrigger = ({ kind, asChild = false, onKeyDown, ...rest }: TriggerProps & { readonly kind: "menu" | "dialog" }) => {
  const { open, setOpen, anchor, triggerId, bodyId } = useOpener()
  const Element = asChild ? Slot.Root : "button"
  return (
    <Element
      {...(!asChild && { type: "button" as const })}
      id={triggerId}
      aria-haspopup={kind}
      aria-expanded={open}
      {...(open && { "aria-controls": bodyId })}
      data-state={open ? "open" : "closed"}
      {...rest}
      ref={anchor}
      onPointerEnter={foreseeOverlays}
      onFocus={foreseeOverlays}
      onClick={() => setOpen(!open)}
      onKeyDown={(event: KeyboardEvent<HTMLButtonElement>) => {
        onKeyDown?.(event)
        if (kind !== "menu" || event.key !== "ArrowDown" || event.defaultPrevented) return
        event.preventDefault()
        setOpen(true)
      }}
    />
  )
}
