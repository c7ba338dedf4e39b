"use server"
import { allowHostAction, removeHostAction } from "@/server/http/settings-actions"

/** For `useActionState`. */
export const allowHost = allowHostAction
export const removeHost = removeHostAction
