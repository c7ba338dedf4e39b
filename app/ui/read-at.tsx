"use client"
import { useRouter } from "next/navigation"
import { useTransition } from "react"
import { formatClock, formatDateTime, formatDay, zoneLabel } from "../hooks/time-format"
import { useTime, useZone } from "../hooks/use-clock"
import { onPlainClick } from "../hooks/use-url-state"
import { buttonClass } from "./button-class"
import { cx } from "./cx"
import { Icon } from "./icons"

/** How old a page is that shows what it was read with, and the way to read it again: before JavaScript has loaded, the address itself. */
export const ReadAt = ({ at }: { readonly at: number }) => {
  const router = useRouter()
  const zone = useZone()
  const isToday = useTime((now) => formatDay(at, zone) === formatDay(now, zone))
  const words = isToday ? formatClock(at, zone) : formatDateTime(at, zone)
  const [isReading, startReading] = useTransition()
  return (
    // biome-ignore lint/a11y/useValidAnchor: an empty address is the page's own, with all that it says
    <a
      href=""
      title={`${zoneLabel(zone, at)}. Read again`}
      aria-busy={isReading}
      className={cx(buttonClass({ look: "ghost" }), "font-normal tabular-nums max-md:px-1.5 print:inline-flex")}
      onClick={onPlainClick(() => startReading(() => router.refresh()))}
    >
      <span className="max-md:sr-only">As of </span>
      {words}
      <span className="sr-only"> Read again</span>
      <Icon name="rerun" size={14} className={cx(isReading && "animate-spin")} />
    </a>
  )
}
