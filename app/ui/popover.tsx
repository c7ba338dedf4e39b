"use client"
import type { ComponentProps } from "react"
import { type OpenerProps, OpenerRoot, OpenerTrigger, type TriggerProps, useOpener } from "./opener"
import { useOverlays } from "./overlays"
import type { PopoverBody } from "./popover-body"

/** A small dialog beside its button, for what a menu cannot hold: fields to type into. */
export const Popover = (props: OpenerProps) => <OpenerRoot {...props} />
export const PopoverTrigger = (props: TriggerProps) => <OpenerTrigger kind="dialog" {...props} />

export const PopoverContent = (props: Omit<ComponentProps<typeof PopoverBody>, "opener">) => {
  const opener = useOpener()
  const overlays = useOverlays(opener.open, () => opener.setOpen(false))
  return overlays && <overlays.PopoverBody opener={opener} {...props} />
}
