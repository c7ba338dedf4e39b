"use client"
import { type RefObject, useEffect, useLayoutEffect, useState } from "react"
import { draftFrom, type FormDraft } from "@/server/domain/form-draft"
import type { FormField } from "@/server/domain/form-schema"
import { forget, recallJson, recallText, remember } from "../hooks/tab-storage"

const keyOf = (formId: string): string => `signalbox:draft:${formId}`
const reasonKeyOf = (formId: string): string => `signalbox:reason:${formId}`

const isDraft = (value: unknown): value is FormDraft =>
  typeof value === "object" && value !== null && Object.values(value).every((texts) => Array.isArray(texts) && texts.every((text) => typeof text === "string"))

const kept = (formId: string): FormDraft | null => {
  const value = recallJson(keyOf(formId))
  return isDraft(value) ? value : null
}

/** Reads the controls of a form as they are now. */
export const draftOfForm = (form: HTMLFormElement, fields: ReadonlyArray<FormField>): FormDraft => {
  const data = new FormData(form)
  return draftFrom(fields, (name) => data.getAll(name).filter((value) => typeof value === "string"))
}

/** An empty control and one that nothing was said about are the same. */
const filled = (draft: FormDraft): string =>
  JSON.stringify(
    Object.entries(draft)
      .flatMap(([name, texts]) => (texts.some((text) => text !== "") ? [[name, texts]] : []))
      .sort()
  )

const same = (a: FormDraft, b: FormDraft): boolean => filled(a) === filled(b)

/**
 * A half-filled form survives a reload and a look at another page, in this tab alone. What was typed before JavaScript
 * had loaded counts more than what was kept.
 */
export const useDraft = (formId: string, form: RefObject<HTMLFormElement | null>, fields: ReadonlyArray<FormField>, initial: FormDraft) => {
  const [restored, setRestored] = useState<FormDraft | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per form; later renders must not overwrite what is typed
  useEffect(() => {
    if (form.current === null || fields.length === 0) return
    const draft = kept(formId)
    const typed = draftOfForm(form.current, fields)
    if (draft !== null && same(typed, initial)) setRestored(draft)
  }, [formId])
  const keep = (): void => {
    if (form.current !== null && fields.length > 0) remember(keyOf(formId), JSON.stringify(draftOfForm(form.current, fields)))
  }
  return { draft: restored ?? initial, restored: restored !== null, keep }
}

/** A reason that is being written is kept like a form's fields: a look at another card does not cost it. */
export const useKeptReason = (formId: string, field: RefObject<HTMLTextAreaElement | null>) => {
  const [reason, setReason] = useState("")
  // Before it is painted: what has grown later would move the buttons below it.
  useLayoutEffect(() => setReason(recallText(reasonKeyOf(formId)) ?? ""), [formId])
  const keep = (): void => {
    if (field.current === null) return
    if (field.current.value.trim() === "") forget(reasonKeyOf(formId))
    else remember(reasonKeyOf(formId), field.current.value)
  }
  return { reason, keep }
}

/** The question is decided: what was kept of an answer is of no use any more. */
export const forgetDraft = (formId: string): void => {
  forget(keyOf(formId))
  forget(reasonKeyOf(formId))
}
