"use client"
import { Popover as Radix } from "radix-ui"
import type { ComponentProps } from "react"
import { cx } from "./cx"
import type { Opener } from "./opener-state"
import { useClosing } from "./use-closing"

/** Radix's popover without its trigger, at the button that opened it. */
export const PopoverBody = ({ opener, className, ...rest }: ComponentProps<typeof Radix.Content> & { readonly opener: Opener }) => (
  <Radix.Root open={opener.open} onOpenChange={opener.setOpen}>
    <Radix.Anchor virtualRef={opener.anchor} />
    <Radix.Portal>
      <Radix.Content
        id={opener.bodyId}
        sideOffset={6}
        collisionPadding={8}
        align="start"
        {...useClosing(opener)}
        className={cx(
          "z-40 max-h-(--radix-popover-content-available-height) min-w-56 animate-rise overflow-y-auto rounded-lg border border-border bg-surface-raised shadow-overlay outline-none",
          className
        )}
        {...rest}
      />
    </Radix.Portal>
  </Radix.Root>
)
