"use client"
import { useActionState } from "react"
import { Field, fieldProps, TextInput } from "@/app/ui/field"
import { idle, issueAt } from "@/server/domain/action-state"
import { ActionProblem } from "../../components/action-problem"
import { Panel } from "../../components/panel"
import { SubmitButton } from "../../components/submit-button"
import { allowHost } from "../actions"

export const HostForm = () => {
  const [state, action] = useActionState(allowHost, idle)
  const error = issueAt(state, "host")
  const typed = state.status === "failed" ? state.values["host"] : undefined
  return (
    <Panel
      title="Allow a private host"
      about="Calls of tools and webhooks reach public addresses only. What is allowed here is reached as well, by every team of this installation and whatever a program asks for."
      className="grid gap-4 p-4 max-md:p-3"
    >
      <ActionProblem state={state} fields={{ host: "host" }} />
      <form action={action} className="grid max-w-[420px] gap-3.5">
        <Field id="host" label="Host" help="A host, host:port, or a range of addresses: billing.internal:8080, 10.1.0.0/16" error={error}>
          <TextInput
            {...fieldProps("host", { help: true, error })}
            name="host"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={260}
            required
            defaultValue={typeof typed === "string" ? typed : ""}
            className="font-mono text-xs"
          />
        </Field>
        <div>
          <SubmitButton look="primary">Allow it</SubmitButton>
        </div>
      </form>
    </Panel>
  )
}
