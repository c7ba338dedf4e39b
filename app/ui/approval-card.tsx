"use client"
import { useId } from "react"
import { spelledOut } from "@/server/domain/hidden-characters"
import { asksForValues } from "@/server/domain/interaction"
import { useNow } from "../hooks/use-clock"
import { ApprovalActions } from "./approval-actions"
import type { ApprovalCardProps } from "./approval-card-props"
import { CodeExcerpt, Consequences, EarlierCalls } from "./approval-context"
import { ConfirmField, ReasonField, Refusal } from "./approval-fields"
import { ApprovalHead, ApprovalSubject } from "./approval-head"
import { ArgumentSection, ArgumentTable } from "./argument-table"
import { cx } from "./cx"
import { EditArguments } from "./edit-arguments"
import { FormFields } from "./form-fields"
import { askingTool, isToolApproval, showsArguments } from "./question-words"
import { SectionHeading } from "./section-heading"
import { authorOf } from "./untrusted-text"
import { type ApprovalCardState, textsOf, useApprovalCard } from "./use-approval-card"

type Shown = { readonly props: ApprovalCardProps; readonly card: ApprovalCardState }

const section = "px-4 pb-4 max-md:px-3.5"

/** One question, and the two levers. Everything that runs is shown before it can be approved. */
export const ApprovalCard = (props: ApprovalCardProps) => {
  const card = useApprovalCard(props)
  const { question, as, fixedActions = true, keys = false } = props
  return (
    <form
      ref={card.form}
      action={props.formAction}
      onSubmit={card.submit}
      onChange={() => {
        card.kept.keep()
        card.keptReason.keep()
      }}
      noValidate={card.hydrated}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || event.repeat || !(event.ctrlKey || event.metaKey)) return
        // Who was asked for a reason says it and sends it without leaving the keys.
        if (card.reasonMissing && event.target === card.reason.current) card.decline()
        else if (asksForValues(question)) card.accept()
      }}
      aria-label={`Question of ${spelledOut(question.runActor.label)}`}
      data-card={question.id}
      className="rounded-lg border ask-edge bg-surface-raised outline-none max-md:rounded-none max-md:border-x-0 max-md:shadow-none"
    >
      {/* Enter in a field would press the form's first button: this one, which does nothing. */}
      <button type="submit" disabled hidden aria-hidden="true" tabIndex={-1} />
      <input type="hidden" name="id" value={question.id} />
      <input type="hidden" name="revision" value={question.revision ?? 0} />
      <ApprovalHead question={question} as={as} runHref={props.runHref} mayExtend={props.mayDecide && !props.sending} />
      {as === "pinned" ? <PinnedBody props={props} card={card} /> : <PageBody props={props} card={card} />}
      <ApprovalActions
        {...props}
        keys={keys}
        fixedActions={fixedActions}
        hindered={card.hindered}
        awake={card.awake}
        cut={card.expansion.cut}
        mustType={card.mustType}
        hydrated={card.hydrated}
        draftKept={card.fields.length > 0}
      />
    </form>
  )
}

/** In the inbox: one column, with the program's lines and the calls before. */
const PageBody = ({ props, card }: Shown) => {
  const { question, run, runHref } = props
  return (
    <>
      <Asked props={props} card={card} />
      <div className={section}>
        <Consequences question={question} hasAgreed={props.hasAgreed} />
      </div>
      {run !== null && question.line !== null && (
        <div className={section}>
          <CodeExcerpt question={question} run={run} href={runHref} />
        </div>
      )}
      {run?.toolCalls.some((call) => call.id !== question.toolCallId && call.startedAt <= question.createdAt) && (
        <div className={section}>
          <EarlierCalls question={question} run={run} href={runHref === undefined ? undefined : `${runHref}?tab=calls`} />
        </div>
      )}
      <Wanted props={props} card={card} className="px-4 pb-3 max-md:px-3.5" />
    </>
  )
}

/** On the run's page: arguments at the left, consequences and reason at the right; below one another where the card is narrow, as in the panel. */
const PinnedBody = ({ props, card }: Shown) => (
  <div className="@container/pinned">
    <div className="grid grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] @max-[700px]/pinned:grid-cols-1">
      <div>
        <Asked props={props} card={card} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-2 py-4 pr-4 pl-1 max-md:px-3.5 @max-[700px]/pinned:pt-0 @max-[700px]/pinned:pl-4">
        <SectionHeading className="mb-0">What happens</SectionHeading>
        <Consequences question={props.question} hasAgreed={props.hasAgreed} stacked />
        <Wanted props={props} card={card} className="mt-1" />
      </div>
    </div>
  </div>
)

/** What is asked: the tool with its arguments, or the program's own words with its form. */
const Asked = ({ props, card }: Shown) => {
  const { question, failure, as } = props
  const { expanded, onExpand } = card.expansion
  const table = { args: question.args, from: authorOf(question.runActor), expanded, onExpand } as const
  return (
    <>
      <div className="px-4 pt-4 pb-3 max-md:px-3.5 max-md:pt-3.5 max-md:pb-2.5">
        <ApprovalSubject question={question} />
      </div>
      {failure !== null && (
        <div className={section}>
          <Refusal ref={card.summary} failure={failure} faults={card.faults} formId={question.id} />
        </div>
      )}
      {card.fields.length > 0 && (
        <div className={section}>
          <Controls key={card.kept.restored ? "kept" : "new"} card={card} formId={question.id} />
        </div>
      )}
      {showsArguments(question) && (
        <div className={section}>
          {as === "pinned" ? <ArgumentTable {...table} dense /> : <ArgumentSection {...table} title={isToolApproval(question) ? "Arguments" : "Details"} />}
          {isToolApproval(question) && question.options === null && props.mayDecide && !props.hasAgreed && (
            <EditArguments
              id={`${question.id}-args`}
              question={question}
              error={card.argsFault}
              initial={textsOf(props.values, "args")[0]}
              onText={card.noteArgs}
            />
          )}
        </div>
      )}
    </>
  )
}

const Controls = ({ card, formId }: { readonly card: ApprovalCardState; readonly formId: string }) => (
  <FormFields formId={formId} fields={card.fields} draft={card.kept.draft} faults={card.faults} zone={card.zone} now={useNow()} />
)

/** What the person has to write: the word of a destructive call, the reason of a decline. */
const Wanted = ({ props, card, className }: Shown & { readonly className: string }) => {
  const id = useId()
  const always = props.question.kind === "approval"
  return (
    <>
      {/* Painted by the server too: if it came with JavaScript, a click under way on Approve would land on the reason. */}
      {props.alwaysAllow !== undefined && (
        <div className={cx(className, "needs-script")}>
          {props.alwaysAllow({ accept: card.accept, disabled: card.hindered !== null || props.sending, edited: card.edited })}
        </div>
      )}
      {card.mustType !== null && (
        <div className={className}>
          <ConfirmField id={`${id}-confirm`} word={card.mustType} onType={card.setTyped} />
        </div>
      )}
      {(always || card.reasonMissing) && (
        <div className={className}>
          <ReasonField
            id={`${id}-reason`}
            seenBy={askingTool(props.question) === null ? "program" : "record"}
            ref={card.reason}
            missing={card.reasonMissing}
            always={always}
            initial={textsOf(props.values, "comment")[0] ?? card.keptReason.reason}
          />
        </div>
      )}
    </>
  )
}
