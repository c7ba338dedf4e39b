"use client"
import type { ReactNode } from "react"
import { usePendingCount } from "../hooks/use-live-feed"
import { LiveChip } from "./live-chip"
import { Mark } from "./mark"
import { PageTitle } from "./page-title"
import { ReadAt } from "./read-at"

type Props = {
  readonly title: string
  /** Muted, after the title: "1 318 matching". */
  readonly total?: ReactNode
  /** When the page was read, of a page that does not follow the feed: else it would pass for as live as the chip beside it. */
  readonly readAt?: number
  /** At the left of the live chip. */
  readonly search?: ReactNode
  /** At the right of the live chip; the primary button last. Not drawn on a phone. */
  readonly children?: ReactNode
}

/** A page's first row: 52 high; on a phone the top bar, with the mark. */
export const PageHead = ({ title, total, readAt, search, children }: Props) => (
  <>
    <PageTitle name={title} />
    <header className="z-20 flex h-13 flex-none items-center gap-2 bg-surface px-4 max-md:sticky max-md:top-0 max-md:gap-2.5 max-md:border-b max-md:border-border max-md:pr-3 max-md:pl-3.5">
      <PhoneMark />
      <h1 className="truncate text-[17px] leading-6 font-semibold tracking-tight">{title}</h1>
      {total !== undefined && <span className="ml-0.5 flex-none pt-0.5 text-text-muted tabular-nums max-md:hidden">{total}</span>}
      <span className="flex-1" />
      {search}
      {readAt !== undefined && <ReadAt at={readAt} />}
      <LiveChip />
      <span className="contents max-md:hidden">{children}</span>
    </header>
  </>
)

/** The phone's top bar alone: mark, name, live chip. For pages whose desktop header is their own. */
export const PhoneTop = ({ title }: { readonly title: string }) => (
  <header className="sticky top-0 z-20 hidden h-13 flex-none items-center gap-2.5 border-b border-border bg-surface pr-3 pl-3.5 max-md:flex">
    <PhoneMark />
    <h1 className="min-w-0 flex-1 truncate text-[17px] leading-6 font-semibold tracking-tight">{title}</h1>
    <LiveChip />
  </header>
)

const PhoneMark = () => (
  <span className="md:hidden">
    <Mark waiting={usePendingCount() > 0} ground="surface" />
  </span>
)
