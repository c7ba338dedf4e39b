import Link from "next/link"
import type { ReactNode } from "react"
import { formatDuration } from "@/app/hooks/time-format"
import { cx } from "@/app/ui/cx"

/** A number that leads to the runs behind it. */
export const Figure = ({ href, className, children }: { readonly href: string; readonly className?: string; readonly children: ReactNode }) => (
  <Link
    href={href}
    prefetch={false}
    className={cx("rounded-xs whitespace-nowrap tabular-nums underline decoration-border-strong underline-offset-4 hover:decoration-text", className)}
  >
    {children}
  </Link>
)

/** A duration that leads to the runs that took at least so long. */
export const TimeFigure = ({ ms, href, what }: { readonly ms: number | null; readonly href: (ms: number) => string; readonly what: string }) =>
  ms === null ? (
    <span className="text-text-subtle">–</span>
  ) : (
    <Link
      href={href(ms)}
      prefetch={false}
      title={what}
      className="rounded-xs whitespace-nowrap tabular-nums underline decoration-border-strong underline-offset-4 hover:decoration-text"
    >
      {formatDuration(ms)}
    </Link>
  )

export const headClass = "h-8 px-2 text-right text-xs font-medium text-text-muted first:pl-4 first:text-left last:pr-4"
export const cellClass = "h-9 px-2 text-right tabular-nums first:pl-4 first:text-left last:pr-4"
