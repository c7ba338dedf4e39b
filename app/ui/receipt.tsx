"use client"
import type { ReactNode, Ref } from "react"
import type { Interaction } from "@/server/domain/interaction"
import type { Run } from "@/server/domain/run"
import { formatClock, formatDuration } from "../hooks/time-format"
import { useZone } from "../hooks/use-clock"
import type { AnswerPhase } from "./answer-phase"
import { ArgumentTable } from "./argument-table"
import { ButtonLink } from "./button-link"
import { cx } from "./cx"
import { Icon, type IconName } from "./icons"
import { isToolApproval, questionTitle, type Words } from "./question-words"
import { beforeYou, isEdited, receiptHead, register } from "./receipt-words"
import { interactionLook, type StatusTone, toneClass } from "./run-status"
import { SectionHeading } from "./section-heading"
import { TimeStamp } from "./time-stamp"
import { authorOf, VisibleText } from "./untrusted-text"

interface Props {
  readonly question: Interaction
  readonly run: Run | null
  readonly phase?: AnswerPhase | undefined
  /** This reader answered as well, but somebody else was first: when that answer was refused. */
  readonly lateAt?: number | null | undefined
  /** The reason this reader was writing when somebody else decided. */
  readonly unsent?: string | undefined
  /** A link to the run, where the reader is not on its page. */
  readonly runHref?: string | undefined
  /** One line only: earlier decisions beside others. */
  readonly brief?: boolean | undefined
  /** Where the focus goes when the card that had it has become this receipt. */
  readonly ref?: Ref<HTMLElement> | undefined
}

/** What became of a question: a dated record that takes the card's place. */
export const Receipt = ({ question, run, phase = "over", lateAt = null, unsent = "", runHref, brief = false, ref }: Props) => (
  <section
    ref={ref}
    tabIndex={-1}
    aria-label="Decision"
    className="overflow-hidden rounded-lg border border-border bg-surface-raised shadow-raised outline-none max-md:rounded-none max-md:border-x-0"
  >
    {phase === "recorded" ? <Recorded question={question} /> : <Head question={question} lateAt={lateAt} runHref={runHref} brief={brief} />}
    {phase === "recorded" && <Phases done={2} />}
    {unsent !== "" && (
      <p className="border-t border-dashed border-border-strong px-4 py-2.5 whitespace-pre-wrap wrap-anywhere text-text-muted max-md:px-3.5">
        Your reason was not sent: “<VisibleText text={unsent} spaces />”
      </p>
    )}
    {!brief && (
      <>
        <ol className="grid grid-cols-[minmax(0,1fr)] border-t border-dashed border-border-strong px-4 pt-2.5 pb-3.5 max-md:px-3.5">
          {register(question, run).map((entry) => (
            <li key={entry.key} className="grid grid-cols-[74px_minmax(0,1fr)] py-1 leading-5">
              <TimeStamp at={entry.at} show="clock" className="mono leading-5 text-text-subtle" />
              <span className="wrap-anywhere">
                <WordsText words={entry.words} />
              </span>
            </li>
          ))}
        </ol>
        <Shown question={question} />
      </>
    )}
  </section>
)

/** What was shown, or what was answered. */
const Shown = ({ question }: { readonly question: Interaction }) => {
  const from = authorOf(question.runActor)
  if (question.kind === "form") {
    return question.content === null ? null : (
      <div className="px-4 pb-4 max-md:px-3.5">
        <ArgumentTable args={question.content} from={from} empty="No answers" />
      </div>
    )
  }
  if (!isToolApproval(question) && question.args === null) return null
  const args = <ArgumentTable args={question.executedArgs ?? question.args} from={from} />
  if (!isEdited(question)) return <div className="px-4 pb-4 max-md:px-3.5">{args}</div>
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 pb-4 max-md:px-3.5">
      <div>
        <SectionHeading>{question.executedArgs === null ? "Edited to" : "Called with"}</SectionHeading>
        {args}
      </div>
      <div>
        <SectionHeading>What the program asked for</SectionHeading>
        <ArgumentTable args={question.proposedArgs} from={from} />
      </div>
    </div>
  )
}

