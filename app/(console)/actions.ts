"use server"
import { answerAction } from "@/server/http/console-actions"

/** For `useActionState` of a question's card, in the inbox and on a run's page. */
export const answerQuestion = answerAction
