"use client"
import { Dialog } from "radix-ui"
import { buttonClass } from "./button-class"
import type { DialogProps } from "./dialog-body"
import { Icon } from "./icons"

/** Rises from the bottom of a phone: filters, More. */
export const SheetBody = ({ title, open, onOpenChange, children }: DialogProps) => (
  <Dialog.Root open={open} onOpenChange={onOpenChange}>
    <Dialog.Portal>
      <Dialog.Overlay className="fixed inset-0 z-40 bg-scrim" />
      <Dialog.Content
        aria-describedby={undefined}
        className="fixed inset-x-0 bottom-0 z-40 max-h-[85dvh] animate-rise overflow-y-auto rounded-t-xl border-t border-border bg-surface-raised pb-[env(safe-area-inset-bottom)] shadow-overlay outline-none"
      >
        <div className="sticky top-0 flex h-13 items-center gap-2 border-b border-border bg-surface-raised pr-2 pl-3.5">
          <Dialog.Title className="flex-1 text-[17px] leading-6 font-semibold tracking-tight">{title}</Dialog.Title>
          <Dialog.Close aria-label="Close" className={buttonClass({ look: "ghost", size: "lg", icon: true })}>
            <Icon name="cross" />
          </Dialog.Close>
        </div>
        <div className="px-3.5 pt-3 pb-5">{children}</div>
      </Dialog.Content>
    </Dialog.Portal>
  </Dialog.Root>
)
