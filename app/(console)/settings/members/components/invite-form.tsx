"use client"
import { useActionState } from "react"
import { Field, fieldProps, TextInput } from "@/app/ui/field"
import { roleNames } from "@/app/ui/role-words"
import { TimeStamp } from "@/app/ui/time-stamp"
import { type ActionState, idle, issueAt } from "@/server/domain/action-state"
import { Role } from "@/server/domain/principal"
import { ActionProblem } from "../../components/action-problem"
import { Panel } from "../../components/panel"
import { SubmitButton } from "../../components/submit-button"
import { ToldOnce } from "../../components/told-once"
import { inviteMember } from "../actions"
import { RoleChoices } from "./role-choices"

/** What was chosen before the form came back, so that it is not chosen anew without being seen. */
const chosenRole = (state: ActionState<unknown>): Role => Role.literals.find((role) => state.status === "failed" && state.values["role"] === role) ?? "operator"

export const InviteForm = () => {
  const [state, action] = useActionState(inviteMember, idle)
  const error = issueAt(state, "email")
  const typed = state.status === "failed" ? state.values["email"] : undefined
  return (
    <Panel
      title="Invite somebody"
      about="You get a link to pass on yourself: it makes an account for this address alone, works once, and for seven days."
      className="grid gap-4 p-4 max-md:p-3"
    >
      {state.status === "done" && (
        <ToldOnce key={state.value.link} title={`Invitation for ${state.value.email}`} label="the invitation link" secret={state.value.link}>
          Give this link to {state.value.email}, who becomes {roleNames[state.value.role]}. It is shown this once and works until{" "}
          <TimeStamp at={state.value.expiresAt} />.
        </ToldOnce>
      )}
      <ActionProblem state={state} fields={{ email: "invite-email" }} />
      {/* A new form after each invitation: its fields start empty. */}
      <form key={state.status === "done" ? state.value.id : "first"} action={action} className="grid gap-3.5">
        <Field id="invite-email" label="Email" error={error} className="max-w-[420px]">
          <TextInput
            {...fieldProps("invite-email", { error })}
            name="email"
            type="email"
            autoComplete="off"
            required
            defaultValue={typeof typed === "string" ? typed : ""}
          />
        </Field>
        <RoleChoices id="invite-role" chosen={chosenRole(state)} />
        <div>
          <SubmitButton look="primary">Make an invitation link</SubmitButton>
        </div>
      </form>
    </Panel>
  )
}
