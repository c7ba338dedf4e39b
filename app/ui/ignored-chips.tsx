import type { MouseEvent } from "react"
import type { UnreadParameter } from "../hooks/page-address"
import { Chip } from "./chip"

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

/** The same in a row of its own, for a page that has none for conditions; nothing when all was understood. */
export const IgnoredRow = ({ ignored }: { readonly ignored: ReadonlyArray<UnreadParameter> }) =>
  ignored.length > 0 && (
    <div className="flex flex-none flex-wrap gap-1.5 border-b border-border px-4 py-2 max-md:px-3.5">
      <IgnoredChips ignored={ignored} />
    </div>
  )
