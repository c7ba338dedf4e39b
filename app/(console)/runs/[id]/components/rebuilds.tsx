"use client"
import { Icon } from "@/app/ui/icons"
import { TimeStamp } from "@/app/ui/time-stamp"
import type { Run } from "@/server/domain/run"
import type { TimeScale } from "../waterfall"

type Props = { readonly of: Run["rebuilds"] }

const from = (calls: number): string => (calls === 0 ? "from its beginning" : `from ${calls} recorded ${calls === 1 ? "call" : "calls"}`)

/** When the server had stopped, and the run was rebuilt and went on. */
export const Rebuilds = ({ of }: Props) =>
  of.length === 0 ? null : (
    <ol className="border-b border-border px-4 py-1.5 text-xs leading-5 text-text-muted max-md:px-3.5">
      {of.map(({ at, calls }) => (
        <li key={at} className="flex items-start gap-2">
          <Icon name="resuming" size={14} className="mt-[3px] flex-none text-text-subtle" />
          <TimeStamp at={at} show="clock" className="mono flex-none text-text" />
          <span>Rebuilt after a restart {from(calls)}. What had finished is not called again.</span>
        </li>
      ))}
    </ol>
  )

/** The same in the chart: a line across all bars. */
export const RebuildMarks = ({ of, scale }: Props & { readonly scale: TimeScale }) => (
  <div className="pointer-events-none absolute inset-y-0 right-[90px] left-[226px] z-[1] max-md:hidden" aria-hidden="true">
    {of.map(({ at }) => (
      <i key={at} className="absolute inset-y-0 border-l border-running" style={{ left: `${scale.at(at)}%` }} title="Rebuilt after a restart" />
    ))}
  </div>
)
