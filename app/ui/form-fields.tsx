"use client"
import type { ReactNode } from "react"
import { controlName, type FormDraft } from "@/server/domain/form-draft"
import type { ChoiceField, FormField } from "@/server/domain/form-schema"
import { spelledOut } from "@/server/domain/hidden-characters"
import { zoneLabel } from "../hooks/time-format"
import { Field, fieldProps, inputClass, TextArea, TextInput } from "./field"
import { BooleanControl, ChecksControl, RadioControl } from "./form-choices"
import { type ControlProps, helpOf } from "./form-control"
import { controlId, type FieldFault, isLongText, showsRadios } from "./form-values"
import { VisibleText } from "./untrusted-text"

interface Props {
  readonly formId: string
  readonly fields: ReadonlyArray<FormField>
  /** What the controls hold at first: defaults, a kept draft, or what was refused. */
  readonly draft: FormDraft
  readonly faults: ReadonlyArray<FieldFault>
  /** The zone that local times are read in, and when "now" is, for its offset. */
  readonly zone: string
  readonly now: number
}

/** The controls of a form, every kind of the flat schema. They hold their own values; whoever submits reads them from the form. */
export const FormFields = ({ formId, fields, draft, faults, zone, now }: Props) => (
  <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
    <input type="hidden" name="zone" value={zone} />
    {fields.map((field) => (
      <div key={field.name} className={isNarrow(field) ? undefined : "col-span-full"}>
        <Control
          id={controlId(formId, field.name)}
          field={field}
          values={draft[field.name] ?? []}
          error={faults.find((fault) => fault.name === field.name)?.message}
          zoneName={zoneLabel(zone, now)}
        />
      </div>
    ))}
  </div>
)

/** Short answers stand side by side. */
const isNarrow = (field: FormField): boolean =>
  field.kind === "number" ||
  (field.kind === "text" && (field.format === "date" || field.format === "date-time")) ||
  (field.kind === "choice" && !showsRadios(field))

const Control = (props: ControlProps<FormField>): ReactNode => {
  const { field } = props
  switch (field.kind) {
    case "text":
    case "number":
      return <TextControl {...props} field={field} />
    case "boolean":
      return <BooleanControl {...props} field={field} />
    case "choice":
      return showsRadios(field) ? <RadioControl {...props} field={field} /> : <SelectControl {...props} field={field} />
    case "choices":
      return <ChecksControl {...props} field={field} />
  }
}

const inputTypes = { email: "email", uri: "url", date: "date", "date-time": "datetime-local" } as const

const TextControl = ({ id, field, values, error, zoneName }: ControlProps<Extract<FormField, { kind: "text" | "number" }>>) => {
  const help = helpOf({ field, zoneName })
  const shared = {
    ...fieldProps(id, { help, error }),
    name: controlName(field),
    defaultValue: values[0] ?? "",
    "aria-required": field.required,
    autoComplete: "off"
  } as const
  return (
    <Field id={id} label={<VisibleText text={field.title} />} optional={!field.required} help={help} error={error}>
      {isLongText(field) ? (
        <TextArea rows={3} {...shared} />
      ) : field.kind === "number" ? (
        <TextInput inputMode={field.integer ? "numeric" : "decimal"} className="tabular-nums" {...shared} />
      ) : (
        <TextInput type={field.format === null ? "text" : inputTypes[field.format]} {...shared} />
      )}
    </Field>
  )
}

const SelectControl = ({ id, field, values, error, zoneName }: ControlProps<ChoiceField>) => {
  const help = helpOf({ field, zoneName })
  return (
    <Field id={id} label={<VisibleText text={field.title} />} optional={!field.required} help={help} error={error}>
      <select
        {...fieldProps(id, { help, error })}
        name={controlName(field)}
        defaultValue={values[0] ?? ""}
        aria-required={field.required}
        className={inputClass}
      >
        <option value="">{field.required ? "Choose one" : "No answer"}</option>
        {field.options.map((option) => (
          <option key={option.value} value={option.value}>
            {spelledOut(option.title)}
          </option>
        ))}
      </select>
    </Field>
  )
}
