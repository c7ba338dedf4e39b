import type { ChoiceField, FormField, FormIssue } from "@/server/domain/form-schema"

/** The id of a control, which its label, its errors and the summary point to. */
export const controlId = (interactionId: string, name: string): string =>
  `${interactionId}-${name.replace(/[^\w-]/g, (character) => `_${character.codePointAt(0)?.toString(16)}`)}`

/** Up to six choices are seen at once. */
export const showsRadios = (field: Pick<ChoiceField, "options">): boolean => field.options.length <= 6

/** Text that asks for more than a line. */
export const isLongText = (field: FormField): boolean => field.kind === "text" && field.format === null && (field.maxLength ?? 0) > 200

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
    const field = fields.find(
      (one) => one.name === issue.path || issue.path === `content.${one.name}` || issue.path.startsWith(`${one.name}.`) || issue.path.startsWith(`${one.name}[`)
    )
    return {
      name: field?.name ?? "",
      message: capital(issue.message),
      sentence: field === undefined ? capital(`${issue.path} ${issue.message}`.trim()) : `${field.title} ${issue.message}`
    }
  })

/** `One answer does not fit`, `3 answers do not fit`. */
export const faultsTitle = (count: number): string => (count === 1 ? "One answer does not fit" : `${count} answers do not fit`)
