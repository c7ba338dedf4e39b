"use client"
import Link from "next/link"
import type { ReactNode } from "react"
import type { Interaction } from "@/server/domain/interaction"
import type { Run } from "@/server/domain/run"
import { formatDuration } from "../hooks/time-format"
import { excerptAround } from "./code-excerpt"
import { CodeView, type LineTone } from "./code-view"
import { cx } from "./cx"
import { Icon } from "./icons"
import { MarkText } from "./line-mark-text"
import { lineMarks } from "./line-marks"
import { callOutcome, consequences, earlierCalls } from "./question-words"
import { WordsText } from "./receipt"
import { SectionHeading } from "./section-heading"
import { VisibleText } from "./untrusted-text"

/** What happens on each choice, two equal boxes. */
export const Consequences = ({
  question,
  hasAgreed,
  stacked = false
}: {
  readonly question: Interaction
  readonly hasAgreed: boolean
  readonly stacked?: boolean
}) => {
  const { accept, decline } = consequences(question, hasAgreed)
  const yes =
    question.options !== null
      ? "If you say what happened"
      : question.kind === "approval"
        ? hasAgreed
          ? "You have agreed"
          : "If you approve"
        : question.kind === "form"
          ? "If you send answers"
          : "If you have finished"
  return (
    <div className={cx("grid gap-2", !stacked && "grid-cols-2 max-md:grid-cols-1")}>
      <Consequence icon="tick" title={yes} dense={stacked}>
        <WordsText words={accept} />
      </Consequence>
      <Consequence icon="cross" title="If you decline" dense={stacked}>
        <WordsText words={decline} />
      </Consequence>
    </div>
  )
}

const Consequence = ({
  icon,
  title,
  dense,
  children
}: {
  readonly icon: "tick" | "cross"
  readonly title: string
  readonly dense: boolean
  readonly children: ReactNode
}) => (
  <div className={cx("rounded-md border border-border px-3 text-xs leading-[18px] wrap-anywhere text-text-muted", dense ? "py-[7px]" : "py-[9px]")}>
    <b className="mb-0.5 flex items-center gap-1.5 text-sm font-emphasis text-text">
      <Icon name={icon} size={14} />
      {title}
    </b>
    {children}
  </div>
)

/** The calling lines of the program, with what the calls before came to. */
export const CodeExcerpt = ({ question, run, href }: { readonly question: Interaction; readonly run: Run; readonly href: string | undefined }) => {
  if (question.line === null) return null
  const { from, to } = excerptAround(run.code, question.line)
  const marks = new Map<number, ReactNode>()
  for (const [line, mark] of lineMarks(run.toolCalls, run.interactions)) marks.set(line, <MarkText mark={mark} here={line === question.line} />)
  const tones = new Map<number, LineTone>([[question.line, "waiting"]])
  const total = run.code.replace(/\n$/, "").split("\n").length
  const range = from === to ? `line ${from} of ${total}` : `lines ${from} to ${to} of ${total}`
  return (
    <>
      <SectionHeading
        aside={
          href === undefined ? (
            <span className="text-text-subtle">{range}</span>
          ) : (
            <Link href={href} prefetch={false} className="text-text-subtle underline-offset-3 hover:text-text hover:underline">
              {range}
            </Link>
          )
        }
      >
        Code
      </SectionHeading>
      <div className="overflow-hidden rounded-md border border-border">
        <CodeView code={run.code} from={from} to={to} marks={marks} tones={tones} label="The calling lines of the program" />
      </div>
    </>
  )
}

/** The calls that came before, and what they came to: text of tools, shown as such. */
export const EarlierCalls = ({ question, run, href }: { readonly question: Interaction; readonly run: Run; readonly href: string | undefined }) => {
  const { shown, left } = earlierCalls(run.toolCalls, question)
  if (shown.length === 0) return null
  return (
    <>
      <SectionHeading
        aside={
          left > 0 && href !== undefined ? (
            <Link href={href} prefetch={false} className="text-text-subtle underline-offset-3 hover:underline">
              {left} more before
            </Link>
          ) : undefined
        }
      >
        Earlier calls in this run
      </SectionHeading>
      <ul>
        {shown.map((call) => (
          <li
            key={call.id}
            className="grid min-h-8 grid-cols-[42px_minmax(0,1fr)_minmax(0,1fr)_70px] items-center border-t border-border text-xs first:border-t-0 max-md:grid-cols-[36px_minmax(0,1fr)_auto] max-md:py-1"
          >
            <span className="mono text-text-subtle">{call.line === null ? "" : `L${call.line}`}</span>
            <span className="mono truncate">{call.path}</span>
            <span className={cx("truncate max-md:col-start-2 max-md:row-start-2", call.status === "failed" ? "text-failed-text" : "text-text-muted")}>
              <VisibleText text={callOutcome(call)} />
            </span>
            <span className="text-right text-text-muted tabular-nums">{call.durationMs === null ? "" : formatDuration(call.durationMs)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
