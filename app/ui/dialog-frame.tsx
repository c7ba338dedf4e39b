"use client"
import { clsx } from "clsx"
import { Dialog as Radix } from "radix-ui"
import type { ComponentProps } from "react"
import { buttonClass } from "./button-class"
import { Icon } from "./icons"

type Content = ComponentProps<typeof Radix.Content>
export type DialogFrameProps = Pick<Content, "className" | "children" | "onOpenAutoFocus" | "onCloseAutoFocus"> & {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** The scrim, and a raised surface that holds the focus. Inside stands a `DialogTitle`: without it a screen reader has no name for it. */
export const DialogFrame = ({ open, onOpenChange, className, ...content }: DialogFrameProps) => (
  <Radix.Root open={open} onOpenChange={onOpenChange}>
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-40 bg-scrim" />
      <Radix.Content
        {...content}
        aria-describedby={undefined}
        className={clsx("fixed z-40 border-border bg-surface-raised shadow-overlay outline-none", className)}
      />
    </Radix.Portal>
  </Radix.Root>
)

export const DialogTitle = Radix.Title

export const DialogClose = ({ size }: { readonly size?: "lg" }) => (
  <Radix.Close aria-label="Close" className={buttonClass({ look: "ghost", icon: true, ...(size && { size }) })}>
    <Icon name="cross" {...(size === undefined && { size: 14 })} />
  </Radix.Close>
)
