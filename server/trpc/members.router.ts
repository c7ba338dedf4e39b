import { Schema } from "effect"
import { type Invitation, invite, listInvitations, revokeInvitation } from "../auth/invitations"
import { changeRole, listMembers, type Member, removeMember } from "../auth/members"
import { NewInvitation, RoleChange } from "../domain/account"
import { call } from "./call"
import { may, router, valid } from "./init"

const OneMember = Schema.Struct({ userId: Schema.NonEmptyString })
const OneInvitation = Schema.Struct({ id: Schema.NonEmptyString })

export const membersRouter = router({
  list: may("members:read").query(({ ctx }): Promise<ReadonlyArray<Member>> => call(listMembers(ctx.principal))),

  changeRole: may("members:manage")
    .input(valid(RoleChange))
    .mutation(({ ctx, input }): Promise<void> => call(changeRole(ctx.principal, input))),

  remove: may("members:manage")
    .input(valid(OneMember))
    .mutation(({ ctx, input }): Promise<void> => call(removeMember(ctx.principal, input.userId))),

  invitations: may("members:manage").query(({ ctx }): Promise<ReadonlyArray<Invitation>> => call(listInvitations(ctx.principal))),

  /** `link` is shown this once. */
  invite: may("members:manage")
    .input(valid(NewInvitation))
    .mutation(({ ctx, input }): Promise<Invitation & { readonly link: string }> => call(invite(ctx.principal, input))),

  revokeInvitation: may("members:manage")
    .input(valid(OneInvitation))
    .mutation(({ ctx, input }): Promise<void> => call(revokeInvitation(ctx.principal, input.id)))
})
