"use client"
import { useMemo } from "react"
import { buttonClass } from "@/app/ui/button-class"
import { Icon } from "@/app/ui/icons"
import { LargeValue } from "@/app/ui/large-value"
import { RawJson } from "@/app/ui/raw-json"
import type { ShownRun } from "@/server/domain/shown-run"
import { rawRun } from "../raw-run"

/** The run as the HTTP API answers it. */
export const RawTab = ({ run }: { readonly run: ShownRun }) => {
  const isWhole = run.omitted === undefined && run.toolCalls.every((call) => call.omitted === undefined)
  const value = useMemo(() => (isWhole ? rawRun(run) : null), [run, isWhole])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] flex-1 content-start gap-3 px-5 py-4 max-md:px-3.5">
      <div className="flex flex-wrap items-center gap-3">
        <p className="mono min-w-0 flex-1 truncate text-text-muted">GET /api/v1/runs/{run.id}</p>
        <a href={`/api/v1/runs/${run.id}`} download={`${run.id}.json`} className={buttonClass()}>
          <Icon name="download" size={14} />
          Download
        </a>
      </div>
      {isWhole ? (
        <RawJson value={value} label="The run as JSON" />
      ) : (
        // Read once, when somebody asks for it: it is as large as all that the run has.
        <LargeValue key={run.version} href={`/api/v1/runs/${run.id}`} bytes={null} label="The run as JSON" base="run" onDemand />
      )}
    </div>
  )
}
