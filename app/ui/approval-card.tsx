"use client"
import { type FormEvent, type Ref, useEffect, useId, useImperativeHandle, useMemo, useRef, useState } from "react"
import { contentOf, defaultDraft, draftFrom } from "@/server/domain/form-draft"
import { parseFormSchema } from "@/server/domain/form-schema"
import type { ActionFailure, FormValues } from "@/server/domain/action-state"
import type { Interaction } from "@/server/domain/interaction"
import type { Run } from "@/server/domain/run"
import { useNow, useZone } from "../hooks/use-clock"
import { argumentRows, cutOff } from "./argument-rows"
import { ArgumentSection, ArgumentTable } from "./argument-table"
import { hindrance, lastSegment } from "./answer-phase"
import { ApprovalActions } from "./approval-actions"
import { CodeExcerpt, Consequences, EarlierCalls } from "./approval-context"
import type { ApprovalCardProps } from "./approval-card-props"
import { ApprovalHead, ApprovalSubject } from "./approval-head"
import { cx } from "./cx"
import { ErrorSummary, Field, fieldProps, TextArea, TextInput } from "./field"
import { FormFields } from "./form-fields"
import { controlId, type FieldFault, faultsOf, faultsTitle } from "./form-values"
import { isToolApproval } from "./question-words"
import { SectionHeading } from "./section-heading"
import { authorOf } from "./untrusted-text"
import { useAwake, useHydrated } from "./use-awake"
import { draftOfForm, useDraft } from "./use-draft"

const textsOf = (values: FormValues | undefined, name: string): ReadonlyArray<string> => {
  const value = values?.[name]
  return value === undefined ? [] : typeof value === "string" ? [value] : value
}

/** One question, and the two levers. Everything that runs is shown before it can be approved. */
export const ApprovalCard = (props: ApprovalCardProps) => {
  const { question, run, as, tool, mayDecide, sending, failure, values, full = false, fixedActions = true, onAnswer, ref } = props
  const cardId = useId()
  const form = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const reason = useRef<HTMLTextAreaElement>(null)
  const hydrated = useHydrated()
  const zone = useZone()
  const awake = useAwake(`${question.id}/${question.votes.length}/${question.expiresAt}`)
  const fields = useMemo(() => {
    const parsed = question.kind === "form" ? parseFormSchema(question.requestedSchema) : null
    return parsed !== null && "fields" in parsed ? parsed.fields : []
  }, [question.kind, question.requestedSchema])
  const initial = useMemo(() => (values === undefined ? defaultDraft(fields, zone) : draftFrom(fields, (name) => textsOf(values, name))), [fields, zone, values])
  const kept = useDraft(question.id, form, fields, initial)

  const rows = useMemo(() => (isToolApproval(question) || question.args !== null ? argumentRows(question.args) : []), [question])
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const cut = full ? 0 : cutOff(rows, expanded).length
  const mustType = tool?.effect === "destructive" && question.toolPath !== null && question.kind === "approval" ? lastSegment(question.toolPath) : null
  const [typed, setTyped] = useState("")
  const [wantsReason, setWantsReason] = useState(false)
  const hindered = hindrance({ awake, cutOff: cut, mustType, typed })

  const faults = failure?.code === "invalid_content" ? faultsOf(fields, failure.issues ?? []) : []
  useEffect(() => {
    if (failure !== null) summary.current?.focus()
  }, [failure])

  const reasonMissing = wantsReason || failure?.code === "reason_missing"
  const comment = (): string => reason.current?.value.trim() ?? ""
  const decline = (): void => {
    if (!awake || sending || !mayDecide) return
    if (comment() === "") {
      setWantsReason(true)
      // After the field is there: it is hidden on forms until it is wanted.
      requestAnimationFrame(() => reason.current?.focus())
      return
    }
    onAnswer({ action: "decline", comment: comment() })
  }
  const accept = (): void => {
    if (sending || !mayDecide || hindered !== null) return
    const said = comment()
    const content = question.kind === "form" && form.current !== null ? { content: contentOf(fields, draftOfForm(form.current, fields), zone) } : {}
    onAnswer({ action: "accept", ...content, ...(said === "" ? {} : { comment: said }) })
  }
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const by = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null
    if (by instanceof HTMLButtonElement && by.value === "decline") decline()
    else if (by instanceof HTMLButtonElement && by.value === "accept") accept()
  }
  useImperativeHandle(ref, () => ({ accept, decline, focus: () => form.current?.focus() }))

  const argumentsOf = { args: question.args, from: authorOf(question.runActor), expanded: full ? undefined : expanded, onExpand: (path: string) => setExpanded(new Set([...expanded, path])) } as const
  const pinned = as === "pinned"
  const section = cx("px-4 max-md:px-3.5", "pb-4")
  const asked = (
    <>
      <div className="px-4 pt-4 pb-3 max-md:px-3.5 max-md:pt-3.5 max-md:pb-2.5">
        <ApprovalSubject question={question} tool={tool} />
      </div>
      {failure !== null && (
        <div className={section}>
          <Refusal ref={summary} failure={failure} faults={faults} formId={question.id} />
        </div>
      )}
      {fields.length > 0 && (
        <div className={section}>
          <Fields key={kept.restored ? "kept" : "new"} formId={question.id} fields={fields} draft={kept.draft} faults={faults} zone={zone} />
        </div>
      )}
      {(isToolApproval(question) || question.args !== null) && (
        <div className={section}>
          {pinned ? <ArgumentTable {...argumentsOf} dense /> : <ArgumentSection {...argumentsOf} title={isToolApproval(question) ? "Arguments" : "Details"} />}
        </div>
      )}
    </>
  )
  const reasonField =
    question.kind === "approval" || reasonMissing ? (
      <ReasonField id={`${cardId}-reason`} ref={reason} missing={reasonMissing} always={question.kind === "approval"} initial={textsOf(values, "comment")[0] ?? ""} />
    ) : null
  const confirmField = mustType === null ? null : <ConfirmField id={`${cardId}-confirm`} word={mustType} onType={setTyped} />

  return (
    <form
      ref={form}
      action={props.formAction}
      onSubmit={submit}
      onChange={kept.keep}
      noValidate={hydrated}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && question.kind === "form") accept()
      }}
      aria-label={`Question of ${question.runActor.label}`}
      data-card={question.id}
      className="rounded-lg border ask-edge bg-surface-raised outline-none max-md:rounded-none max-md:border-x-0 max-md:shadow-none"
    >
      {/* Enter in a field would press the form's first button: this one, which does nothing. */}
      <button type="submit" disabled hidden aria-hidden="true" tabIndex={-1} />
      <input type="hidden" name="id" value={question.id} />
      <ApprovalHead question={question} as={as} runHref={props.runHref} />
      {pinned ? (
        <div className="grid grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] max-lg:grid-cols-1">
          <div>{asked}</div>
          <div className="grid content-start gap-2 py-4 pr-4 pl-1 max-lg:pt-0 max-lg:pl-4 max-md:px-3.5">
            <SectionHeading className="mb-0">What happens</SectionHeading>
            <Consequences question={question} stacked />
            {confirmField !== null && <div className="mt-1">{confirmField}</div>}
            {reasonField !== null && <div className="mt-1">{reasonField}</div>}
          </div>
        </div>
      ) : (
        <>
          {asked}
          <div className={section}>
            <Consequences question={question} />
          </div>
          {run !== null && question.line !== null && (
            <div className={section}>
              <CodeExcerpt question={question} run={run} href={props.runHref} />
            </div>
          )}
          {run !== null && <Earlier question={question} run={run} runHref={props.runHref} className={section} />}
          {confirmField !== null && <div className={section}>{confirmField}</div>}
          {reasonField !== null && <div className="px-4 pb-3 max-md:px-3.5">{reasonField}</div>}
        </>
      )}
      <ApprovalActions {...props} keys={props.keys ?? false} fixedActions={fixedActions} hindered={hindered} awake={awake} cut={cut} mustType={mustType} hydrated={hydrated} draftKept={fields.length > 0} />
    </form>
  )
}

