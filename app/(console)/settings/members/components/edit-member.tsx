"use client"
import { useActionState, useId } from "react"
import { idle } from "@/server/domain/action-state"
import type { RouterOutputs } from "@/server/trpc/router"
import { ActionProblem } from "../../components/action-problem"
import { SubmitButton } from "../../components/submit-button"
import { removeMember, setRole } from "../actions"
import { RoleChoices } from "./role-choices"

type Member = RouterOutputs["members"]["list"][number]

/** Below a member's row: another role, or the way out of the team. */
export const EditMember = ({ member, isSelf, isLastAdmin }: { readonly member: Member; readonly isSelf: boolean; readonly isLastAdmin: boolean }) => {
  const [changed, change] = useActionState(setRole, idle)
  const [removed, remove] = useActionState(removeMember, idle)
  const id = useId()
  const who = isSelf ? "You" : member.name
  if (isLastAdmin)
    return (
      <p className="border-t border-border bg-surface-sunken px-4 py-3.5 text-pretty text-text-muted max-md:px-3">
        {who} {isSelf ? "are" : "is"} the team’s last admin, without whom nobody could manage it. Make somebody else an admin first.
      </p>
    )
  return (
    <div className="grid gap-4 border-t border-border bg-surface-sunken px-4 py-4 max-md:px-3">
      <ActionProblem state={changed} />
      <form action={change} className="grid gap-3">
        <input type="hidden" name="userId" value={member.userId} />
        <RoleChoices id={`${id}-role`} chosen={member.role} />
        <div>
          <SubmitButton look="primary">Change the role</SubmitButton>
        </div>
      </form>
      <hr className="border-border" />
      <ActionProblem state={removed} />
      <form action={remove} className="flex flex-wrap items-center justify-between gap-3">
        <input type="hidden" name="userId" value={member.userId} />
        <p className="max-w-[60ch] flex-1 text-pretty text-text-muted max-md:basis-full">
          {isSelf ? "You are signed out everywhere at once, and only an invitation brings you back." : "They are signed out everywhere at once."} What{" "}
          {isSelf ? "you" : "they"} decided stays in the record. Service tokens go on; those that {isSelf ? "you" : "they"} made are marked on their page, where
          each can be revoked.
        </p>
        <SubmitButton look="danger">{isSelf ? "Leave the team" : "Remove from the team"}</SubmitButton>
      </form>
    </div>
  )
}
