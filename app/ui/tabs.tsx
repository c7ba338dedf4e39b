import Link from "next/link"
import type { ReactNode } from "react"
import { cx } from "./cx"

export type TabItem = {
  readonly id: string
  readonly label: ReactNode
  /** Each tab has a URL: Back works and it opens before JavaScript has loaded. */
  readonly href: string
  readonly count?: number | undefined
  /** The count is of things that wait for a person. */
  readonly waiting?: boolean | undefined
}

type Props = {
  readonly label: string
  readonly items: ReadonlyArray<TabItem>
  readonly current: string
  readonly onSelect?: ((id: string) => void) | undefined
  readonly className?: string | undefined
}

/** A row of links, 40 high (44 on a phone), the current one underlined in teal. */
export const Tabs = ({ label, items, current, onSelect, className }: Props) => (
  <nav
    aria-label={label}
    className={cx(
      "flex h-10 flex-none items-stretch gap-0.5 overflow-x-auto border-b border-border px-3.5 [scrollbar-width:none] max-md:h-11 max-md:px-1.5",
      className
    )}
  >
    {items.map((item) => (
      <Link
        key={item.id}
        href={item.href}
        scroll={false}
        replace
        prefetch={false}
        {...(item.id === current && { "aria-current": "page" as const })}
        {...(onSelect && {
          onClick: (event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            onSelect(item.id)
          }
        })}
        className={cx(
          "relative flex items-center gap-1.5 px-2 font-medium whitespace-nowrap -outline-offset-2",
          item.id === current
            ? "text-text after:absolute after:inset-x-2 after:bottom-[-1px] after:h-0.5 after:rounded-t-[2px] after:bg-accent"
            : "text-text-muted hover:text-text"
        )}
      >
        {item.label}
        {item.count !== undefined && item.count > 0 && (
          <span
            className={cx(
              "text-[11px] tabular-nums",
              item.waiting === true ? "rounded-full bg-waiting px-1.5 leading-4 font-strong text-on-waiting" : "font-[450] text-text-subtle"
            )}
          >
            {item.count}
          </span>
        )}
      </Link>
    ))}
  </nav>
)
