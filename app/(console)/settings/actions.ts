"use server"
import { disconnectClientAction } from "@/server/http/client-actions"

/** For `useActionState`; of the account's page and of that with the tokens. */
export const disconnectClient = disconnectClientAction
