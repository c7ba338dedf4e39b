import type { ReactNode } from "react"
import { cx } from "./cx"

/** A tool in a row: mono, 20 high, with how often it was called when that is more than once. */
export const ToolTag = ({ path, count = 1 }: { readonly path: string; readonly count?: number }) => (
  <span className="inline-flex h-5 max-w-full items-center rounded-xs bg-surface-active px-1.5 font-mono text-[11px] leading-5 font-[450] tracking-[-0.02em] text-text-muted">
    <span className="truncate">{path}</span>
    {count > 1 && <b className="ml-1 font-semibold text-text">×{count}</b>}
  </span>
)

const tones = { plain: "border-border-strong text-text-muted", danger: "border-failed-line text-failed-text" }

/** A small outlined word: a connection, `destructive`. */
export const Tag = ({
  children,
  tone = "plain",
  className
}: {
  readonly children: ReactNode
  readonly tone?: keyof typeof tones
  readonly className?: string
}) => (
  <span
    className={cx(
      "inline-flex items-center rounded-[4px] border px-1.5 font-sans text-xs leading-[18px] font-[450] tracking-normal whitespace-nowrap",
      tones[tone],
      className
    )}
  >
    {children}
  </span>
)

/** Marks text that the agent or a tool wrote. */
export const UntrustedTag = ({ children = "untrusted" }: { readonly children?: ReactNode }) => (
  <span className="inline-flex items-center gap-1 rounded-[4px] border border-dashed border-border-strong px-1 font-sans text-[11px] leading-4 font-medium tracking-normal whitespace-nowrap text-text-muted">
    {children}
  </span>
)

/** How many wait. The one amber number; draw it only above zero. */
export const WaitingCount = ({ count, className }: { readonly count: number; readonly className?: string }) => (
  <span
    className={cx(
      "inline-block h-[18px] min-w-5 rounded-full bg-waiting px-1.5 text-center text-[11px] leading-[18px] font-strong text-on-waiting tabular-nums",
      className
    )}
    role="img"
    aria-label={`${count} pending`}
  >
    {count > 99 ? "99+" : count}
  </span>
)
