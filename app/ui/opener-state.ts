import type { RefObject } from "react"

/** What a button opened, and where it stands: its body is drawn beside it, so that the button itself is never drawn anew. */
export interface Opener {
  readonly open: boolean
  readonly setOpen: (open: boolean) => void
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly triggerId: string
  readonly bodyId: string
}
