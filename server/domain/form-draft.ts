import type { ChoiceField, ChoicesField, FormField } from "./form-schema"
import { isoToLocal, localToIso } from "./zoned-time"

/** What the controls of a form hold: texts by field; a field of several choices has several, an unticked box none. */
export type FormDraft = Readonly<Record<string, ReadonlyArray<string>>>

/** What a control is named in the submitted form. */
export const controlName = (field: Pick<FormField, "name">): string => `content.${field.name}`

/** What the schema gives as defaults. Times are shown in the reader's zone. */
export const defaultDraft = (fields: ReadonlyArray<FormField>, zone: string): FormDraft =>
  Object.fromEntries(fields.map((field) => [field.name, defaultTexts(field, zone)]))

const defaultTexts = (field: FormField, zone: string): ReadonlyArray<string> => {
  if (field.default === null) return []
  switch (field.kind) {
    case "text":
      return [field.format === "date-time" ? isoToLocal(field.default, zone) : field.default]
    case "number":
      return [String(field.default)]
    case "boolean":
      return field.default ? ["true"] : []
    case "choice":
      return [field.default]
    case "choices":
      return field.default
  }
}

/** Reads a submitted form; `all` gives every value that came under a name. */
export const draftFrom = (fields: ReadonlyArray<FormField>, all: (name: string) => ReadonlyArray<string>): FormDraft =>
  Object.fromEntries(fields.map((field) => [field.name, all(controlName(field))]))

const numberOf = (text: string): number | string => {
  const written = text.trim().replace(/^\+/, "")
  // JSON has no negative nothing.
  return written !== "" && Number.isFinite(Number(written)) ? Number(written) + 0 : text
}

/** Before JavaScript has loaded, a form writes every line break as two characters. */
const unixLines = (text: string): string => text.replace(/\r\n?/g, "\n")

/** The offered value that was chosen, whatever became of its line breaks on the way; else what was sent. */
const chosen = ({ options }: ChoiceField | ChoicesField, sent: string): string =>
  options.find(({ value }) => value === sent || unixLines(value) === unixLines(sent))?.value ?? unixLines(sent)

type Json = string | number | boolean | ReadonlyArray<string>

const answerOf = (field: FormField, values: ReadonlyArray<string>, zone: string): Json | undefined => {
  const [first = ""] = values
  switch (field.kind) {
    case "text":
      if (first === "") return undefined
      return field.format === "date-time" ? (localToIso(first, zone) ?? unixLines(first)) : unixLines(first)
    case "number":
      return first.trim() === "" ? undefined : numberOf(unixLines(first))
    case "boolean":
      return first === "true"
    case "choice":
      return first === "" ? undefined : chosen(field, first)
    case "choices":
      return values.length === 0 && !field.required ? undefined : values.map((value) => chosen(field, value))
  }
}

/** The answer that the controls stand for. An empty control is no answer; what does not fit is sent as it is and refused with its reason. */
export const contentOf = (fields: ReadonlyArray<FormField>, draft: FormDraft, zone: string): Record<string, Json> => {
  const content: Record<string, Json> = {}
  for (const field of fields) {
    const value = answerOf(field, draft[field.name] ?? [], zone)
    if (value !== undefined) content[field.name] = value
  }
  return content
}
