"use server"
import { submitAction } from "@/server/http/console-actions"

/** For `useActionState`; the form has `code`, `args` (JSON text) and `timeoutMs`. Leads to the run. */
export const submitProgram = submitAction
