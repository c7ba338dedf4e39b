import type { Schema } from "effect"
import type { Interaction } from "../domain/interaction"
import type { ToolError } from "./tool-invoker"

/** What a failed call throws in the program: an `Error` with these properties. Its JSON goes into the journal. */
export interface CallFailure {
  readonly name: "ToolError" | "ToolDeclinedError"
  readonly code: string
  readonly message: string
  readonly path?: string
  readonly status?: number
  readonly details?: Schema.Json
  readonly retryable?: boolean
  readonly action?: "decline" | "cancel" | "expire"
  readonly reason?: string
  readonly by?: string
}

export const failureOf = (path: string, error: ToolError): CallFailure => ({
  name: "ToolError",
  code: error.code,
  message: error.message,
  path,
  ...(error.status === undefined ? {} : { status: error.status }),
  ...(error.details === undefined ? {} : { details: error.details }),
  ...(error.retryable === undefined ? {} : { retryable: error.retryable })
})

export const failedWith = (path: string, code: string, message: string): CallFailure => ({ name: "ToolError", code, message, path })

/** The answer of a person, or of the deadline, that a program can catch. */
export const declinedBy = (path: string, interaction: Pick<Interaction, "status" | "comment" | "resolvedBy">): CallFailure => {
  const action = interaction.status === "expired" ? "expire" : interaction.status === "cancelled" ? "cancel" : "decline"
  const by = interaction.resolvedBy?.label ?? "Signalbox"
  const reason = interaction.comment ?? ""
  const what = action === "expire" ? `nobody answered ${path} in time` : `${by} ${action === "cancel" ? "cancelled" : "declined"} ${path}`
  return { name: "ToolDeclinedError", code: "tool_declined", message: reason === "" ? what : `${what}: ${reason}`, path, action, reason, by }
}

/** The same question again after it was refused: nobody is asked a second time. */
export const declinedBefore = (path: string): CallFailure => ({
  name: "ToolDeclinedError",
  code: "tool_declined",
  path,
  action: "decline",
  by: "Signalbox",
  reason: "the same question was refused before in this run",
  message: `${path} with the same arguments was refused before in this run; nobody was asked again`
})
