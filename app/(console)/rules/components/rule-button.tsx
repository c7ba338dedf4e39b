"use client"
import { type ReactNode, useActionState, useEffect } from "react"
import { buttonClass } from "@/app/ui/button-class"
import { useToast } from "@/app/ui/toast"
import { type ActionState, idle } from "@/server/domain/action-state"

export type RuleAction = (previous: ActionState<never>, form: FormData) => Promise<ActionState<never>>

interface Props {
  readonly action: RuleAction
  readonly fields: Readonly<Record<string, string>>
  readonly label: string
  readonly disabled?: boolean
  readonly children: ReactNode
}

/** One thing done to one rule: a form with nothing but a button, so that it works before JavaScript has loaded. */
export const RuleButton = ({ action, fields, label, disabled = false, children }: Props) => {
  const [state, formAction, pending] = useActionState(action, idle)
  const toast = useToast()
  useEffect(() => {
    if (state.status === "failed") toast({ tone: "failed", text: state.failure.message })
  }, [state, toast])
  return (
    <form action={formAction} className="contents">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button
        type="submit"
        aria-label={label}
        title={label}
        disabled={disabled || pending}
        className={`${buttonClass({ look: "ghost", size: "sm", icon: true })} disabled:invisible max-md:size-10!`}
      >
        {children}
      </button>
    </form>
  )
}
