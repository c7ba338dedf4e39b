"use client"
import { useActionState } from "react"
import { idle } from "@/server/domain/action-state"
import { EntryForm, EntryInput, PasswordInput } from "../../components/entry-form"
import { signIn } from "../actions"

export const SignInForm = ({ returnTo }: { readonly returnTo: string | undefined }) => {
  const [state, action] = useActionState(signIn, idle)
  return (
    <EntryForm state={state} action={action} submit="Sign in">
      {returnTo !== undefined && <input type="hidden" name="returnTo" value={returnTo} />}
      <EntryInput state={state} name="email" label="Email" type="email" autoComplete="username" autoFocus />
      <PasswordInput state={state} name="password" label="Password" autoComplete="current-password" />
    </EntryForm>
  )
}
