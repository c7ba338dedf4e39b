"use client"
import type { ReactNode } from "react"
import { controlName, type FormDraft } from "@/server/domain/form-draft"
import type { ChoiceField, ChoicesField, FormField } from "@/server/domain/form-schema"
import { zoneLabel } from "../hooks/time-format"
import { cx } from "./cx"
import { Field, fieldProps, inputClass, TextArea, TextInput } from "./field"
import { controlId, type FieldFault, isLongText, showsRadios } from "./form-values"
import { Icon } from "./icon"
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
const isNarrow = (field: FormField): boolean => field.kind === "number" || (field.kind === "text" && (field.format === "date" || field.format === "date-time")) || (field.kind === "choice" && !showsRadios(field))

interface ControlProps<F extends FormField> {
  readonly id: string
  readonly field: F
  readonly values: ReadonlyArray<string>
  readonly error: string | undefined
  readonly zoneName: string
}

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

const helpOf = ({ field, zoneName }: Pick<ControlProps<FormField>, "field" | "zoneName">): ReactNode => {
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

const inputTypes = { email: "email", uri: "url", date: "date", "date-time": "datetime-local" } as const

const TextControl = ({ id, field, values, error, zoneName }: ControlProps<Extract<FormField, { kind: "text" | "number" }>>) => {
  const help = helpOf({ field, zoneName })
  const shared = { ...fieldProps(id, { help, error }), name: controlName(field), defaultValue: values[0] ?? "", "aria-required": field.required, autoComplete: "off" } as const
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
      <select {...fieldProps(id, { help, error })} name={controlName(field)} defaultValue={values[0] ?? ""} aria-required={field.required} className={inputClass}>
        <option value="">{field.required ? "Choose one" : "No answer"}</option>
        {field.options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.title}
          </option>
        ))}
      </select>
    </Field>
  )
}

/** Several controls under one label: the group carries the id, so that the summary can lead to it. */
const Group = ({ id, field, error, zoneName, children, role }: Omit<ControlProps<FormField>, "values"> & { readonly children: ReactNode; readonly role: "radiogroup" | "group" }) => {
  const help = helpOf({ field, zoneName })
  return (
    <div {...fieldProps(id, { help, error })} role={role} aria-labelledby={`${id}-label`} {...(role === "radiogroup" && { "aria-required": field.required })} tabIndex={-1} className="outline-none">
      <div id={`${id}-label`} className="mb-1.5 flex items-baseline gap-1.5 text-xs font-medium">
        <span>
          <VisibleText text={field.title} />
        </span>
        {!field.required && <span className="font-normal text-text-subtle">optional</span>}
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-1">{children}</div>
      {help !== undefined && (
        <p id={`${id}-help`} className="mt-[5px] text-xs text-text-muted">
          {help}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-[5px] flex items-center gap-[5px] text-xs text-failed-text">
          <Icon name="failed" size={12} />
          {error}
        </p>
      )}
    </div>
  )
}

const optionClass = "flex min-h-[30px] cursor-pointer items-center gap-[9px] py-[5px] leading-5 max-md:min-h-11"

const RadioControl = (props: ControlProps<ChoiceField>) => {
  const { id, field, values } = props
  const options = field.required ? field.options : [...field.options, { value: "", title: "No answer" }]
  return (
    <Group {...props} role="radiogroup">
      {options.map((option) => (
        <label key={option.value} className={optionClass}>
          <input type="radio" name={controlName(field)} value={option.value} defaultChecked={(values[0] ?? (field.required ? undefined : "")) === option.value} aria-describedby={`${id}-label`} className={markClass("radio")} />
          <span className={cx("min-w-0 wrap-anywhere", option.value === "" && "text-text-muted")}>
            <VisibleText text={option.title} />
          </span>
        </label>
      ))}
    </Group>
  )
}

const ChecksControl = (props: ControlProps<ChoicesField>) => {
  const { id, field, values } = props
  return (
    <Group {...props} role="group">
      {field.options.map((option) => (
        <label key={option.value} className={optionClass}>
          <CheckInput name={controlName(field)} value={option.value} defaultChecked={values.includes(option.value)} describedBy={`${id}-label`} />
          <span className="min-w-0 wrap-anywhere">
            <VisibleText text={option.title} />
          </span>
        </label>
      ))}
    </Group>
  )
}

const BooleanControl = ({ id, field, values, error, zoneName }: ControlProps<Extract<FormField, { kind: "boolean" }>>) => {
  const help = helpOf({ field, zoneName })
  const { "aria-describedby": describedBy } = { "aria-describedby": undefined, ...fieldProps(id, { help, error }) }
  return (
    <div>
      <label className={optionClass}>
        <CheckInput id={id} name={controlName(field)} value="true" defaultChecked={values[0] === "true"} describedBy={describedBy} invalid={error !== undefined} />
        <span className="min-w-0 font-medium wrap-anywhere">
          <VisibleText text={field.title} />
        </span>
      </label>
      {help !== undefined && (
        <p id={`${id}-help`} className="text-xs text-text-muted">
          {help}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-[5px] flex items-center gap-[5px] text-xs text-failed-text">
          <Icon name="failed" size={12} />
          {error}
        </p>
      )}
    </div>
  )
}

/** Drawn by ourselves: a radio is a ring that fills from its edge, a checkbox a small teal square with a tick. */
const markClass = (kind: "radio" | "check"): string =>
  cx(
    "peer size-4 flex-none appearance-none border border-border-control bg-surface-raised",
    kind === "radio" ? "rounded-full checked:border-[5px] checked:border-accent" : "rounded-xs checked:border-accent checked:bg-accent"
  )

const CheckInput = ({
  id, name, value, defaultChecked, describedBy, invalid = false
}: { readonly id?: string; readonly name: string; readonly value: string; readonly defaultChecked: boolean; readonly describedBy: string | undefined; readonly invalid?: boolean }) => (
  <span className="relative grid flex-none">
    <input id={id} type="checkbox" name={name} value={value} defaultChecked={defaultChecked} aria-describedby={describedBy} {...(invalid && { "aria-invalid": true })} className={markClass("check")} />
    <Icon name="tick" size={12} className="pointer-events-none absolute inset-0.5 hidden text-on-accent peer-checked:block" />
  </span>
)
