import type { ReactNode } from "react"
import { cx } from "@/app/ui/cx"

/** The line above a column, 36 high. */
export const ColumnHead = ({ children, className }: { readonly children?: ReactNode; readonly className?: string }) => (
  <div
    className={cx("flex h-9 flex-none items-center gap-2 border-b border-border bg-surface px-4 text-xs font-medium text-text-muted max-md:px-3.5", className)}
  >
    {children}
  </div>
)
