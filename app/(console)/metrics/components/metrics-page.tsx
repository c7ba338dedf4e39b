import Link from "next/link"
import type { ReactNode } from "react"
import { formatCount, runsWord } from "@/app/hooks/number-format"
import type { UnreadParameter } from "@/app/hooks/page-address"
import { cx } from "@/app/ui/cx"
import { EmptyState } from "@/app/ui/empty-state"
import { IgnoredRow } from "@/app/ui/ignored-chips"
import { PageHead } from "@/app/ui/page-head"
import type { ActorFigures, ApprovalFigures, RunFigures, ToolFigures } from "@/server/domain/metrics"
import { hrefOfRange, type Range, rangeNames, ranges } from "../metrics-range"
import { ApprovalPanel } from "./approval-panel"
import { ActorTable, ToolTable } from "./figure-tables"
import { RunOutcomes } from "./run-outcomes"
import { RunTimes } from "./run-times"

interface Props {
  readonly range: Range
  readonly ignored: ReadonlyArray<UnreadParameter>
  readonly span: { readonly from: number; readonly to: number }
  /** Null: could not be read. */
  readonly runs: RunFigures | null
  readonly tools: ReadonlyArray<ToolFigures> | null
  readonly actors: ReadonlyArray<ActorFigures> | null
  readonly approvals: ApprovalFigures | null
}

/** How runs, tools and approvals do, people's time apart; every figure leads to the runs behind it. */
export const MetricsPage = ({ range, ignored, span, runs, tools, actors, approvals }: Props) => {
  const counted = runs === null ? 0 : Object.values(runs.counts).reduce((sum, n) => sum + n, 0)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHead title="Metrics" total={`Last ${ranges[range].name}`} readAt={span.to - 1} />
      <nav aria-label="Time" className="flex flex-none flex-wrap items-center gap-1.5 border-b border-border px-4 pb-3 max-md:px-3.5 max-md:pt-3">
        {rangeNames.map((one) => (
          <Link
            key={one}
            href={hrefOfRange(one)}
            {...(one === range && { "aria-current": "page" as const })}
            className={cx(
              "flex h-7 items-center rounded-md border px-2.5 font-medium max-md:h-11 max-md:flex-1 max-md:justify-center",
              one === range
                ? "border-accent/40 bg-accent-soft text-accent-text"
                : "border-border-strong bg-surface-raised text-text-muted shadow-raised hover:bg-surface-hover hover:text-text"
            )}
          >
            {ranges[one].name}
          </Link>
        ))}
        <IgnoredRow ignored={ignored} place="panels" />
        {runs?.isCut === true && (
          <p className="text-text-muted max-md:w-full">
            Of the newest {formatCount(counted - 1)} {runsWord(counted)} in this time.
          </p>
        )}
      </nav>
      {runs !== null && counted === 0 ? (
        <EmptyState title={`No run started in the last ${ranges[range].name}`}>
          Figures appear with the first run.{" "}
          <Link href="/runs/new" className="font-medium text-accent-text hover:underline">
            Start one
          </Link>
          {range !== "30d" && (
            <>
              {" or look at the "}
              <Link href={hrefOfRange("30d")} className="font-medium text-accent-text hover:underline">
                last 30 days
              </Link>
            </>
          )}
          .
        </EmptyState>
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto bg-surface-sunken px-6 pt-5 pb-8 max-md:bg-surface max-md:px-3.5 max-md:pt-4">
          <div className="mx-auto grid max-w-[1120px] grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-x-5 gap-y-6 max-lg:grid-cols-[minmax(0,1fr)]">
            <Figures title="Runs" what="The runs could not be counted." value={runs}>
              {(value) => <RunOutcomes figures={value} span={span} />}
            </Figures>
            <Figures title="How long runs took" what="The durations could not be read." value={runs}>
              {(value) => <RunTimes figures={value} span={span} />}
            </Figures>
            <Figures title="Approvals" what="The approvals could not be read." value={approvals}>
              {(value) => <ApprovalPanel figures={value} span={span} />}
            </Figures>
            <Figures title="By who submitted" what="The figures by actor could not be read." value={actors}>
              {(value) => <ActorTable figures={value} span={span} />}
            </Figures>
            <Figures title="By tool" what="The figures by tool could not be read." value={tools} wide>
              {(value) => <ToolTable figures={value} span={span} />}
            </Figures>
          </div>
        </div>
      )}
    </div>
  )
}

const Figures = <A,>({
  title,
  what,
  value,
  wide = false,
  children
}: {
  readonly title: string
  /** What did not work, when it did not. */
  readonly what: string
  readonly value: A | null
  readonly wide?: boolean
  readonly children: (value: A) => ReactNode
}) => (
  <section className={cx("min-w-0", wide && "col-span-full")}>
    <h2 className="mb-2.5 text-[15px] leading-6 font-semibold tracking-tight">{title}</h2>
    <div className="overflow-x-auto rounded-lg border border-border bg-surface-raised shadow-raised">
      {value === null ? (
        <p role="alert" className="px-4 py-3 text-failed-text">
          {what} Load the page again; the other figures are right.
        </p>
      ) : (
        children(value)
      )}
    </div>
  </section>
)
