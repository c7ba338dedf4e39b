"use client"
import { useActionState } from "react"
import { ButtonLink } from "@/app/ui/button-link"
import { Icon } from "@/app/ui/icons"
import { TimeStamp } from "@/app/ui/time-stamp"
import { type ActionState, idle } from "@/server/domain/action-state"
import type { Webhook } from "@/server/domain/webhook"
import { ActionProblem } from "../../components/action-problem"
import { SubmitButton } from "../../components/submit-button"
import { ToldOnce } from "../../components/told-once"
import { changeWebhook, pauseWebhook, removeWebhook, resumeWebhook, rotateWebhook, testWebhook } from "../actions"
import { WebhookFields, webhookFieldIds } from "./webhook-fields"

type Props = { readonly webhook: Webhook; readonly isRemoving: boolean }

/** What an admin does to one webhook. */
export const OpenWebhook = ({ webhook, isRemoving }: Props) => {
  const [tested, test] = useActionState(testWebhook, idle)
  const [paused, pause] = useActionState(webhook.status === "active" ? pauseWebhook : resumeWebhook, idle)
  const [rotated, rotate] = useActionState(rotateWebhook, idle)
  const id = <input type="hidden" name="id" value={webhook.id} />
  const here = `/settings/webhooks?open=${encodeURIComponent(webhook.id)}`
  return (
    <div className="grid gap-3 px-4 py-3.5 max-md:px-3">
      {rotated.status === "done" && (
        <ToldOnce key={rotated.value.secret} title={`New secret of ${webhook.name}`} label="the secret" secret={rotated.value.secret}>
          Copy it now: it cannot be shown again. For a day messages are signed with the secret before as well.
        </ToldOnce>
      )}
      <ActionProblem state={tested} />
      <ActionProblem state={paused} />
      <ActionProblem state={rotated} />
      <Outcome state={tested} />
      {rotated.status !== "done" && webhook.olderSecretUntil !== null && (
        <p className="text-xs text-text-muted">
          The secret before this one signs as well until <TimeStamp at={webhook.olderSecretUntil} />.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <form action={test}>
          {id}
          <SubmitButton>Send a test</SubmitButton>
        </form>
        <form action={pause}>
          {id}
          <SubmitButton>{webhook.status === "active" ? "Pause" : "Resume"}</SubmitButton>
        </form>
        <form action={rotate}>
          {id}
          <SubmitButton>Make a new secret</SubmitButton>
        </form>
        <ButtonLink href={isRemoving ? here : `${here}&ask=remove`} size="lg" scroll={false} replace>
          {isRemoving ? "Keep" : "Remove"}
        </ButtonLink>
      </div>
      {isRemoving && <Removal webhook={webhook} />}
      <ChangeForm key={[webhook.name, webhook.url, ...webhook.events].join(" ")} webhook={webhook} />
    </div>
  )
}

/** What came of a test, or of a message that was sent again. */
export const Outcome = ({ state }: { readonly state: ActionState<{ readonly worked: boolean; readonly message: string }> }) =>
  state.status === "done" && (
    <p role="status" className="flex items-center gap-[7px] wrap-anywhere">
      <Icon name={state.value.worked ? "completed" : "failed"} size={14} className={state.value.worked ? "text-completed" : "text-failed"} />
      {state.value.message}
    </p>
  )

const Removal = ({ webhook }: { readonly webhook: Webhook }) => {
  const [state, action] = useActionState(removeWebhook, idle)
  return (
    <>
      <ActionProblem state={state} />
      <form action={action} className="flex flex-wrap items-center justify-between gap-3">
        <input type="hidden" name="id" value={webhook.id} />
        <p className="max-w-[60ch] flex-1 text-pretty text-text-muted max-md:basis-full">
          Nothing is sent to it any more. What waits for it and its log go with it, and this cannot be undone.
        </p>
        <SubmitButton look="danger">
          Remove<span className="sr-only"> {webhook.name} for good</span>
        </SubmitButton>
      </form>
    </>
  )
}

const ChangeForm = ({ webhook }: { readonly webhook: Webhook }) => {
  const [state, action] = useActionState(changeWebhook, idle)
  return (
    <details open={state.status === "failed" || undefined}>
      <summary className="w-fit cursor-pointer rounded-sm py-1 font-medium max-md:py-3">Change it</summary>
      <form action={action} className="mt-3 grid gap-3.5">
        <ActionProblem state={state} fields={webhookFieldIds(webhook.id)} />
        <input type="hidden" name="id" value={webhook.id} />
        <WebhookFields id={webhook.id} state={state} name={webhook.name} url={webhook.url} events={webhook.events} />
        <div>
          <SubmitButton look="primary">Save</SubmitButton>
        </div>
      </form>
    </details>
  )
}
