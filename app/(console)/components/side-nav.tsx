"use client"
import Link from "next/link"
import { usePathname } from "next/navigation"
import type { ReactNode } from "react"
import { usePendingCount } from "@/app/hooks/use-live-feed"
import { cx } from "@/app/ui/cx"
import { Icon } from "@/app/ui/icons"
import { LinkProgress } from "@/app/ui/link-progress"
import { Mark } from "@/app/ui/mark"
import { WaitingCount } from "@/app/ui/tag"
import { ZoneLabel } from "@/app/ui/time-stamp"
import { placeOf, places, sidePlaces } from "./places"

type Props = { readonly teamName: string; readonly foot: ReactNode }

/** The column at the left, 212 wide on the canvas. */
export const SideNav = ({ teamName, foot }: Props) => {
  const pathname = usePathname()
  const here = placeOf(pathname)
  const count = usePendingCount()
  return (
    <nav aria-label="Main" className="sticky top-0 flex h-dvh flex-col gap-0.5 py-3 pr-2.5 pl-3 max-md:hidden">
      <Link href="/runs" className="mb-3 flex h-8 items-center gap-[9px] rounded-md pr-2 pl-1.5 text-[15px] font-semibold tracking-tight">
        <Mark waiting={count > 0} />
        Signalbox
      </Link>
      <div className="mb-3 flex h-8 items-center gap-2 rounded-md border border-border bg-surface-raised px-2 shadow-raised" title="Team">
        <span className="grid size-[18px] place-items-center rounded-[4px] bg-text text-[10px] font-strong text-surface" aria-hidden="true">
          {teamName.slice(0, 1).toUpperCase()}
        </span>
        <span className="min-w-0 flex-1 truncate font-emphasis">{teamName}</span>
      </div>
      {sidePlaces.map(({ href, name, icon }) => (
        <Link
          key={href}
          href={href}
          {...(href === here && { "aria-current": "page" as const })}
          className={cx(
            "flex h-[30px] items-center gap-2.5 rounded-md px-2 -outline-offset-1",
            href === here ? "bg-surface-active font-emphasis text-text" : "font-nav text-text-muted hover:bg-surface-active"
          )}
        >
          <Icon name={icon} />
          {name}
          <LinkProgress />
          {href === places.approvals.href && count > 0 && <WaitingCount count={count} className="ml-auto" />}
        </Link>
      ))}
      {/* The list says it in its own foot. */}
      <p className="mt-auto truncate px-2 text-[11px] text-text-subtle">{pathname !== "/runs" && <ZoneLabel />}</p>
      <div className="flex min-w-0 items-center gap-[9px] px-2 py-1.5">{foot}</div>
    </nav>
  )
}
