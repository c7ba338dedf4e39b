"use client"
import { Popover as Radix } from "radix-ui"
import type { ComponentProps } from "react"
import { cx } from "./cx"

/** A small dialog beside its button, for what a menu cannot hold: fields to type into. */
export const Popover = Radix.Root
export const PopoverTrigger = Radix.Trigger

export const PopoverContent = ({ className, ...rest }: ComponentProps<typeof Radix.Content>) => (
  <Radix.Portal>
    <Radix.Content
      sideOffset={6}
      collisionPadding={8}
      align="start"
      className={cx(
        "z-40 max-h-(--radix-popover-content-available-height) min-w-56 animate-rise overflow-y-auto rounded-lg border border-border bg-surface-raised shadow-overlay outline-none",
        className
      )}
      {...rest}
    />
  </Radix.Portal>
)
