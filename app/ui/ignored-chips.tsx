import type { MouseEvent } from "react"
import type { UnreadParameter } from "../hooks/page-address"
import { Chip } from "./chip"
import { cx } from "./cx"

type Props = {
  readonly ignored: ReadonlyArray<UnreadParameter>
  /** What a click on the cross does instead of following it. */
  readonly onRemove?: (href: string) => (event: MouseEvent) => void
}

/** What of the address was not understood; the cross leads to the page without it. */
export const IgnoredChips = ({ ignored, onRemove }: Props) =>
  ignored.map(({ name, value, href }, index) => (
    // The same may be written twice.
    // biome-ignore lint/suspicious/noArrayIndexKey: they stand in the order of the address
    <Chip key={`${index} ${name}`} ignored field="ignored:" value={`${name}=${value}`} mono removeHref={href} {...(onRemove && { onRemove: onRemove(href) })} />
  ))

/** Where a row of them stands: between two lines, below a page's head, or among the panels of a page. */
const places = {
  lines: "border-b border-border px-4 py-2 max-md:px-3.5",
  head: "bg-surface px-4 pb-3 max-md:px-3.5 max-md:py-2.5",
  panels: "max-md:w-full"
} as const

type RowProps = Pick<Props, "ignored"> & { readonly place?: keyof typeof places }

/** The same in a row of its own, for a page that has none for conditions; nothing when all was understood. */
export const IgnoredRow = ({ ignored, place = "head" }: RowProps) =>
  ignored.length > 0 && (
    <div className={cx("flex flex-none flex-wrap gap-1.5 print:hidden", places[place])}>
      <IgnoredChips ignored={ignored} />
    </div>
  )
