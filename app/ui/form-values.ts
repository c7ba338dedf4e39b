import type { ChoiceField, FormField, FormIssue } from "@/server/domain/form-schema"
import { isoToLocal, localToIso } from "./zoned-time"

/** What the controls of a form hold: texts by field; a field of several choices has several, an unticked box none. */
export type FormDraft = Readonly<Record<string, ReadonlyArray<string>>>

/** What a control is named in the submitted form. */
export const controlName = (field: Pick<FormField, "name">): string => `content.${field.name}`
/** The id of a control, which its label, its errors and the summary point to. */
export const controlId = (interactionId: string, name: string): string => `${interactionId}-${name.replace(/[^\w-]/g, (character) => `_${character.codePointAt(0)?.toString(16)}`)}`

/** Up to six choices are seen at once. */
export const showsRadios = (field: Pick<ChoiceField, "options">): boolean => field.options.length <= 6

/** Text that asks for more than a line. */
export const isLongText = (field: FormField): boolean => field.kind === "text" && field.format === null && (field.maxLength ?? 0) > 200

/** What the schema gives as defaults. Times are shown in the reader's zone. */
export const defaultDraft = (fields: ReadonlyArray<FormField>, zone: string): FormDraft =>
  Object.fromEntries(fields.map((field): [string, ReadonlyArray<string>] => {
    if (field.default === null) return [field.name, []]
    switch (field.kind) {
      case "text":
        return [field.name, [field.format === "date-time" ? isoToLocal(field.default, zone) : field.default]]
      case "number":
        return [field.name, [String(field.default)]]
      case "boolean":
        return [field.name, field.default ? ["true"] : []]
      case "choice":
        return [field.name, [field.default]]
      case "choices":
        return [field.name, field.default]
    }
  }))

/** Reads a submitted form; `all` gives every value that came under a name. */
export const draftFrom = (fields: ReadonlyArray<FormField>, all: (name: string) => ReadonlyArray<string>): FormDraft =>
  Object.fromEntries(fields.map((field) => [field.name, all(controlName(field))]))

const numberOf = (text: string): number | string => {
  const written = text.trim().replace(/^\+/, "")
  return written !== "" && Number.isFinite(Number(written)) ? Number(written) : text
}

type Json = string | number | boolean | ReadonlyArray<string>

const valueOf = (field: FormField, values: ReadonlyArray<string>, zone: string): Json | undefined => {
  const [first = ""] = values
  switch (field.kind) {
    case "text":
      if (first === "") return undefined
      return field.format === "date-time" ? (localToIso(first, zone) ?? first) : first.replace(/\r\n/g, "\n")
    case "number":
      return first.trim() === "" ? undefined : numberOf(first)
    case "boolean":
      return first === "true"
    case "choice":
      return first === "" ? undefined : first
    case "choices":
      return values.length === 0 && !field.required ? undefined : values
  }
}

/** The answer that the controls stand for. An empty control is no answer; what does not fit is sent as it is and refused with its reason. */
export const contentOf = (fields: ReadonlyArray<FormField>, draft: FormDraft, zone: string): Record<string, Json> => {
  const content: Record<string, Json> = {}
  for (const field of fields) {
    const value = valueOf(field, draft[field.name] ?? [], zone)
    if (value !== undefined) content[field.name] = value
  }
  return content
}

export interface FieldFault {
  readonly name: string
  /** Below the field: `Must be at least 5`. */
  readonly message: string
  /** In the summary: `Overlap must be at least 5`. */
  readonly sentence: string
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The server's issues as the form says them. An issue whose field is not shown stands in the summary alone. */
export const faultsOf = (fields: ReadonlyArray<FormField>, issues: ReadonlyArray<FormIssue>): ReadonlyArray<FieldFault> =>
  issues.map((issue) => {
    const field = fields.find((one) => one.name === issue.path || issue.path === `content.${one.name}` || issue.path.startsWith(`${one.name}.`) || issue.path.startsWith(`${one.name}[`))
    return { name: field?.name ?? "", message: capital(issue.message), sentence: field === undefined ? capital(`${issue.path} ${issue.message}`.trim()) : `${field.title} ${issue.message}` }
  })

/** `One answer does not fit`, `3 answers do not fit`. */
export const faultsTitle = (count: number): string => (count === 1 ? "One answer does not fit" : `${count} answers do not fit`)
