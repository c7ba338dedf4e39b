"use server"
import { setupAction } from "@/server/http/entry-actions"

/** For `useActionState`; the form has `name`, `email` and `password`. */
export const createFirstAdmin = setupAction
