"use client"
import { type ReactNode, useEffect, useRef, useState } from "react"
import { useFormStatus } from "react-dom"
import { buttonClass } from "@/app/ui/button-class"
import { cx } from "@/app/ui/cx"
import { ErrorSummary, Field, fieldProps, TextInput } from "@/app/ui/field"
import { type ActionFailure, type ActionState, issueAt } from "@/server/domain/action-state"

const inputClass = "min-h-9 max-md:min-h-12 max-md:text-[16px]"

type Props = {
  readonly state: ActionState<unknown>
  readonly action: (form: FormData) => void
  readonly submit: string
  readonly children: ReactNode
}

/** A form of one column whose answer stands above its fields and takes the focus. Works before JavaScript has loaded. */
export const EntryForm = ({ state, action, submit, children }: Props) => {
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (state.status === "failed") summary.current?.focus()
  }, [state])
  return (
    <form action={action} className="mt-6 mb-5 grid gap-5" noValidate={false}>
      {state.status === "failed" && (
        <ErrorSummary ref={summary} title={titleOf(state.failure)} issues={(state.failure.issues ?? []).map(({ path, message }) => ({ id: path, message }))} />
      )}
      {children}
      <Submit>{submit}</Submit>
    </form>
  )
}

const titleOf = ({ message, issues = [] }: ActionFailure): string =>
  issues.length === 0 ? message : issues.length === 1 ? "One field needs another look" : "Some fields need another look"

const Submit = ({ children }: { readonly children: ReactNode }) => {
  const { pending } = useFormStatus()
  return (
    <button
      type="submit"
      className={cx(buttonClass({ look: "primary" }), "h-9! w-full max-md:h-12! max-md:text-[16px]")}
      {...(pending && { "aria-disabled": true, onClick: (event) => event.preventDefault() })}
    >
      {children}
    </button>
  )
}

type InputProps = {
  readonly state: ActionState<unknown>
  readonly name: string
  readonly label: string
  readonly help?: string | undefined
  readonly autoFocus?: boolean | undefined
}

const typed = (state: ActionState<unknown>, name: string): string => {
  const value = state.status === "failed" ? state.values[name] : undefined
  return typeof value === "string" ? value : ""
}

export const EntryInput = ({
  state,
  name,
  label,
  help,
  type = "text",
  autoComplete,
  autoFocus = false
}: InputProps & { readonly type?: "text" | "email"; readonly autoComplete: string }) => {
  const error = issueAt(state, name)
  return (
    <Field id={name} label={label} help={help} error={error}>
      <TextInput
        {...fieldProps(name, { help, error })}
        name={name}
        type={type}
        autoComplete={autoComplete}
        autoFocus={autoFocus}
        required
        defaultValue={typed(state, name)}
        className={inputClass}
      />
    </Field>
  )
}

/** With "Show", once there is JavaScript to do it. */
export const PasswordInput = ({
  state,
  name,
  label,
  help,
  autoComplete,
  minLength
}: InputProps & { readonly autoComplete: "current-password" | "new-password"; readonly minLength?: number }) => {
  const [shown, setShown] = useState(false)
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  const error = issueAt(state, name)
  const toggle = (
    <button
      type="button"
      aria-pressed={shown}
      aria-label={shown ? "Hide password" : "Show password"}
      className="rounded-xs font-medium text-accent-text"
      onClick={() => setShown(!shown)}
    >
      {shown ? "Hide" : "Show"}
    </button>
  )
  return (
    <Field id={name} label={label} help={help} error={error} aside={ready ? toggle : undefined}>
      <TextInput
        {...fieldProps(name, { help, error })}
        name={name}
        type={shown ? "text" : "password"}
        autoComplete={autoComplete}
        required
        {...(minLength !== undefined && { minLength })}
        className={inputClass}
      />
    </Field>
  )
}
