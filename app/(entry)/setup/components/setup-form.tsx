"use client"
import { useActionState } from "react"
import { idle } from "@/server/domain/action-state"
import { EntryForm, EntryInput, PasswordInput } from "../../components/entry-form"
import { createFirstAdmin } from "../actions"

export const SetupForm = ({ passwordLength }: { readonly passwordLength: number }) => {
  const [state, action] = useActionState(createFirstAdmin, idle)
  return (
    <EntryForm state={state} action={action} submit="Create the admin">
      <EntryInput state={state} name="name" label="Your name" help="Stands on the decisions you make." autoComplete="name" autoFocus />
      <EntryInput state={state} name="email" label="Email" type="email" autoComplete="username" />
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
