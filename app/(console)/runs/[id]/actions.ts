"use server"
import { cancelAction } from "@/server/http/console-actions"

/** For `useActionState` of the dialog that stops a run. */
export const cancelRun = cancelAction
