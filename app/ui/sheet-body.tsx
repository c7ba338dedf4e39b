"use client"
import type { DialogProps } from "./dialog-body"
import { DialogClose, DialogFrame, DialogTitle } from "./dialog-frame"

/** Rises from the bottom of a phone: filters, More. */
export const SheetBody = ({ title, open, onOpenChange, children }: DialogProps) => (
  <DialogFrame
    open={open}
    onOpenChange={onOpenChange}
    className="inset-x-0 bottom-0 max-h-[85dvh] animate-rise overflow-y-auto rounded-t-xl border-t pb-[env(safe-area-inset-bottom)]"
  >
    <div className="sticky top-0 flex h-13 items-center gap-2 border-b border-border bg-surface-raised pr-2 pl-3.5">
      <DialogTitle className="flex-1 text-[17px] leading-6 font-semibold tracking-tight">{title}</DialogTitle>
      <DialogClose size="lg" />
    </div>
    <div className="px-3.5 pt-3 pb-5">{children}</div>
  </DialogFrame>
)
