"use server"
import { joinAction, joinAsNewAction, joinWithPasswordAction, signOutAction } from "@/server/http/entry-actions"

/** For `useActionState`: `name` and `password` of a new account. */
export const joinAsNew = joinAsNewAction
/** `password` of the account that is there. */
export const joinWithPassword = joinWithPasswordAction
/** For a form with nothing but a button, of whoever is signed in. */
export const join = joinAction
export const signOut = signOutAction
