"use client"
import { useActionState } from "react"
import { Field, fieldProps, TextInput } from "@/app/ui/field"
import { idle, issueAt } from "@/server/domain/action-state"
import { HostUse } from "@/server/domain/host-entry"
import { ActionProblem } from "../../components/action-problem"
import { CheckGroup } from "../../components/check-group"
import { Panel } from "../../components/panel"
import { SubmitButton } from "../../components/submit-button"
import { allowHost } from "../actions"
import { useWords } from "../host-words"

export const HostForm = () => {
  const [state, action] = useActionState(allowHost, idle)
  const error = issueAt(state, "host")
  const usesError = issueAt(state, "uses")
  const ticked = state.status === "failed" ? [state.values["uses"] ?? []].flat() : []
  const typed = state.status === "failed" ? state.values["host"] : undefined
  return (
    <Panel
      title="Allow a host"
      about="Sources and webhooks reach public addresses only, and programs call no host by themselves. What is allowed here counts for the whole installation, from the next call on."
      className="grid gap-4 p-4 max-md:p-3"
    >
      <ActionProblem state={state} fields={{ host: "host", uses: "uses" }} />
      <form action={action} className="grid gap-3.5">
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
        <CheckGroup
          id="uses"
          legend="Allowed for"
          name="uses"
          choices={HostUse.literals.map((use) => ({ value: use, words: useWords[use] }))}
          ticked={ticked}
          error={usesError}
        />
        <div>
          <SubmitButton look="primary">Allow it</SubmitButton>
        </div>
      </form>
    </Panel>
  )
}
