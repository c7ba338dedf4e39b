import type { ReactNode } from "react"
import { cx } from "./cx"
import { ClearLineMark } from "./mark"

type Props = {
  readonly title: string
  readonly children?: ReactNode
  /** The mark, for "nothing ever" and "nothing waits"; without it for "nothing matches". */
  readonly mark?: boolean | undefined
  /** At most two. */
  readonly actions?: ReactNode
  readonly wide?: boolean | undefined
  /** Below the text: the three ways, the conditions. */
  readonly below?: ReactNode
  readonly className?: string | undefined
}

/** A page on which there is nothing to show, and why. */
export const EmptyState = ({ title, children, mark = false, actions, wide = false, below, className }: Props) => (
  <div className={cx("grid flex-1 place-items-center px-6 py-8 max-md:place-items-start max-md:px-3.5", className)}>
    <div
      className={cx("mx-auto grid w-full min-w-0 grid-cols-[minmax(0,1fr)] justify-items-center gap-2 text-center", wide ? "max-w-[1080px]" : "max-w-[460px]")}
    >
      {mark && <ClearLineMark />}
      <h2 className="text-xl font-semibold tracking-display">{title}</h2>
      {children !== undefined && <p className="text-base text-balance text-text-muted">{children}</p>}
      {below}
      {actions !== undefined && <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  </div>
)
