"use client"
import { Dialog as Radix } from "radix-ui"
import type { ReactNode } from "react"
import { buttonClass } from "./button-class"
import { Icon } from "./icons"

export type DialogProps = {
  readonly title: string
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly children: ReactNode
}

/** Asks one thing in the middle of the screen; on a phone it rises from the bottom. */
export const DialogBody = ({ title, open, onOpenChange, children }: DialogProps) => (
  <Radix.Root open={open} onOpenChange={onOpenChange}>
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-40 bg-scrim" />
      <Radix.Content
        aria-describedby={undefined}
        className="fixed top-[18vh] left-1/2 z-40 max-h-[78dvh] w-[440px] max-w-[calc(100vw-28px)] -translate-x-1/2 animate-rise overflow-y-auto rounded-xl border border-border bg-surface-raised p-5 shadow-overlay outline-none max-md:top-auto max-md:bottom-0 max-md:w-full max-md:max-w-full max-md:rounded-b-none max-md:p-4"
      >
        <div className="mb-2 flex items-start gap-2">
          <Radix.Title className="flex-1 text-lg font-semibold tracking-tight">{title}</Radix.Title>
          <Radix.Close aria-label="Close" className={buttonClass({ look: "ghost", icon: true })}>
            <Icon name="cross" size={14} />
          </Radix.Close>
        </div>
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
