"use client"
import type { DialogProps } from "./dialog-body"
import { useOverlays } from "./overlays"

/** Asks one thing in the middle of the screen; on a phone it rises from the bottom. */
export const Dialog = (props: DialogProps) => {
  const overlays = useOverlays(props.open, () => props.onOpenChange(false))
  return overlays && <overlays.DialogBody {...props} />
}
