"use client"
import Link from "next/link"
import type { Interaction } from "@/server/domain/interaction"
import { formatDuration } from "../hooks/time-format"
import { useNow } from "../hooks/use-clock"
import { buttonClass } from "./button-class"
import { cx } from "./cx"
import { Since } from "./duration"
import { Icon } from "./icons"
import { Lookers } from "./lookers"
import { askingTool, asksWith, expiresSoon, isHeading, isToolApproval, saidOfCall, webUrl } from "./question-words"
import { editorOf } from "./receipt-words"
import { waitingLook } from "./run-status"
import { StatusBadge, StatusSquare } from "./status-badge"
import { Tag } from "./tag"
import { TimeStamp } from "./time-stamp"
import { authorOf, QuotedText, Untrusted, VisibleText } from "./untrusted-text"

const small = { pinned: "size-[18px]", page: "" }

/** Line 1 of a card: who asks, for which run, since when, until when. */
export const ApprovalHead = ({
  question,
  as,
  runHref,
  mayExtend = false
}: {
  readonly question: Interaction
  readonly as: keyof typeof small
  readonly runHref: string | undefined
  readonly mayExtend?: boolean
}) => (
  <header className="flex min-h-11 items-center gap-2.5 rounded-t-[9px] border-b border-waiting-line bg-waiting-soft px-4 text-text-muted max-md:flex-wrap max-md:gap-x-2.5 max-md:gap-y-1.5 max-md:rounded-none max-md:px-3.5 max-md:py-2.5">
    {as === "pinned" ? <StatusSquare look={waitingLook(question.kind)} /> : <StatusBadge look={waitingLook(question.kind)} as="badge" />}
    <span className="min-w-0 truncate leading-5 max-md:order-3 max-md:w-full max-md:whitespace-normal">
      <b className="font-emphasis text-text">
        <VisibleText text={question.runActor.label} />
      </b>{" "}
      asks in{" "}
      {runHref === undefined ? (
        <b className="font-emphasis text-text">
          <VisibleText text={question.runTitle} />
        </b>
      ) : (
        <Link href={runHref} prefetch={false} className="font-emphasis text-text underline-offset-3 hover:underline">
          <VisibleText text={question.runTitle} />
        </Link>
      )}
      {" · since "}
      <TimeStamp at={question.createdAt} show="clock" className="tabular-nums" />, <Since at={question.createdAt} />
    </span>
    <span className="flex-1" />
    <Lookers id={question.id} />
    <Expiry question={question} />
    {mayExtend && question.expiresAt !== null && (
      <button
        type="submit"
        name="action"
        value="extend"
        formNoValidate
        title="Give it more time: as much as it had at first, at most a day"
        className={cx(buttonClass({ look: "ghost", size: "sm" }), "-mr-1.5")}
      >
        Extend
      </button>
    )}
  </header>
)

export const Expiry = ({ question }: { readonly question: Pick<Interaction, "createdAt" | "expiresAt" | "waitsFrom"> }) => {
  const now = useNow()
  if (question.expiresAt === null) return <span className="flex-none text-text">no time limit</span>
  const soon = expiresSoon(question, now)
  return (
    <span className={cx("inline-flex flex-none items-center gap-1.5 whitespace-nowrap tabular-nums", soon ? "font-semibold text-waiting-text" : "text-text")}>
      <Icon name="clock" size={14} />
      {question.expiresAt <= now ? "expires now" : `expires in ${formatDuration(question.expiresAt - now, { whole: true })}`}
    </span>
  )
}

/** Line 2: the tool with its connection and one sentence, or what the program asks in its own words. */
export const ApprovalSubject = ({ question }: { readonly question: Interaction }) =>
  isToolApproval(question) ? <ToolSubject question={question} /> : <ProgramSubject question={question} />

const ToolSubject = ({ question }: { readonly question: Interaction }) => (
  <>
    <h2 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-mono text-lg font-semibold tracking-[-0.025em]">
      <span className="min-w-0 wrap-anywhere">{question.toolPath}</span>
      {question.connection !== null && (
        <Tag>
          <VisibleText text={question.connection} />
        </Tag>
      )}
      {question.effect === "write" && <Tag>write</Tag>}
      {question.effect === "destructive" && <Tag tone="danger">destructive</Tag>}
    </h2>
    <p className="mt-1 text-base text-pretty wrap-anywhere">
      <VisibleText text={saidOfCall(question)} spaces />
    </p>
    {question.replaces !== null && (
      <p className="mt-1 text-xs text-text-muted">
        This question replaces an earlier one, whose approval did not hold: what was to be called has changed since.
      </p>
    )}
    {question.proposedArgs !== null && (
      <p className="mt-1 text-xs text-text-muted">
        <VisibleText text={editorOf(question)?.label ?? "A person"} /> edited the arguments: they are not what the program asked for.
      </p>
    )}
    {question.votesNeeded > 1 && (
      <p className="mt-1 text-xs text-text-muted">
        Needs {question.votesNeeded} people.{" "}
        {question.votes.length === 0 ? "Nobody has agreed yet." : `Agreed so far: ${question.votes.map((vote) => vote.by.label).join(", ")}.`}
      </p>
    )}
  </>
)

const ProgramSubject = ({ question }: { readonly question: Interaction }) => {
  const tool = askingTool(question)
  const from = tool === null ? authorOf(question.runActor) : "tool"
  const heading = isHeading(question.message)
  return (
    <>
      <h2 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-lg font-semibold tracking-tight">
        {heading ? (
          <>
            <span className="min-w-0 wrap-anywhere">
              <VisibleText text={question.message} spaces />
            </span>
            <Untrusted from={from} />
          </>
        ) : (
          <>
            {tool === null ? "The program" : "A tool"} asks <span className="mono font-normal text-text-muted">{tool ?? asksWith(question)}</span>
          </>
        )}
      </h2>
      {!heading && (
        <div className="mt-2">
          <QuotedText text={question.message} from={from} />
        </div>
      )}
      {tool !== null && heading && (
        <p className="mt-1 text-xs text-text-muted">
          Asked by <span className="mono wrap-anywhere">{tool}</span> while it is called.
        </p>
      )}
      {question.kind === "url" && <Address url={question.url} />}
    </>
  )
}

/** The host in bold: what decides where a click leads. */
const Address = ({ url }: { readonly url: string | null }) => {
  const parsed = webUrl(url)
  if (parsed === null) return <p className="mt-1 text-failed-text">This address is not one of the web. It is not opened.</p>
  return (
    <p className="mt-1 font-mono text-sm wrap-anywhere text-text-muted">
      {`${parsed.protocol}//`}
      <b className="font-strong text-text">{parsed.host}</b>
      <VisibleText text={parsed.pathname + parsed.search + parsed.hash} />
    </p>
  )
}
