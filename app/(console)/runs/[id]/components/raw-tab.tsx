"use client"
import { useMemo } from "react"
import { buttonClass } from "@/app/ui/button-class"
import { Icon } from "@/app/ui/icons"
import { RawJson } from "@/app/ui/raw-json"
import type { Run } from "@/server/domain/run"
import { rawRun } from "../raw-run"

/** The run as the HTTP API answers it. */
export const RawTab = ({ run }: { readonly run: Run }) => {
  const value = useMemo(() => rawRun(run), [run])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] flex-1 content-start gap-3 px-5 py-4 max-md:px-3.5">
      <div className="flex flex-wrap items-center gap-3">
        <p className="mono min-w-0 flex-1 truncate text-text-muted">GET /api/v1/runs/{run.id}</p>
        <a href={`/api/v1/runs/${run.id}`} download={`${run.id}.json`} className={buttonClass()}>
          <Icon name="download" size={14} />
          Download
        </a>
      </div>
      <RawJson value={value} label="The run as JSON" />
    </div>
  )
}
