"use server"
import { changeRoleAction, inviteAction, removeMemberAction, revokeInvitationAction } from "@/server/http/settings-actions"

/** For `useActionState`. */
export const inviteMember = inviteAction
export const withdrawInvitation = revokeInvitationAction
export const setRole = changeRoleAction
export const removeMember = removeMemberAction
