"use client"
import { useActionState } from "react"
import { roleNames } from "@/app/ui/role-words"
import { TimeStamp } from "@/app/ui/time-stamp"
import { idle } from "@/server/domain/action-state"
import type { RouterOutputs } from "@/server/trpc/router"
import { ActionProblem } from "../../components/action-problem"
import { Panel } from "../../components/panel"
import { SubmitButton } from "../../components/submit-button"
import { withdrawInvitation } from "../actions"

type Invitation = RouterOutputs["members"]["invitations"][number]

/** The invitations that nobody has followed yet. */
export const Invitations = ({ items }: { readonly items: ReadonlyArray<Invitation> }) => {
  const [state, action] = useActionState(withdrawInvitation, idle)
  if (items.length === 0 && state.status !== "failed") return null
  return (
    <Panel title="Open invitations" aside={items.length}>
      {state.status === "failed" && (
        <div className="p-3">
          <ActionProblem state={state} />
        </div>
      )}
      <ul>
        {items.map((item) => (
          <li
            key={item.id}
            className="flex min-h-14 items-center gap-3 border-border px-4 py-2 not-first:border-t max-md:flex-wrap max-md:gap-x-3 max-md:gap-y-1 max-md:px-3"
          >
            <div className="min-w-0 flex-1 max-md:basis-[60%]">
              <div className="truncate font-emphasis">{item.email}</div>
              <div className="truncate text-xs text-text-muted">
                invited by {item.invitedBy}, valid until <TimeStamp at={item.expiresAt} />
              </div>
            </div>
            <span className="w-18 text-right max-md:w-auto">{roleNames[item.role]}</span>
            <form action={action}>
              <input type="hidden" name="id" value={item.id} />
              <SubmitButton>
                Revoke<span className="sr-only"> the invitation of {item.email}</span>
              </SubmitButton>
            </form>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
