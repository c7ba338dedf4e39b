"use client"
import { type FormEvent, useCallback, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from "react"
import { flushSync } from "react-dom"
import type { FormValues } from "@/server/domain/action-state"
import { contentOf, defaultDraft, draftFrom } from "@/server/domain/form-draft"
import { parseFormSchema } from "@/server/domain/form-schema"
import { asksForValues } from "@/server/domain/interaction"
import { useZone } from "../hooks/use-clock"
import type { RuleWish } from "./always-allow-rule"
import { hindrance, seenOf, wordToType } from "./answer-phase"
import type { ApprovalCardProps } from "./approval-card-props"
import { argumentRows, cutOff } from "./argument-rows"
import { readArguments } from "./edited-arguments"
import { faultsOf } from "./form-values"
import { isPlainApproval, showsArguments } from "./question-words"
import { useAwake, useHydrated } from "./use-awake"
import { draftOfForm, useDraft, useKeptReason } from "./use-draft"

/** What was typed under a name in an answer that was refused. */
export const textsOf = (values: FormValues | undefined, name: string): ReadonlyArray<string> => {
  const value = values?.[name]
  return value === undefined ? [] : typeof value === "string" ? [value] : value
}

/** What is cut off, and how it is shown in full. */
const useExpansion = ({ question, full = false }: Pick<ApprovalCardProps, "question" | "full">) => {
  const rows = useMemo(() => (showsArguments(question) ? argumentRows(question.args) : []), [question])
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  return {
    cut: full ? 0 : cutOff(rows, expanded).length,
    expanded: full ? undefined : expanded,
    onExpand: (path: string): void => setExpanded(new Set([...expanded, path]))
  }
}

/** The controls of a form, with what they hold at first. */
const useFields = ({ question, values }: Pick<ApprovalCardProps, "question" | "values">) => {
  const zone = useZone()
  const fields = useMemo(() => {
    const parsed = asksForValues(question) ? parseFormSchema(question.requestedSchema) : null
    return parsed !== null && "fields" in parsed ? parsed.fields : []
  }, [question])
  const initial = useMemo(
    () => (values === undefined ? defaultDraft(fields, zone) : draftFrom(fields, (name) => textsOf(values, name))),
    [fields, zone, values]
  )
  return { fields, initial, zone }
}

/** What a question that is no plain yes or no wants first: a field, or the link to open. Not the reason: that is for declining. */
const firstControl = "input:not([type=hidden]), select, textarea:not([name=comment]), a[target=_blank]"

/** Owns what a card remembers while it is open, and decides whether a lever may be pulled. */
export const useApprovalCard = (props: ApprovalCardProps) => {
  const { question, mayDecide, hasAgreed, sending, failure, onAnswer, ref } = props
  const form = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const reason = useRef<HTMLTextAreaElement>(null)
  const hydrated = useHydrated()
  const awake = useAwake(seenOf(question, props.place ?? 0))
  const { fields, initial, zone } = useFields(props)
  const kept = useDraft(question.id, form, fields, initial)
  const keptReason = useKeptReason(question.id, reason)
  const expansion = useExpansion(props)
  const mustType = wordToType(question, hasAgreed)
  const [typed, setTyped] = useState("")
  const [wantsReason, setWantsReason] = useState(false)
  const hindered = hindrance({ awake, hasAgreed, cutOff: expansion.cut, mustType, typed })

  useEffect(() => {
    if (failure !== null) summary.current?.focus()
  }, [failure])

  const { onGone } = props
  useLayoutEffect(() => {
    const card = form.current
    return () => {
      const text = card?.querySelector<HTMLTextAreaElement>("textarea[name=comment]")?.value ?? ""
      onGone?.({ hadFocus: card?.contains(document.activeElement) === true, reason: text.trim() })
    }
  }, [onGone])

  const [argsFault, setArgsFault] = useState<string | undefined>(undefined)
  const { args: asked } = question
  const [edited, setEdited] = useState(false)
  const noteArgs = useCallback((text: string) => setEdited(readArguments(text, asked)._tag !== "Same"), [asked])
  const comment = (): string => reason.current?.value.trim() ?? ""
  const decline = (): void => {
    if (!awake || sending || !mayDecide) return
    const said = comment()
    if (said !== "") {
      onAnswer({ action: "decline", comment: said })
      return
    }
    // Before the next key: the first letter of a reason typed at once must not act upon the page, where `a` approves.
    flushSync(() => setWantsReason(true))
    reason.current?.focus()
  }
  const accept = (wish?: RuleWish): void => {
    if (sending || !mayDecide) return
    if (hindered === "untyped") form.current?.querySelector<HTMLInputElement>("input[name=confirm]")?.focus()
    if (hindered !== null) return
    const said = comment()
    const content = asksForValues(question) && form.current !== null ? { content: contentOf(fields, draftOfForm(form.current, fields), zone) } : {}
    setArgsFault(undefined)
    const field = form.current?.querySelector<HTMLTextAreaElement>("textarea[name=args]") ?? null
    const read = readArguments(field?.value ?? "", asked)
    if (read._tag === "Broken") {
      setArgsFault("This is not valid JSON.")
      field?.focus()
      return
    }
    // The rule was made for the arguments as they were asked: what is approved now would not be what is allowed.
    if (wish !== undefined && read._tag === "Edited") return
    const args = read._tag === "Edited" ? { args: read.args } : {}
    onAnswer({ action: "accept", revision: question.revision ?? 0, ...args, ...content, ...(said === "" ? {} : { comment: said }) }, wish)
  }
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const by = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null
    if (by instanceof HTMLButtonElement && by.value === "decline") decline()
    else if (by instanceof HTMLButtonElement && by.value === "accept") accept()
    else if (by instanceof HTMLButtonElement && by.value === "extend") props.onExtend?.()
  }
  const approve = (): void => {
    if (isPlainApproval(question)) accept()
    else if (mayDecide) form.current?.querySelector<HTMLElement>(firstControl)?.focus()
  }
  useImperativeHandle(ref, () => ({ approve, decline, focus: () => form.current?.focus() }))
  return {
    form,
    summary,
    reason,
    hydrated,
    awake,
    fields,
    zone,
    kept,
    keptReason,
    expansion,
    mustType,
    hindered,
    edited,
    noteArgs,
    setTyped,
    accept,
    decline,
    submit,
    reasonMissing: wantsReason || failure?.code === "reason_missing",
    argsFault: argsFault ?? argsFaultOf(failure),
    faults: failure?.code === "invalid_content" && fields.length > 0 ? faultsOf(fields, failure.issues ?? []) : []
  }
}

export type ApprovalCardState = ReturnType<typeof useApprovalCard>

/** What the server says of edited arguments. */
const argsFaultOf = (failure: ApprovalCardProps["failure"]): string | undefined => {
  const issues = failure?.issues?.filter(({ path }) => path === "args" || path.startsWith("args.")) ?? []
  return issues.length === 0 ? undefined : issues.map(({ path, message }) => (path === "args" ? message : `${path.slice(5)} ${message}`)).join("; ")
}
