"use client"
import { useOverlays } from "./overlays"
import type { SheetProps } from "./sheet-body"

/** Rises from the bottom of a phone: filters, More. */
export const BottomSheet = (props: SheetProps) => {
  const overlays = useOverlays(props.open, () => props.onOpenChange(false))
  return overlays && <overlays.SheetBody {...props} />
}
