"use client"
import { Slot } from "radix-ui"
import {
  type ComponentProps,
  createContext,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useContext,
  useId,
  useRef,
  useState
} from "react"
import type { Opener } from "./opener-state"
import { useForesight } from "./overlays"

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
export const OpenerTrigger = ({
  kind,
  asChild = false,
  onClick,
  onFocus,
  onPointerEnter,
  onKeyDown,
  ...rest
}: TriggerProps & { readonly kind: "menu" | "dialog" }) => {
  const { open, setOpen, anchor, triggerId, bodyId } = useOpener()
  const foresee = useForesight()
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
      onPointerEnter={(event: PointerEvent<HTMLButtonElement>) => {
        onPointerEnter?.(event)
        foresee()
      }}
      onFocus={(event: FocusEvent<HTMLButtonElement>) => {
        onFocus?.(event)
        foresee()
      }}
      onClick={(event: MouseEvent<HTMLButtonElement>) => {
        onClick?.(event)
        if (!event.defaultPrevented) setOpen(!open)
      }}
      onKeyDown={(event: KeyboardEvent<HTMLButtonElement>) => {
        onKeyDown?.(event)
        if (kind !== "menu" || event.key !== "ArrowDown" || event.defaultPrevented) return
        event.preventDefault()
        setOpen(true)
      }}
    />
  )
}
