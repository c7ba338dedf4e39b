"use server"
import { setRetentionAction } from "@/server/http/settings-actions"

/** For `useActionState`. */
export const setRetention = setRetentionAction
