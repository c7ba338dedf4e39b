"use client"
import { useActionState } from "react"
import { Field, fieldProps, TextInput } from "@/app/ui/field"
import { Icon } from "@/app/ui/icons"
import { type ActionState, idle, issueAt } from "@/server/domain/action-state"
import type { Retention } from "@/server/domain/retention"
import { ActionProblem } from "../../components/action-problem"
import { Panel } from "../../components/panel"
import { SubmitButton } from "../../components/submit-button"
import { setRetention } from "../actions"
import { endings } from "../endings"

const idOf = (status: string): string => `retention-${status}`

/** What was typed, if the form came back; else what holds. */
const shown = (state: ActionState<unknown>, retention: Retention, status: keyof Retention): string => {
  const typed = state.status === "failed" ? state.values[status] : retention[status]
  return typeof typed === "string" ? typed : typed === null || typed === undefined ? "" : String(typed)
}

export const RetentionForm = ({ retention }: { readonly retention: Retention }) => {
  const [state, action] = useActionState(setRetention, idle)
  return (
    <Panel
      title="How long runs are kept"
      about="Days after a run’s end, by how it ended; nothing means for ever. What is older is deleted for good with all that belongs to it, within the hour. The audit log is kept."
      className="grid gap-4 p-4 max-md:p-3"
    >
      {state.status === "done" && (
        <p role="status" className="flex items-center gap-[7px] rounded-md border border-completed-line bg-completed-soft px-3 py-2 font-semibold">
          <Icon name="completed" size={14} className="text-completed" />
          This holds from now on
        </p>
      )}
      <ActionProblem state={state} fields={Object.fromEntries(endings.map(({ status }) => [status, idOf(status)]))} />
      <form key={JSON.stringify(retention)} action={action} className="grid gap-3.5">
        <div className="grid max-w-[560px] grid-cols-4 gap-3 max-md:grid-cols-2">
          {endings.map(({ status, name }) => {
            const fault = issueAt(state, status)
            const error = fault === undefined ? undefined : "A whole number from 1 to 36500"
            return (
              <Field key={status} id={idOf(status)} label={name} error={error}>
                <TextInput
                  {...fieldProps(idOf(status), { error })}
                  name={status}
                  inputMode="numeric"
                  autoComplete="off"
                  placeholder="for ever"
                  defaultValue={shown(state, retention, status)}
                  className="tabular-nums"
                />
              </Field>
            )
          })}
        </div>
        <div>
          <SubmitButton look="primary">Keep them so long</SubmitButton>
        </div>
      </form>
    </Panel>
  )
}
