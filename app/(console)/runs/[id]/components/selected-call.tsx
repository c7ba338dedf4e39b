"use client"
import { bytesWords } from "@/app/ui/json-nodes"
import { Kbd } from "@/app/ui/kbd"
import { callOutcome } from "@/app/ui/question-words"
import { SectionHeading } from "@/app/ui/section-heading"
import { VisibleText } from "@/app/ui/untrusted-text"
import type { ShownCall, ShownRun } from "@/server/domain/shown-run"
import { compactJson, ordinalOf } from "../compact-json"
import type { RunViewState } from "../run-view-state"
import type { WaterfallRow } from "../waterfall"
import { useWholeCall } from "./use-call-details"
import { ViewLink } from "./view-link"

interface Props {
  readonly run: ShownRun
  readonly row: WaterfallRow
  readonly path: string
  readonly onShow: (view: Partial<RunViewState>) => void
}

/** Below the bars: what the selected one was, in short. All of it is under Tool calls or Approvals. */
export const SelectedCall = (props: Props) => {
  const call = props.run.toolCalls.find((one) => one.id === props.row.callId)
  return call === undefined ? <Facts {...props} call={undefined} /> : <FactsOfCall {...props} call={call} />
}

const FactsOfCall = ({ call, ...props }: Props & { readonly call: ShownCall }) => <Facts {...props} call={useWholeCall(props.run.id, call)} />

const Facts = ({ run, row, path, onShow, call }: Props & { readonly call: ShownCall | undefined }) => {
  const question = run.interactions.find((one) => one.id === row.interactionId)
  const view = call === undefined ? ({ tab: "approvals" } as const) : ({ tab: "calls", call: call.id } as const)
  return (
    <section aria-label="Selected call" className="sticky bottom-0 z-[2] max-h-[46vh] overflow-y-auto border-t border-border bg-surface p-4 max-md:p-3.5">
      <SectionHeading
        aside={
          <ViewLink path={path} view={view} onShow={onShow}>
            All of it
          </ViewLink>
        }
      >
        Selected call {row.line !== null && <Kbd className="ml-1">L{row.line}</Kbd>}
      </SectionHeading>
      <dl className="mono overflow-hidden rounded-md border border-border">
        <Fact name="call">
          {row.path}
          {call !== undefined && ordinalOf(run.toolCalls, call)}
        </Fact>
        {call !== undefined && (
          <Fact name="arguments">{call.omitted?.args === undefined ? <Short value={call.args} /> : <Left bytes={call.omitted.args} />}</Fact>
        )}
        {call === undefined && question !== undefined && (
          <Fact name="question">
            <VisibleText text={question.message} />
          </Fact>
        )}
        {call?.status === "completed" ? (
          <Fact name="result">{call.omitted?.result === undefined ? <Short value={call.result} /> : <Left bytes={call.omitted.result} />}</Fact>
        ) : (
          call !== undefined && (
            <Fact name="outcome">
              <VisibleText text={callOutcome(call)} />
            </Fact>
          )
        )}
        {question !== undefined && question.resolvedBy !== null && <Fact name="decided">{`${question.status} by ${question.resolvedBy.label}`}</Fact>}
      </dl>
    </section>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: React.ReactNode }) => (
  <div className="grid grid-cols-[152px_minmax(0,1fr)] border-t border-border first:border-t-0 max-md:grid-cols-[110px_minmax(0,1fr)]">
    <dt className="border-r border-border bg-surface-sunken px-2.5 py-1.5 leading-5 text-text-muted">{name}</dt>
    <dd className="px-2.5 py-1.5 leading-5 wrap-anywhere">{children}</dd>
  </div>
)

const Left = ({ bytes }: { readonly bytes: number | null }) => (
  <span className="text-text-subtle">{bytes === null ? "a large value" : `${bytesWords(bytes)} of JSON`}</span>
)

const Short = ({ value }: { readonly value: unknown }) => {
  const { text, cut } = compactJson(value)
  return (
    <>
      <VisibleText text={text} />
      {cut !== "" && <span className="text-text-subtle"> {cut}</span>}
    </>
  )
}
