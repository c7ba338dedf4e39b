"use client"
import { Tooltip as Radix } from "radix-ui"
import type { ReactNode } from "react"

/** One set of delays for the whole console; sits in the root layout. */
export const TooltipProvider = ({ children }: { readonly children: ReactNode }) => (
  <Radix.Provider delayDuration={400} skipDelayDuration={200}>
    {children}
  </Radix.Provider>
)

type Props = { readonly content: ReactNode; readonly children: ReactNode; readonly side?: "top" | "right" | "bottom" | "left" }

/** A hint for the one element inside. Never the only way to something that is needed. */
export const Tooltip = ({ content, children, side = "top" }: Props) => (
  <Radix.Root>
    <Radix.Trigger asChild>{children}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        side={side}
        sideOffset={6}
        collisionPadding={8}
        className="z-50 max-w-80 animate-rise rounded-sm bg-text px-2 py-1 text-xs text-surface shadow-overlay"
      >
        {content}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
