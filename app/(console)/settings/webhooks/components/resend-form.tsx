"use client"
import { useActionState } from "react"
import { idle } from "@/server/domain/action-state"
import { ActionProblem } from "../../components/action-problem"
import { SubmitButton } from "../../components/submit-button"
import { resendMessage } from "../actions"
import { Outcome } from "./open-webhook"

/** Sends one message again, under its own id. */
export const ResendForm = ({ webhookId, messageId }: { readonly webhookId: string; readonly messageId: string }) => {
  const [state, action] = useActionState(resendMessage, idle)
  return (
    <form action={action} className="flex flex-wrap items-center gap-3">
      <input type="hidden" name="id" value={webhookId} />
      <input type="hidden" name="messageId" value={messageId} />
      <SubmitButton>Send it again</SubmitButton>
      <ActionProblem state={state} />
      <Outcome state={state} />
    </form>
  )
}
