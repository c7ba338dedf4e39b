"use client"
import { useActionState } from "react"
import { CheckInput } from "@/app/ui/check-input"
import { Field, fieldProps, TextInput } from "@/app/ui/field"
import { Icon } from "@/app/ui/icons"
import { idle, issueAt } from "@/server/domain/action-state"
import { HostUse } from "@/server/domain/host-entry"
import { ActionProblem } from "../../components/action-problem"
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
        <fieldset id="uses" tabIndex={-1} className="outline-none" {...(usesError !== undefined && { "aria-describedby": "uses-error" })}>
          <legend className="mb-1 text-xs font-medium">Allowed for</legend>
          {HostUse.literals.map((use) => (
            <label key={use} htmlFor={`use-${use}`} className="flex min-h-[30px] cursor-pointer items-start gap-[9px] py-[5px] leading-5 max-md:min-h-11">
              <span className="mt-0.5">
                <CheckInput id={`use-${use}`} name="uses" value={use} defaultChecked={ticked.includes(use)} />
              </span>
              <span className="min-w-0">{useWords[use]}</span>
            </label>
          ))}
          {usesError !== undefined && (
            <p id="uses-error" className="mt-[5px] flex items-center gap-[5px] text-xs text-failed-text">
              <Icon name="failed" size={12} />
              {usesError}
            </p>
          )}
        </fieldset>
        <div>
          <SubmitButton look="primary">Allow it</SubmitButton>
        </div>
      </form>
    </Panel>
  )
}
