"use client"
import type { DialogProps } from "./dialog-body"
import { useOverlays } from "./overlays"

/** Rises from the bottom of a phone: filters, More. */
export const BottomSheet = (props: DialogProps) => {
  const overlays = useOverlays(props.open, () => props.onOpenChange(false))
  return overlays && <overlays.SheetBody {...props} />
}
