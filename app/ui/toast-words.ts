import type { StatusTone } from "./run-status"

export type Toast = {
  readonly tone: Extract<StatusTone, "completed" | "failed" | "cancelled">
  readonly text: string
  /** One thing to do next, in the page itself. */
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
}
export type ShownToast = Toast & { readonly id: number }
