"use server"
import { authorizeAction } from "@/server/http/client-actions"

/** For `useActionState`: `query`, `person`, `team`, and `decision` of the button that was pressed. */
export const authorize = authorizeAction
