"use client"
import { clsx } from "clsx"
import { Dialog as Radix } from "radix-ui"
import { type ComponentProps, useRef } from "react"
import { buttonClass } from "./button-class"
import { Icon } from "./icons"

type Content = ComponentProps<typeof Radix.Content>
export type DialogFrameProps = Pick<Content, "className" | "children" | "onOpenAutoFocus" | "onCloseAutoFocus"> & {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** What gets the focus when it closes, where what had it before is gone: a menu's line. */
  readonly returnTo?: (() => HTMLElement | null | undefined) | undefined
}

/** The scrim, and a raised surface that holds the focus. Inside stands a `DialogTitle`: without it a screen reader has no name for it. */
export const DialogFrame = ({ open, onOpenChange, returnTo, className, onOpenAutoFocus, onCloseAutoFocus, ...content }: DialogFrameProps) => {
  const before = useRef<Element>(null)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          {...content}
          onOpenAutoFocus={(event) => {
            before.current = document.activeElement
            onOpenAutoFocus?.(event)
          }}
          onCloseAutoFocus={(event) => {
            if (onCloseAutoFocus !== undefined) return onCloseAutoFocus(event)
            // Radix gives it to a trigger of its own alone, and there is none: the focus would be nowhere.
            event.preventDefault()
            const place = returnTo?.() ?? before.current
            if (place instanceof HTMLElement && place.isConnected) place.focus()
          }}
          aria-describedby={undefined}
          className={clsx("fixed z-40 border-border bg-surface-raised shadow-overlay outline-none", className)}
        />
      </Radix.Portal>
    </Radix.Root>
  )
}

export const DialogTitle = Radix.Title

export const DialogClose = ({ size }: { readonly size?: "lg" }) => (
  <Radix.Close aria-label="Close" className={buttonClass({ look: "ghost", icon: true, ...(size && { size }) })}>
    <Icon name="cross" {...(size === undefined && { size: 14 })} />
  </Radix.Close>
)
