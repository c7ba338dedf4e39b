"use client"
import { useActionState } from "react"
import { idle } from "@/server/domain/action-state"
import { EntryForm, EntryInput, PasswordInput } from "../../components/entry-form"
import { join, joinAsNew, joinWithPassword } from "../actions"

/** For password managers, which keep a password by its account. */
const Account = ({ email }: { readonly email: string }) => <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />

export const NewAccountForm = ({ email, passwordLength }: { readonly email: string; readonly passwordLength: number }) => {
  const [state, action] = useActionState(joinAsNew, idle)
  return (
    <EntryForm state={state} action={action} submit="Join">
      <Account email={email} />
      <EntryInput state={state} name="name" label="Your name" help="Stands on the decisions you make." autoComplete="name" autoFocus />
      <PasswordInput
        state={state}
        name="password"
        label="Password"
        help={`At least ${passwordLength} characters.`}
        autoComplete="new-password"
        minLength={passwordLength}
      />
    </EntryForm>
  )
}

/** The account is there already; its password shows that it is theirs. */
export const PasswordForm = ({ email }: { readonly email: string }) => {
  const [state, action] = useActionState(joinWithPassword, idle)
  return (
    <EntryForm state={state} action={action} submit="Sign in and join">
      <Account email={email} />
      <PasswordInput state={state} name="password" label="Password" help={`Of your account ${email}.`} autoComplete="current-password" />
    </EntryForm>
  )
}

export const JoinForm = ({ teamName }: { readonly teamName: string }) => {
  const [state, action] = useActionState(join, idle)
  return (
    <EntryForm state={state} action={action} submit={`Join ${teamName}`}>
      {null}
    </EntryForm>
  )
}
