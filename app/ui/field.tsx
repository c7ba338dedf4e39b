import type { ComponentProps, ReactNode } from "react"
import { cx } from "./cx"
import { Icon } from "./icons"

type Props = {
  /** The id of the control inside; help and error get ids from it (`describedBy`). */
  readonly id: string
  readonly label: ReactNode
  /** At the right end of the label's line: "Show", "optional". */
  readonly aside?: ReactNode
  readonly optional?: boolean | undefined
  readonly help?: ReactNode
  readonly error?: string | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Label, control, help, error. The control inside takes `{...fieldProps(id, { help, error })}`. */
export const Field = ({ id, label, aside, optional = false, help, error, className, children }: Props) => (
  <div className={className}>
    <div className="mb-1.5 flex items-baseline gap-1.5 text-xs font-medium">
      <label htmlFor={id}>{label}</label>
      {optional && <span className="font-normal text-text-subtle">optional</span>}
      {aside !== undefined && <span className="ml-auto">{aside}</span>}
    </div>
    {children}
    {help !== undefined && (
      <p id={`${id}-help`} className="mt-[5px] text-xs text-text-muted">
        {help}
      </p>
    )}
    <FieldError id={id} error={error} />
  </div>
)

/** What is wrong with a field or a group, below it. */
export const FieldError = ({ id, error }: { readonly id: string; readonly error: string | undefined }) =>
  error !== undefined && (
    <p id={`${id}-error`} className="mt-[5px] flex items-center gap-[5px] text-xs text-failed-text">
      <Icon name="failed" size={12} />
      {error}
    </p>
  )

/** What ties a control to its label, help and error. */
export const fieldProps = (id: string, { help, error }: { readonly help?: ReactNode; readonly error?: string | undefined } = {}) => {
  const describedBy = [help !== undefined && `${id}-help`, error !== undefined && `${id}-error`].filter((part) => part !== false).join(" ")
  return { id, ...(describedBy !== "" && { "aria-describedby": describedBy }), ...(error !== undefined && { "aria-invalid": true as const }) }
}

/** 32 high, 44 and 16 px text on a phone (smaller text makes iOS zoom in). */
export const inputClass = "field-edge block min-h-8 w-full px-2.5 py-[5px] leading-5 text-text placeholder:text-text-subtle max-md:min-h-11 max-md:text-[16px]"

export const TextInput = ({ className, ...rest }: ComponentProps<"input">) => <input className={cx(inputClass, className)} {...rest} />

export const TextArea = ({ className, ...rest }: ComponentProps<"textarea">) => <textarea className={cx(inputClass, "resize-y", className)} {...rest} />

/** Stands above a form that was not accepted; each line leads to its field. Give it focus after a submit. */
export const ErrorSummary = ({
  title,
  issues,
  ...rest
}: { readonly title: string; readonly issues?: ReadonlyArray<{ readonly id: string; readonly message: string }> } & Omit<ComponentProps<"div">, "title">) => (
  <div
    role="alert"
    tabIndex={-1}
    className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-failed-line bg-failed-soft px-3 py-2 text-failed-text"
    {...rest}
  >
    <b className="flex items-center gap-[7px] font-semibold">
      <Icon name="failed" size={14} />
      {title}
    </b>
    {issues?.map((issue) => (
      <a key={issue.id} href={`#${issue.id}`} className="underline underline-offset-3">
        {issue.message}
      </a>
    ))}
  </div>
)
