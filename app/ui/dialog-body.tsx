"use client"
import { type ReactNode, useRef } from "react"
import { DialogClose, DialogFrame, DialogTitle } from "./dialog-frame"

export type DialogProps = {
  readonly title: string
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** What gets the focus when it closes, where what had it before is gone: a menu's line. */
  readonly returnTo?: (() => HTMLElement | null | undefined) | undefined
  readonly children: ReactNode
}

/** Asks one thing in the middle of the screen; on a phone it rises from the bottom. */
export const DialogBody = ({ title, open, onOpenChange, returnTo, children }: DialogProps) => {
  const before = useRef<Element>(null)
  return (
    <DialogFrame
      open={open}
      onOpenChange={onOpenChange}
      onOpenAutoFocus={() => {
        before.current = document.activeElement
      }}
      onCloseAutoFocus={(event) => {
        // Radix knows no other place than a trigger of its own, and these dialogs have none.
        event.preventDefault()
        const place = returnTo?.() ?? before.current
        if (place instanceof HTMLElement && place.isConnected) place.focus()
      }}
      className="top-[18vh] left-1/2 max-h-[78dvh] w-[440px] max-w-[calc(100vw-28px)] -translate-x-1/2 animate-rise overflow-y-auto rounded-xl border p-5 max-md:top-auto max-md:bottom-0 max-md:w-full max-md:max-w-full max-md:rounded-b-none max-md:p-4"
    >
      <div className="mb-2 flex items-start gap-2">
        <DialogTitle className="flex-1 text-lg font-semibold tracking-tight">{title}</DialogTitle>
        <DialogClose />
      </div>
      {children}
    </DialogFrame>
  )
}
