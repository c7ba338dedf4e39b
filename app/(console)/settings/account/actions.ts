"use server"
import { changePasswordAction } from "@/server/http/settings-actions"

/** For `useActionState`. */
export const changePassword = changePasswordAction
