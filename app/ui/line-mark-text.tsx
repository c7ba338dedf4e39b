"use client"
import { formatDuration } from "../hooks/time-format"
import { Since } from "./duration"
import { Icon } from "./icons"
import type { LineMark } from "./line-marks"
import { waitingLook } from "./run-status"

/** What stands at the right of a line of code. `here`: on a card, where the time stands in the head already. */
export const MarkText = ({ mark, here = false }: { readonly mark: LineMark; readonly here?: boolean }) => {
  switch (mark.kind) {
    case "waiting":
      return (
        <span className="inline-flex items-center gap-[5px] rounded-[4px] bg-waiting px-1.5 leading-[18px] font-semibold text-on-waiting">
          <Icon name={waitingLook(mark.asks).icon} size={12} />
          {here ? (
            "waits here"
          ) : (
            <span>
              waiting <Since at={mark.since} />
            </span>
          )}
        </span>
      )
    case "running":
      return (
        <span className="inline-flex items-center gap-[5px] leading-[18px] text-running-text">
          <Icon name="running" size={12} className="animate-spin" />
          <Since at={mark.since} />
        </span>
      )
    case "failed":
      return (
        <span className="inline-flex items-center gap-[5px] leading-[18px] text-failed-text">
          <Icon name="cross" size={12} label="failed" />
          {formatDuration(mark.durationMs)}
        </span>
      )
    case "done":
      return (
        <span className="inline-flex items-center gap-[5px] leading-[18px] tabular-nums">
          <Icon name="tick" size={12} className="text-completed" label="done" />
          {formatDuration(mark.durationMs)}
        </span>
      )
  }
}
