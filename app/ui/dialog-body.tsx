"use client"
import type { ReactNode } from "react"
import { DialogClose, DialogFrame, type DialogFrameProps, DialogTitle } from "./dialog-frame"

export type DialogProps = Pick<DialogFrameProps, "returnTo"> & {
  readonly title: string
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly children: ReactNode
}

/** Asks one thing in the middle of the screen; on a phone it rises from the bottom. */
export const DialogBody = ({ title, open, onOpenChange, returnTo, children }: DialogProps) => (
  <DialogFrame
    open={open}
    onOpenChange={onOpenChange}
    returnTo={returnTo}
    className="top-[18vh] left-1/2 max-h-[78dvh] w-[440px] max-w-[calc(100vw-28px)] -translate-x-1/2 animate-rise overflow-y-auto rounded-xl border p-5 max-md:top-auto max-md:bottom-0 max-md:w-full max-md:max-w-full max-md:rounded-b-none max-md:p-4"
  >
    <div className="mb-2 flex items-start gap-2">
      <DialogTitle className="flex-1 text-lg font-semibold tracking-tight">{title}</DialogTitle>
      <DialogClose />
    </div>
    {children}
  </DialogFrame>
)
