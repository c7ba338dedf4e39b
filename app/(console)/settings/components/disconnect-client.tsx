"use client"
import { useActionState } from "react"
import { idle } from "@/server/domain/action-state"
import { disconnectClient } from "../actions"
import { ActionProblem } from "./action-problem"
import { SubmitButton } from "./submit-button"

/** Below a client's row: asks once more, and says what follows. */
export const DisconnectClient = ({ id, name, from }: { readonly id: string; readonly name: string; readonly from: string }) => {
  const [state, action] = useActionState(disconnectClient, idle)
  return (
    <div className="grid gap-3 border-t border-border bg-surface-sunken px-4 py-3.5 max-md:px-3">
      <ActionProblem state={state} />
      <form action={action} className="flex flex-wrap items-center justify-between gap-3">
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="from" value={from} />
        <p className="max-w-[60ch] flex-1 text-pretty text-text-muted max-md:basis-full">
          From its next call on it is refused, and asks its person to sign in again. Runs that it submitted go on.
        </p>
        <SubmitButton look="danger">
          Disconnect<span className="sr-only"> {name} for good</span>
        </SubmitButton>
      </form>
    </div>
  )
}
