"use server"
import { signInAction, signOutAction } from "@/server/http/entry-actions"

/** For `useActionState`; the form has `email`, `password` and, hidden, `returnTo`. */
export const signIn = signInAction

/** For a form with nothing but a button. */
export const signOut = signOutAction
