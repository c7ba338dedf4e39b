import type { ReactNode } from "react"
import { cx } from "@/app/ui/cx"

type Props = {
  readonly title: string
  /** What it is for, one or two sentences. */
  readonly about?: ReactNode
  readonly aside?: ReactNode
  readonly children: ReactNode
  readonly className?: string
}

/** One matter of a settings page: its heading, what it is for, and a raised box. */
export const Panel = ({ title, about, aside, children, className }: Props) => (
  <section>
    <div className="mb-2.5 flex items-baseline gap-2">
      <h2 className="text-[15px] leading-6 font-semibold tracking-tight">{title}</h2>
      {aside !== undefined && <span className="text-text-muted tabular-nums">{aside}</span>}
    </div>
    {about !== undefined && <p className="mb-3 max-w-[68ch] text-pretty text-text-muted">{about}</p>}
    <div className={cx("rounded-lg border border-border bg-surface-raised shadow-raised", className)}>{children}</div>
  </section>
)
