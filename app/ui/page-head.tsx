"use client"
import type { ReactNode } from "react"
import { usePendingCount } from "../hooks/use-live-feed"
import { LiveChip } from "./live-chip"
import { Mark } from "./mark"
import { PageTitle } from "./page-title"

type Props = {
  readonly title: string
  /** Muted, after the title: "1 318 matching". */
  readonly total?: ReactNode
  /** At the right of the live chip; the primary button last. Not drawn on a phone. */
  readonly children?: ReactNode
}

/** A page's first row: 52 high, on a phone the top bar. */
export const PageHead = ({ title, total, children }: Props) => (
  <>
    <PageTitle name={title} />
    <PhoneTop title={title} />
    <header className="flex h-13 flex-none items-center gap-2 px-4 max-md:hidden">
      <h1 className="text-[17px] leading-6 font-semibold tracking-tight">{title}</h1>
      {total !== undefined && <span className="ml-0.5 pt-0.5 text-text-muted tabular-nums">{total}</span>}
      <span className="flex-1" />
      <LiveChip />
      {children}
    </header>
  </>
)

/** The phone's top bar: mark, name, live chip. For pages whose desktop header is their own. */
export const PhoneTop = ({ title }: { readonly title: string }) => (
  <header className="sticky top-0 z-20 hidden h-13 items-center gap-2.5 border-b border-border bg-surface pr-3 pl-3.5 text-[17px] max-md:flex">
    <Mark waiting={usePendingCount() > 0} ground="surface" />
    <h1 className="min-w-0 flex-1 truncate font-semibold tracking-tight">{title}</h1>
    <LiveChip short />
  </header>
)
