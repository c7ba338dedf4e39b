"use client"
import { type ReactNode, useMemo, useState } from "react"
import { Button } from "@/app/ui/button"
import { CodeView, type CodeViewProps, type LineTone } from "@/app/ui/code-view"
import { cx } from "@/app/ui/cx"
import { MarkText } from "@/app/ui/line-mark-text"
import { lineMarks } from "@/app/ui/line-marks"
import type { Run } from "@/server/domain/run"
import { ColumnHead } from "./column-head"
import { OriginalDiff } from "./original-diff"

interface Props extends Pick<CodeViewProps, "onPoint" | "onPick"> {
  readonly run: Run
  readonly linked?: number | null | undefined
  readonly aside?: ReactNode
  readonly className?: string | undefined
}

/** The program at the left: the line that waits in amber, what each call came to, and the error under its line. */
export const ProgramColumn = ({ run, linked = null, aside, className, ...pointing }: Props) => {
  const found = useMemo(() => lineMarks(run.toolCalls, run.interactions), [run.toolCalls, run.interactions])
  const marks = useMemo(() => new Map<number, ReactNode>([...found].map(([line, mark]) => [line, <MarkText key={line} mark={mark} />])), [found])
  const tones = new Map<number, LineTone>()
  if (linked !== null) tones.set(linked, "linked")
  for (const [line, mark] of found) if (mark.kind === "waiting") tones.set(line, "waiting")
  const errorLine = run.error?.line
  const [compares, setCompares] = useState(false)
  if (errorLine !== undefined) tones.set(errorLine, "error")
  const notes = errorLine === undefined || run.error === null ? undefined : new Map<number, ReactNode>([[errorLine, run.error.message]])
  return (
    <div className={cx("min-w-0 bg-surface-sunken", className)}>
      <ColumnHead>
        <h2 className="text-text">Program</h2>
        <span className="font-normal text-text-subtle">TypeScript</span>
        <span className="flex-1" />
        {run.rerunOf === null ? (
          aside
        ) : (
          <Button size="sm" look="ghost" aria-pressed={compares} onClick={() => setCompares(!compares)}>
            {compares ? "Show the program" : "Changes to the original"}
          </Button>
        )}
      </ColumnHead>
      {compares && run.rerunOf !== null ? (
        <OriginalDiff of={run.rerunOf} code={run.code} />
      ) : (
        <CodeView
          code={run.code}
          marks={marks}
          tones={tones}
          notes={linked === null ? notes : undefined}
          needed={errorLine}
          className="pt-0! pb-3"
          {...pointing}
        />
      )}
    </div>
  )
}
