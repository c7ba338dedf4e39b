"use client"
import { useActionState } from "react"
import { idle } from "@/server/domain/action-state"
import type { RouterOutputs } from "@/server/trpc/router"
import { ActionProblem } from "../../components/action-problem"
import { SubmitButton } from "../../components/submit-button"
import { revokeToken } from "../actions"

/** Below a token's row: asks once more, and says what follows. */
export const RevokeToken = ({ token }: { readonly token: RouterOutputs["tokens"]["list"][number] }) => {
  const [state, action] = useActionState(revokeToken, idle)
  return (
    <div className="grid gap-3 border-t border-border bg-surface-sunken px-4 py-3.5 max-md:px-3">
      <ActionProblem state={state} />
      <form action={action} className="flex flex-wrap items-center justify-between gap-3">
        <input type="hidden" name="id" value={token.id} />
        <p className="max-w-[60ch] flex-1 text-pretty text-text-muted max-md:basis-full">
          From now on it opens nothing, and this cannot be undone. Runs that it submitted go on.
        </p>
        <SubmitButton look="danger">
          Revoke<span className="sr-only"> {token.name} for good</span>
        </SubmitButton>
      </form>
    </div>
  )
}
