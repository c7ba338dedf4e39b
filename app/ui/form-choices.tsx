"use client"
import type { ReactNode } from "react"
import { controlName } from "@/server/domain/form-draft"
import type { ChoiceField, ChoicesField, FormField } from "@/server/domain/form-schema"
import { CheckInput, markClass } from "./check-input"
import { cx } from "./cx"
import { FieldError, fieldProps } from "./field"
import { type ControlProps, helpOf } from "./form-control"
import { VisibleText } from "./untrusted-text"

/** Several controls under one label: the group carries the id, so that the summary can lead to it. */
const Group = ({
  id,
  field,
  error,
  zoneName,
  children,
  role
}: Omit<ControlProps<FormField>, "values"> & { readonly children: ReactNode; readonly role: "radiogroup" | "group" }) => {
  const help = helpOf({ field, zoneName })
  const shared = { ...fieldProps(id, { help, error }), "aria-labelledby": `${id}-label`, tabIndex: -1, className: "outline-none" }
  const inside = (
    <>
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
      <FieldError id={id} error={error} />
    </>
  )
  return role === "radiogroup" ? (
    <div role="radiogroup" aria-required={field.required} {...shared}>
      {inside}
    </div>
  ) : (
    <fieldset {...shared}>{inside}</fieldset>
  )
}

const optionClass = "flex min-h-[30px] cursor-pointer items-center gap-[9px] py-[5px] leading-5 max-md:min-h-11"

export const RadioControl = (props: ControlProps<ChoiceField>) => {
  const { id, field, values } = props
  const options = field.required ? field.options : [...field.options, { value: "", title: "No answer" }]
  return (
    <Group {...props} role="radiogroup">
      {options.map((option) => (
        <label key={option.value} className={optionClass}>
          <input
            type="radio"
            name={controlName(field)}
            value={option.value}
            defaultChecked={(values[0] ?? (field.required ? undefined : "")) === option.value}
            aria-describedby={`${id}-label`}
            className={markClass("radio")}
          />
          <span className={cx("min-w-0 wrap-anywhere", option.value === "" && "text-text-muted")}>
            <VisibleText text={option.title} />
          </span>
        </label>
      ))}
    </Group>
  )
}

export const ChecksControl = (props: ControlProps<ChoicesField>) => {
  const { id, field, values } = props
  return (
    <Group {...props} role="group">
      {field.options.map((option, index) => (
        <label key={option.value} htmlFor={`${id}-${index}`} className={optionClass}>
          <CheckInput
            id={`${id}-${index}`}
            name={controlName(field)}
            value={option.value}
            defaultChecked={values.includes(option.value)}
            describedBy={`${id}-label`}
          />
          <span className="min-w-0 wrap-anywhere">
            <VisibleText text={option.title} />
          </span>
        </label>
      ))}
    </Group>
  )
}

export const BooleanControl = ({ id, field, values, error, zoneName }: ControlProps<Extract<FormField, { kind: "boolean" }>>) => {
  const help = helpOf({ field, zoneName })
  const { "aria-describedby": describedBy } = { "aria-describedby": undefined, ...fieldProps(id, { help, error }) }
  return (
    <div>
      <label htmlFor={id} className={optionClass}>
        <CheckInput
          id={id}
          name={controlName(field)}
          value="true"
          defaultChecked={values[0] === "true"}
          describedBy={describedBy}
          invalid={error !== undefined}
        />
        <span className="min-w-0 font-medium wrap-anywhere">
          <VisibleText text={field.title} />
        </span>
      </label>
      {help !== undefined && (
        <p id={`${id}-help`} className="text-xs text-text-muted">
          {help}
        </p>
      )}
      <FieldError id={id} error={error} />
    </div>
  )
}
