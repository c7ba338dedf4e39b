"use client"
import { Portal } from "radix-ui"
import { Popper } from "radix-ui/internal"
import type { ReactNode, RefObject } from "react"

interface Props {
  readonly id: string
  readonly anchor: RefObject<HTMLElement | null>
  readonly side: "top" | "right" | "bottom" | "left"
  readonly onHold: () => void
  readonly onLeave: () => void
  readonly children: ReactNode
}

/** The hint itself, beside its element; it stays while the pointer is on it (WCAG 2.2, 1.4.13). */
export const TooltipBody = ({ id, anchor, side, onHold, onLeave, children }: Props) => (
  <Popper.Root>
    <Popper.Anchor virtualRef={anchor} />
    <Portal.Root>
      <Popper.Content
        id={id}
        role="tooltip"
        side={side}
        sideOffset={6}
        collisionPadding={8}
        onPointerEnter={onHold}
        onPointerLeave={onLeave}
        className="z-50 max-w-80 animate-rise rounded-sm bg-text px-2 py-1 text-xs text-surface shadow-overlay"
      >
        {children}
      </Popper.Content>
    </Portal.Root>
  </Popper.Root>
)
