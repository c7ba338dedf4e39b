"use client"
import { useActionState } from "react"
import { Field, fieldProps, TextInput } from "@/app/ui/field"
import { Icon } from "@/app/ui/icons"
import { idle, issueAt } from "@/server/domain/action-state"
import { ActionProblem } from "../../components/action-problem"
import { Panel } from "../../components/panel"
import { SubmitButton } from "../../components/submit-button"
import { changePassword } from "../actions"

export const PasswordForm = ({ email, passwordLength }: { readonly email: string; readonly passwordLength: number }) => {
  const [state, action] = useActionState(changePassword, idle)
  const currentError = issueAt(state, "currentPassword")
  const newError = issueAt(state, "newPassword")
  return (
    <Panel
      title="Password"
      about="Your other sessions end with the change, and your clients are disconnected; this session goes on."
      className="grid gap-4 p-4 max-md:p-3"
    >
      {state.status === "done" && (
        <p role="status" className="flex items-center gap-[7px] rounded-md border border-completed-line bg-completed-soft px-3 py-2 font-semibold">
          <Icon name="completed" size={14} className="text-completed" />
          Your password is changed; your other sessions are over, and your clients are disconnected
        </p>
      )}
      <ActionProblem state={state} fields={{ currentPassword: "current-password", newPassword: "new-password" }} />
      <form action={action} className="grid max-w-[420px] gap-3.5">
        {/* For password managers, which keep a password by its account. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <Field id="current-password" label="Current password" error={currentError}>
          <TextInput
            {...fieldProps("current-password", { error: currentError })}
            name="currentPassword"
            type="password"
            autoComplete="current-password"
            required
          />
        </Field>
        <Field id="new-password" label="New password" help={`At least ${passwordLength} characters`} error={newError}>
          <TextInput
            {...fieldProps("new-password", { help: true, error: newError })}
            name="newPassword"
            type="password"
            autoComplete="new-password"
            minLength={passwordLength}
            required
          />
        </Field>
        <div>
          <SubmitButton look="primary">Change the password</SubmitButton>
        </div>
      </form>
    </Panel>
  )
}
