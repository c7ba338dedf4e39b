"use client"
import Link from "next/link"
import { usePathname } from "next/navigation"
import { type ReactNode, useState } from "react"
import { usePendingCount } from "@/app/hooks/use-live-feed"
import { cx } from "@/app/ui/cx"
import { Icon } from "@/app/ui/icons"
import { LinkProgress } from "@/app/ui/link-progress"
import { BottomSheet } from "@/app/ui/sheet"
import { ZoneLabel } from "@/app/ui/time-stamp"
import { AccountSheet, type Person } from "./account"
import { morePlaces, phonePlaces, placeOf, places } from "./places"

const itemClass = "grid content-center justify-items-center gap-[3px] text-[11px] leading-[14px] font-medium -outline-offset-2"

/** The phone's bottom bar, 60 high. Pages that fix their own actions there hide it with `data-bare` on an element of theirs. */
export const PhoneBar = ({ person, signOut }: { readonly person: Person; readonly signOut: ReactNode }) => {
  const here = placeOf(usePathname())
  const count = usePendingCount()
  const [more, setMore] = useState(false)
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 hidden h-[calc(60px+env(safe-area-inset-bottom))] grid-cols-4 border-t border-border bg-surface-raised pb-[env(safe-area-inset-bottom)] max-md:grid in-has-[[data-bare]]:hidden!"
    >
      {phonePlaces.map(({ href, name, icon }) => (
        <Link
          key={href}
          href={href}
          {...(href === here && { "aria-current": "page" as const })}
          className={cx(itemClass, href === here ? "text-accent-text" : "text-text-muted")}
        >
          <span className="relative">
            <Icon name={icon} size={20} />
            {href === places.approvals.href && count > 0 && (
              <span className="absolute -top-[5px] left-[13px] h-4 min-w-4 rounded-full bg-waiting px-1 text-center text-[11px] leading-4 font-strong text-on-waiting tabular-nums">
                {count > 99 ? "99+" : count}
                <span className="sr-only"> pending</span>
              </span>
            )}
          </span>
          {name}
          <LinkProgress />
        </Link>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setMore(true)}
        className={cx(itemClass, morePlaces.some(({ href }) => href === here) ? "text-accent-text" : "text-text-muted")}
      >
        <Icon name="more" size={20} />
        More
      </button>
      <BottomSheet title="More" open={more} onOpenChange={setMore}>
        <nav aria-label="More" className="mb-4 grid gap-1">
          {morePlaces.map(({ href, name, icon }) => (
            <Link
              key={href}
              href={href}
              onClick={() => setMore(false)}
              {...(href === here && { "aria-current": "page" as const })}
              className={cx("flex h-11 items-center gap-2.5 rounded-md px-2", href === here ? "bg-surface-active font-emphasis" : "text-text-muted")}
            >
              <Icon name={icon} />
              {name}
            </Link>
          ))}
        </nav>
        <AccountSheet person={person} signOut={signOut} />
        <p className="mt-3 px-2 text-xs text-text-muted">
          Times are in <ZoneLabel />
        </p>
      </BottomSheet>
    </nav>
  )
}