const Earlier = ({ question, run, runHref, className }: { readonly question: Interaction; readonly run: Run; readonly runHref: string | undefined; readonly className: string }) =>
  run.toolCalls.some((call) => call.id !== question.toolCallId && call.startedAt <= question.createdAt) ? (
    <div className={className}>
      <EarlierCalls question={question} run={run} href={runHref === undefined ? undefined : `${runHref}?tab=calls`} />
    </div>
  ) : null

const Fields = (props: Omit<Parameters<typeof FormFields>[0], "now">) => <FormFields {...props} now={useNow()} />

const Refusal = ({ ref, failure, faults, formId }: { readonly ref: Ref<HTMLDivElement>; readonly failure: ActionFailure; readonly faults: ReadonlyArray<FieldFault>; readonly formId: string }) =>
  faults.length > 0 ? (
    <ErrorSummary ref={ref} title={faultsTitle(faults.length)} issues={faults.map((fault) => ({ id: fault.name === "" ? formId : controlId(formId, fault.name), message: fault.sentence }))} />
  ) : (
    <ErrorSummary ref={ref} title={failure.message} />
  )

const ReasonField = ({ id, ref, missing, always, initial }: { readonly id: string; readonly ref: Ref<HTMLTextAreaElement>; readonly missing: boolean; readonly always: boolean; readonly initial: string }) => {
  const error = missing ? "Say why, then decline" : undefined
  return (
    <Field id={id} label={<>Reason <span className="font-normal text-text-subtle">{always ? "optional, needed to decline" : "needed to decline"}</span></>} error={error}>
      <TextArea ref={ref} name="comment" rows={1} maxLength={4000} defaultValue={initial} placeholder="Seen by the agent and kept in the record" className="[field-sizing:content]" {...fieldProps(id, { error })} />
    </Field>
  )
}

const ConfirmField = ({ id, word, onType }: { readonly id: string; readonly word: string; readonly onType: (text: string) => void }) => {
  const input = useRef<HTMLInputElement>(null)
  // What was typed before JavaScript had loaded counts.
  useEffect(() => onType(input.current?.value ?? ""), [onType])
  return (
    <Field id={id} label={<>Type <b className="mono font-semibold">{word}</b> to approve</>}>
      <TextInput ref={input} name="confirm" required pattern={`\\s*${word}\\s*`} title={word} autoComplete="off" autoCapitalize="none" spellCheck={false} onChange={(event) => onType(event.target.value)} className="font-mono text-sm" {...fieldProps(id)} />
    </Field>
  )
}
