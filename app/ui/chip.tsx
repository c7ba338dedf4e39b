import Link from "next/link"
import type { MouseEventHandler } from "react"
import { spelledOut } from "@/server/domain/hidden-characters"
import { cx } from "./cx"
import { Icon } from "./icons"
import { VisibleText } from "./untrusted-text"

type Props = {
  /** "Status is", "Time", or "ignored:". */
  readonly field: string
  readonly value: string
  readonly mono?: boolean | undefined
  /** A condition that was not understood: dashed and red, no fill. */
  readonly ignored?: boolean | undefined
  /** Where the page stands without this condition; a link, so that it works before JavaScript has loaded. */
  readonly removeHref: string
  readonly onRemove?: MouseEventHandler<HTMLAnchorElement> | undefined
}

export const Chip = ({ field, value, mono = false, ignored = false, removeHref, onRemove }: Props) => (
  <span
    className={cx(
      "inline-flex h-7 max-w-full items-center overflow-hidden rounded-md border font-medium whitespace-nowrap",
      ignored ? "border-dashed border-failed-line text-failed-text" : "border-[color-mix(in_oklch,var(--color-accent)_26%,var(--color-border))] bg-accent-soft"
    )}
  >
    <span className={cx("flex-none pl-2 leading-[26px] font-[450]", !ignored && "text-text-muted")}>{field}</span>
    <span className={cx("truncate pr-2 pl-[5px] leading-[26px]", mono && "mono font-medium", !ignored && "text-accent-text")}>
      <VisibleText text={value} />
    </span>
    <Link
      href={removeHref}
      scroll={false}
      {...(onRemove && { onClick: onRemove })}
      aria-label={ignored ? `Dismiss ${spelledOut(value)}` : `Remove ${field} ${spelledOut(value)}`}
      className={cx(
        "grid h-[26px] w-[25px] flex-none place-items-center rounded-r-[6px] border-l -outline-offset-2",
        ignored
          ? "border-transparent hover:bg-failed-soft"
          : "border-[color-mix(in_oklch,var(--color-accent)_18%,transparent)] text-accent-text hover:bg-[color-mix(in_oklch,var(--color-accent)_12%,transparent)]"
      )}
    >
      <Icon name="cross" size={12} />
    </Link>
  </span>
)
