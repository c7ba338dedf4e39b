import type { ReactNode } from "react"
import type { FormField } from "@/server/domain/form-schema"
import { VisibleText } from "./untrusted-text"

/** What every control of a form is given. */
export interface ControlProps<F extends FormField> {
  readonly id: string
  readonly field: F
  readonly values: ReadonlyArray<string>
  readonly error: string | undefined
  readonly zoneName: string
}

const bounds = (field: FormField): string | undefined => {
  if (field.kind === "number") {
    if (field.minimum !== null && field.maximum !== null) return `From ${field.minimum} to ${field.maximum}`
    if (field.minimum !== null) return `At least ${field.minimum}`
    return field.maximum === null ? undefined : `At most ${field.maximum}`
  }
  if (field.kind === "text" && field.maxLength !== null) return `At most ${field.maxLength} characters`
  if (field.kind === "choices" && field.minItems !== null && field.minItems > 1) return `At least ${field.minItems}`
  return undefined
}

/** What stands below a control: what the form says, the zone of its times, its bounds. */
export const helpOf = ({ field, zoneName }: Pick<ControlProps<FormField>, "field" | "zoneName">): ReactNode => {
  const zone = field.kind === "text" && field.format === "date-time" ? zoneName : undefined
  const hints = [zone, bounds(field)].filter((part) => part !== undefined)
  if (field.description === null) return hints.length === 0 ? undefined : hints.join(" · ")
  return (
    <>
      <VisibleText text={field.description} />
      {hints.length > 0 && ` · ${hints.join(" · ")}`}
    </>
  )
}
