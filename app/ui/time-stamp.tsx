"use client"
import { formatAgo, formatClock, formatDateTime, formatIso, zoneLabel } from "../hooks/time-format"
import { useTime, useZone } from "../hooks/use-clock"
import { Tooltip } from "./tooltip"

type Props = {
  readonly at: number
  /** `ago`: `7 min` · `clock`: `14:03:22` · `full`: day and clock. The tooltip has all of it, zone included. */
  readonly show?: "ago" | "clock" | "full" | undefined
  readonly className?: string | undefined
}

/** The one way a moment is written. */
export const TimeStamp = ({ at, show = "full", className }: Props) => {
  const zone = useZone()
  return (
    <Tooltip
      content={
        <span className="grid gap-0.5 py-0.5 tabular-nums">
          <span>
            {formatDateTime(at, zone)} · {zoneLabel(zone, at)}
          </span>
          <span className="font-mono text-[11px] opacity-80">{formatIso(at)}</span>
        </span>
      }
    >
      <time dateTime={formatIso(at)} className={className}>
        {show === "ago" ? <Ago at={at} /> : show === "clock" ? formatClock(at, zone) : formatDateTime(at, zone)}
      </time>
    </Tooltip>
  )
}

/** Only what shows "how long ago" follows the clock. */
const Ago = ({ at }: { readonly at: number }) => useTime((now) => formatAgo(at, now))

/** `Europe/Zurich (UTC+1)`; stands where times are shown. */
export const ZoneLabel = () => {
  const zone = useZone()
  return <span>{useTime((now) => zoneLabel(zone, now))}</span>
}
