"use client"
import { formatClock } from "../hooks/time-format"
import { useZone } from "../hooks/use-clock"
import { useLiveFeed } from "../hooks/use-live-feed"
import { cx } from "./cx"
import { Tooltip } from "./tooltip"

const words = { connecting: "Connecting", live: "Live", paused: "Paused", reconnecting: "Reconnecting", offline: "Offline" }

const looks = {
  connecting: "border-border bg-surface-raised text-text-muted",
  reconnecting: "border-border bg-surface-raised text-text-muted",
  live: "border-border bg-surface-raised text-completed-text",
  paused: "border-border bg-surface-raised text-text-muted",
  offline: "border-failed-line bg-failed-soft text-failed-text"
}

const lamps = {
  connecting: "size-2.5 animate-reconnect rounded-full border-[1.5px] border-dashed border-text-subtle",
  reconnecting: "size-2.5 animate-reconnect rounded-full border-[1.5px] border-dashed border-text-subtle",
  live: "size-2 rounded-full bg-completed shadow-[0_0_0_3px_color-mix(in_oklch,var(--color-completed)_22%,transparent)]",
  paused: "size-2 rounded-[1px] bg-cancelled",
  offline: "size-2 rounded-full border-2 border-failed"
}

/** Says how true the screen is, and acts on it: pauses, goes on, tries again. On a phone only its first word. As wide as "Connecting", so that what stands before it stays where it is when it turns to "Live". */
export const LiveChip = () => {
  const { status, held, heardAt, togglePause, retry } = useLiveFeed()
  const zone = useZone()
  const more = {
    connecting: "",
    live: "",
    paused: held === 0 ? "" : `, ${held} ${held === 1 ? "change" : "changes"} held`,
    reconnecting: `, last update ${formatClock(heardAt, zone)}`,
    offline: ", Retry"
  }[status]
  const hint = {
    connecting: "Try now",
    live: "Hold changes back (p)",
    paused: "Go on and show what was held (p)",
    reconnecting: "Try now",
    offline: `Last update ${formatClock(heardAt, zone)}. Try now`
  }[status]
  return (
    <span role="status" className="inline-flex flex-none">
      <Tooltip content={hint} side="bottom">
        <button
          type="button"
          onClick={status === "live" || status === "paused" ? togglePause : retry}
          className={cx(
            "inline-flex h-7 min-w-[104px] items-center justify-center rounded-full border pr-2.5 pl-[9px] text-xs font-medium whitespace-nowrap tabular-nums",
            looks[status]
          )}
        >
          <span className={cx("mr-[7px] flex-none", lamps[status])} aria-hidden="true" />
          <span>
            {words[status]}
            {more !== "" && <span className="max-md:hidden">{more}</span>}
          </span>
        </button>
      </Tooltip>
    </span>
  )
}
