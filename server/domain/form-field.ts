import { compilePattern } from "./safe-pattern"
import { formatFault, type TextFormat } from "./text-format"

/** One fault: which field, and what is wrong with it, as words that follow the field's name. */
export interface FormIssue {
  readonly path: string
  readonly message: string
}

export interface Option {
  readonly value: string
  readonly title: string
}

/** What every field has. */
export interface FieldHead {
  readonly name: string
  readonly title: string
  readonly description: string | null
  readonly required: boolean
}

export interface TextField extends FieldHead {
  readonly kind: "text"
  readonly format: TextFormat | null
  readonly minLength: number | null
  readonly maxLength: number | null
  /** Checked by `compilePattern`, which takes linear time whatever the pattern is. */
  readonly pattern: string | null
  readonly default: string | null
}
export interface NumberField extends FieldHead {
  readonly kind: "number"
  readonly integer: boolean
  readonly minimum: number | null
  readonly maximum: number | null
  /** The value must be above, below these. */
  readonly exclusiveMinimum: number | null
  readonly exclusiveMaximum: number | null
  readonly default: number | null
}
export interface BooleanField extends FieldHead {
  readonly kind: "boolean"
  readonly default: boolean | null
}
export interface ChoiceField extends FieldHead {
  readonly kind: "choice"
  readonly options: ReadonlyArray<Option>
  readonly default: string | null
}
export interface ChoicesField extends FieldHead {
  readonly kind: "choices"
  readonly options: ReadonlyArray<Option>
  readonly minItems: number | null
  readonly maxItems: number | null
  readonly default: ReadonlyArray<string> | null
}
/** The flat JSON Schema of MCP elicitation, field by field. */
export type FormField = TextField | NumberField | BooleanField | ChoiceField | ChoicesField

/** What a field holds: text, a number, a tick, or the chosen options. */
export type FieldValue = string | number | boolean | ReadonlyArray<string>
export type CheckedValue = { readonly value: FieldValue } | { readonly fault: string }

const isText = (value: unknown): value is string => typeof value === "string"

/** Whether a value fits its field; the fault is worded to follow the field's name. */
export const checkValue = (field: FormField, value: unknown): CheckedValue => {
  switch (field.kind) {
    case "text":
      return checkText(field, value)
    case "number":
      return checkNumber(field, value)
    case "boolean":
      return typeof value === "boolean" ? { value } : { fault: "must be true or false" }
    case "choice":
      return isText(value) && field.options.some((option) => option.value === value) ? { value } : { fault: `must be one of ${listed(field.options)}` }
    case "choices":
      return checkChoices(field, value)
  }
}

const listed = (options: ReadonlyArray<Option>): string => {
  const shown = options
    .slice(0, 10)
    .map((option) => option.value)
    .join(", ")
  return options.length > 10 ? `${shown} and ${options.length - 10} more` : shown
}

const characters = (amount: number): string => (amount === 1 ? "1 character" : `${amount} characters`)
const choices = (amount: number): string => (amount === 1 ? "1 choice" : `${amount} choices`)

const checkText = (field: TextField, value: unknown): CheckedValue => {
  if (!isText(value)) return { fault: "must be text" }
  // JSON Schema counts characters, not UTF-16 units.
  const length = [...value].length
  if (field.minLength !== null && length < field.minLength) return { fault: `must have at least ${characters(field.minLength)}` }
  if (field.maxLength !== null && length > field.maxLength) return { fault: `must have at most ${characters(field.maxLength)}` }
  if (field.pattern !== null) {
    const pattern = compilePattern(field.pattern)
    if ("test" in pattern && value.length > pattern.longestText) return { fault: `must have at most ${characters(pattern.longestText)}` }
    if ("test" in pattern && !pattern.test(value)) return { fault: `must match the pattern ${field.pattern}` }
  }
  const fault = field.format === null ? null : formatFault(field.format, value)
  return fault === null ? { value } : { fault }
}

const checkNumber = (field: NumberField, value: unknown): CheckedValue => {
  if (typeof value !== "number" || !Number.isFinite(value)) return { fault: field.integer ? "must be a whole number" : "must be a number" }
  if (field.integer && !Number.isInteger(value)) return { fault: "must be a whole number" }
  if (field.minimum !== null && value < field.minimum) return { fault: `must be at least ${field.minimum}` }
  if (field.maximum !== null && value > field.maximum) return { fault: `must be at most ${field.maximum}` }
  if (field.exclusiveMinimum !== null && value <= field.exclusiveMinimum) return { fault: `must be more than ${field.exclusiveMinimum}` }
  if (field.exclusiveMaximum !== null && value >= field.exclusiveMaximum) return { fault: `must be less than ${field.exclusiveMaximum}` }
  return { value }
}

const checkChoices = (field: ChoicesField, value: unknown): CheckedValue => {
  if (!Array.isArray(value) || !value.every(isText)) return { fault: "must be a list of choices" }
  const offered = new Set(field.options.map((option) => option.value))
  if (!value.every((item) => offered.has(item))) return { fault: `must be chosen from ${listed(field.options)}` }
  if (new Set(value).size < value.length) return { fault: "must not name a choice twice" }
  if (field.minItems !== null && value.length < field.minItems) return { fault: `needs at least ${choices(field.minItems)}` }
  if (field.maxItems !== null && value.length > field.maxItems) return { fault: `takes at most ${choices(field.maxItems)}` }
  return { value }
}