const Line = ({
  icon,
  tone,
  spin = false,
  children,
  aside
}: {
  readonly icon: IconName
  readonly tone: StatusTone
  readonly spin?: boolean
  readonly children: ReactNode
  readonly aside?: ReactNode
}) => (
  <div className="flex min-h-12 items-center gap-2.5 px-4 py-2 max-md:items-start max-md:px-3.5 max-md:py-2.5">
    <span className={cx(toneClass[tone], "text-(--tone) max-md:mt-[3px]")}>
      <Icon name={icon} size={14} className={cx(spin && "animate-spin")} />
    </span>
    <div className="min-w-0 flex-1 wrap-anywhere" role="status">
      {children}
    </div>
    {aside}
  </div>
)

const Recorded = ({ question }: { readonly question: Interaction }) => (
  <Line icon="running" tone="running" spin>
    <b className="font-semibold">Decision recorded</b>
    <span className="text-text-muted tabular-nums">
      {" · "}
      {question.resolvedAt !== null && <TimeStamp at={question.resolvedAt} show="clock" />}
      {" · waiting for the run to go on"}
    </span>
  </Line>
)

interface HeadProps extends Required<Pick<Props, "question" | "brief">> {
  readonly lateAt: number | null
  readonly runHref: string | undefined
}

const Head = ({ question, lateAt, runHref, brief }: HeadProps) => {
  const zone = useZone()
  const look = interactionLook(question.status, question.kind)
  const head = receiptHead(question, formatDuration)
  const aside =
    runHref === undefined ? (
      brief && <span className="mono max-w-[40%] truncate text-text-muted max-md:hidden">{questionTitle(question)}</span>
    ) : (
      <ButtonLink size="sm" href={runHref} prefetch={false}>
        Open run
      </ButtonLink>
    )
  if (lateAt !== null && question.resolvedBy !== null && question.resolvedAt !== null) {
    return (
      <Line icon="person" tone="cancelled" aside={aside}>
        <b className="font-semibold">
          <VisibleText text={question.resolvedBy.label} /> was first
        </b>
        <span className="text-text-muted tabular-nums">
          {` · ${look.word.toLowerCase()} `}
          <TimeStamp at={question.resolvedAt} show="clock" />
          {`, ${beforeYou(lateAt - question.resolvedAt)}. Nothing was sent twice.`}
        </span>
      </Line>
    )
  }
  return (
    <Line icon={look.icon} tone={look.tone} aside={aside}>
      <b className="font-semibold">
        <VisibleText text={head.bold} />
      </b>
      <span className="text-text-muted tabular-nums">
        {head.rest.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never move
          <span key={index}>
            {" · "}
            {"at" in part ? (
              <time dateTime={new Date(part.at).toISOString()}>{formatClock(part.at, zone)}</time>
            ) : "resumedMs" in part ? (
              `resumed in ${formatDuration(part.resumedMs)}`
            ) : "quote" in part ? (
              <>
                “<VisibleText text={part.quote} spaces />”
              </>
            ) : (
              part.text
            )}
          </span>
        ))}
      </span>
    </Line>
  )
}

const phases = ["Sending", "Recorded", "Resumed"] as const

/** How far an answer has come: three segments, blue while under way. */
export const Phases = ({ done }: { readonly done: 1 | 2 }) => (
  <div className="grid grid-cols-3 gap-1 px-4 pb-3.5 text-xs max-md:px-3.5" aria-hidden="true">
    {phases.map((name, index) => (
      <span key={name} className={cx("border-t-[3px] pt-1.5", index < done ? "border-running" : "border-surface-active text-text-subtle")}>
        {name}
      </span>
    ))}
  </div>
)

export const WordsText = ({ words }: { readonly words: Words }) =>
  words.map((word, index) =>
    typeof word === "string" ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of a sentence never move
      <VisibleText key={index} text={word} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of a sentence never move
      <span key={index} className="mono">
        <VisibleText text={word.mono} />
      </span>
    )
  )
