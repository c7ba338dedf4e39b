import type { ReactNode } from "react"
import { cx } from "./cx"

/** A key cap, 16 high. `onPrimary` for a cap inside a filled button. */
export const Kbd = ({
  children,
  onPrimary = false,
  className
}: {
  readonly children: ReactNode
  readonly onPrimary?: boolean
  readonly className?: string
}) => (
  <kbd
    className={cx(
      "inline-block h-4 min-w-4 rounded-xs border px-1 text-center font-sans text-[10.5px] leading-[14px] font-medium",
      onPrimary ? "border-transparent bg-current/14 text-inherit" : "border-border bg-surface-sunken text-text-subtle",
      className
    )}
  >
    {children}
  </kbd>
)
