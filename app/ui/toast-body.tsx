"use client"
import { Toast as Radix } from "radix-ui"
import { buttonClass } from "./button-class"
import { Icon } from "./icons"
import { toneClass } from "./run-status"
import type { ShownToast } from "./toast-words"

/** The toasts that are shown, newest last; each is also said by a screen reader. */
export const ToastBody = ({ shown, onDrop }: { readonly shown: ReadonlyArray<ShownToast>; readonly onDrop: (id: number) => void }) => (
  <Radix.Provider duration={5000} label="Notice">
    {shown.map((toast) => (
      <Radix.Root
        key={toast.id}
        duration={toast.tone === "failed" ? Number.POSITIVE_INFINITY : 5000}
        onOpenChange={(open) => !open && onDrop(toast.id)}
        className="pointer-events-auto flex min-h-11 w-full animate-rise items-center gap-2.5 rounded-lg border border-border bg-surface-raised py-2 pr-2 pl-3.5 shadow-overlay"
      >
        <span className={`${toneClass[toast.tone]} text-(--tone)`}>
          <Icon name={toast.tone} size={14} />
        </span>
        <Radix.Description className="min-w-0 flex-1 wrap-anywhere">{toast.text}</Radix.Description>
        {toast.action && (
          <Radix.Action altText={toast.action.label} onClick={toast.action.run} className={buttonClass({ look: "ghost", size: "sm" })}>
            {toast.action.label}
          </Radix.Action>
        )}
        <Radix.Close aria-label="Dismiss" className={buttonClass({ look: "ghost", icon: true })}>
          <Icon name="cross" size={14} />
        </Radix.Close>
      </Radix.Root>
    ))}
    <Radix.Viewport className="pointer-events-none fixed right-4 bottom-4 z-50 grid w-[380px] max-w-[calc(100vw-28px)] gap-2 max-md:inset-x-0 max-md:bottom-[72px] max-md:mx-auto" />
  </Radix.Provider>
)
