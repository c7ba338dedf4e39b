"use client"
import { useState } from "react"
import { formatCount } from "@/app/hooks/number-format"
import { formatClock } from "@/app/hooks/time-format"
import { useZone } from "@/app/hooks/use-clock"
import { Button } from "@/app/ui/button"
import { cx } from "@/app/ui/cx"
import { PrintedNote } from "@/app/ui/printed-note"
import { VisibleText } from "@/app/ui/untrusted-text"
import type { LogLevel, Run } from "@/server/domain/run"

/** The newest lines are what one looks for; the rest is a step away. */
const step = 1000

const tones: Record<LogLevel, string> = {
  debug: "text-text-subtle",
  info: "text-text-muted",
  warn: "font-emphasis text-text",
  error: "font-emphasis text-failed-text",
  system: "text-accent-text"
}

/** What the program wrote to its console, in order. */
export const LogsTab = ({ run }: { readonly run: Run }) => {
  const zone = useZone()
  const [most, setMost] = useState(step)
  const left = Math.max(0, run.logs.length - most)
  if (run.logs.length === 0)
    return <p className="px-5 py-4 text-text-muted max-md:px-3.5">{run.finishedAt === null ? "No log line yet." : "The program wrote no log."}</p>
  return (
    <div className="flex-1 bg-surface-sunken">
      {left > 0 && <PrintedNote printed={most} of={formatCount(run.logs.length)} what="lines" />}
      {left > 0 && (
        <div className="border-b border-border px-3 py-1.5 print:hidden">
          <Button look="ghost" size="sm" onClick={() => setMost(most + step * 5)}>
            {left} earlier lines
          </Button>
        </div>
      )}
      <ol className="mono py-2">
        {run.logs.slice(left).map((line, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added at the end
            key={left + index}
            className={cx(
              "grid grid-cols-[74px_56px_minmax(0,1fr)] gap-x-2 px-5 leading-5 max-md:grid-cols-[64px_minmax(0,1fr)] max-md:px-3.5",
              line.level === "error" && "bg-failed-soft"
            )}
          >
            <time dateTime={new Date(line.at).toISOString()} className="text-text-subtle tabular-nums">
              {formatClock(line.at, zone)}
            </time>
            <span className={cx(tones[line.level], "max-md:hidden")}>{line.level}</span>
            <span className="wrap-anywhere whitespace-pre-wrap">
              <VisibleText text={line.text} />
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
