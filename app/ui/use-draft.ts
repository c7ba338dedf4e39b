"use client"
import { type RefObject, useEffect, useState } from "react"
import { draftFrom, type FormDraft } from "@/server/domain/form-draft"
import type { FormField } from "@/server/domain/form-schema"

const keyOf = (formId: string): string => `signalbox:draft:${formId}`

const isDraft = (value: unknown): value is FormDraft =>
  typeof value === "object" && value !== null && Object.values(value).every((texts) => Array.isArray(texts) && texts.every((text) => typeof text === "string"))

const kept = (formId: string): FormDraft | null => {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(keyOf(formId)) ?? "null")
    return isDraft(value) ? value : null
  } catch {
    return null
  }
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
    if (form.current === null || fields.length === 0) return
    try {
      sessionStorage.setItem(keyOf(formId), JSON.stringify(draftOfForm(form.current, fields)))
    } catch {
      // A full or forbidden storage loses the draft, nothing else.
    }
  }
  const forget = (): void => {
    try {
      sessionStorage.removeItem(keyOf(formId))
    } catch {
      // see above
    }
  }
  return { draft: restored ?? initial, restored: restored !== null, keep, forget }
}
