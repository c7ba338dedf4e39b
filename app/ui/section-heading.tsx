import type { ReactNode } from "react"
import { cx } from "./cx"

/** The small grey heading inside a card, with what belongs to it at the right end. */
export const SectionHeading = ({ children, aside, className }: { readonly children: ReactNode; readonly aside?: ReactNode; readonly className?: string }) => (
  <div className={cx("mb-2 flex min-h-4 items-center gap-2 text-xs text-text-muted", className)}>
    <h3 className="font-emphasis">{children}</h3>
    {aside !== undefined && <span className="ml-auto flex items-center">{aside}</span>}
  </div>
)
