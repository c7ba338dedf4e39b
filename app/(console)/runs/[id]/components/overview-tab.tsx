"use client"
import { ArgumentTable } from "@/app/ui/argument-table"
import { CodeErrorBox } from "@/app/ui/code-error-box"
import { JsonViewer } from "@/app/ui/json-viewer"
import { LargeValue } from "@/app/ui/large-value"
import { isOver } from "@/app/ui/run-status"
import { SectionHeading } from "@/app/ui/section-heading"
import { authorOf } from "@/app/ui/untrusted-text"
import { payloadHref, type ShownRun } from "@/server/domain/shown-run"
import type { RouterOutputs } from "@/server/trpc/router"
import { ChildRuns } from "./child-runs"
import { ColumnHead } from "./column-head"
import { OutputList } from "./output-list"
import { ProgramColumn } from "./program-column"

interface Props {
  readonly run: ShownRun
  readonly below: RouterOutputs["runs"]["children"] | undefined
  readonly onPickLine: (callId: string) => void
}

/** The program at the left, what came of it at the right. */
export const OverviewTab = ({ run, below, onPickLine }: Props) => (
  <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_minmax(0,1fr)] @max-[780px]/run:grid-cols-1">
    <ProgramColumn
      run={run}
      className="border-r border-border @max-[780px]/run:border-r-0 @max-[780px]/run:border-b"
      onPick={(line) => {
        const call = run.toolCalls.findLast((one) => one.line === line)
        if (call !== undefined) onPickLine(call.id)
      }}
    />
    <div className="min-w-0 bg-surface">
      <ColumnHead>
        <h2 className="text-text">Outcome</h2>
      </ColumnHead>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 p-4 max-md:p-3.5">
        <Result run={run} />
        <ChildRuns id={run.id} initial={below} />
        {run.output.length > 0 && (
          <section aria-label="Output">
            <SectionHeading aside={<span className="text-text-subtle tabular-nums">{run.output.length}</span>}>Emitted output</SectionHeading>
            <OutputList run={run} />
          </section>
        )}
        {run.args !== null && (
          <section aria-label="Arguments">
            <SectionHeading>Arguments of the run</SectionHeading>
            <ArgumentTable args={run.args} from={authorOf(run.actor)} />
          </section>
        )}
      </div>
    </div>
  </div>
)

const Result = ({ run }: { readonly run: ShownRun }) => (
  <section aria-label="Result">
    <SectionHeading>{run.error === null ? "Result" : run.status === "cancelled" ? "How it ended" : "Error"}</SectionHeading>
    {run.error !== null ? (
      <CodeErrorBox error={run.error} />
    ) : run.status === "completed" ? (
      run.omitted?.result !== undefined ? (
        <LargeValue href={payloadHref(run.id, "result")} bytes={run.omitted.result} label="Value returned" base="result" />
      ) : run.result === null ? (
        <p className="text-text-muted">The program returned nothing.</p>
      ) : (
        <JsonViewer value={run.result} label="Value returned" base="result" />
      )
    ) : (
      <p className="text-text-muted">{missing(run)}</p>
    )}
  </section>
)

const missing = (run: ShownRun): string => {
  if (isOver(run.status)) return "There is no result."
  if (run.status === "queued") return "Not there yet: the run waits for its turn."
  return run.pendingInteractionCount > 0 ? "Not there yet: the run waits for a person." : "Not there yet: the run goes on."
}
