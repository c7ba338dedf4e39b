"use client"
import { useActionState } from "react"
import { idle } from "@/server/domain/action-state"
import { ActionProblem } from "../../components/action-problem"
import { Panel } from "../../components/panel"
import { SubmitButton } from "../../components/submit-button"
import { ToldOnce } from "../../components/told-once"
import { createWebhook } from "../actions"
import { WebhookFields, webhookFieldIds } from "./webhook-fields"

/** What a webhook is usually for: somebody should look. */
const usual = ["interaction.pending", "interaction.expiring", "run.failed"]

export const WebhookForm = () => {
  const [state, action] = useActionState(createWebhook, idle)
  return (
    <Panel
      title="New webhook"
      about="Sends what happens to another system as JSON, signed, with a link to the card or the run. Secrets in it are redacted, and nothing in it can decide."
      className="grid gap-4 p-4 max-md:p-3"
    >
      {state.status === "done" && (
        <ToldOnce key={state.value.secret} title={`Secret of ${state.value.name}`} label="the secret" secret={state.value.secret}>
          Copy it now: it is kept sealed and cannot be shown again. Your receiver checks the header <code className="mono">webhook-signature</code> with it, as
          Standard Webhooks describes.
        </ToldOnce>
      )}
      <ActionProblem state={state} fields={webhookFieldIds("webhook")} />
      <form key={state.status === "done" ? state.value.id : "first"} action={action} className="grid gap-3.5">
        <WebhookFields id="webhook" state={state} name="" events={usual} />
        <div>
          <SubmitButton look="primary">Add the webhook</SubmitButton>
        </div>
      </form>
    </Panel>
  )
}
