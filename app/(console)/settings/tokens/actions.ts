"use server"
import { createTokenAction, revokeTokenAction } from "@/server/http/settings-actions"

/** For `useActionState`. */
export const createToken = createTokenAction
export const revokeToken = revokeTokenAction
