import type { Actor } from "../domain/principal"
import type { RunError, TerminalStatus } from "../domain/run"
import type { SandboxOutcome } from "../sandbox/code-runner"
import type { RunInput } from "./run-state"

export type Ended = Extract<RunInput, { readonly _tag: "Ended" }>

/** Somebody stopped it. */
export const cancelledBy = (by: Actor, reason: string): Ended => ({
  _tag: "Ended",
  status: "cancelled",
  by,
  reason: reason === "" ? `cancelled by ${by.label}` : `cancelled by ${by.label}: ${reason}`,
  error: { code: "cancelled", message: reason === "" ? `the run was cancelled by ${by.label}` : `the run was cancelled by ${by.label}: ${reason}` }
})

/** Torn down from outside: not the program's fault, and nobody's wish. */
export const interruptedBy = (reason: string): Ended => ({ _tag: "Ended", status: "interrupted", reason, error: { code: "interrupted", message: reason } })

/** The run it belongs to has ended. */
export const endedWithParent = (parent: TerminalStatus): Ended => {
  const message = `the run that it belongs to is ${parent}`
  return parent === "cancelled" ? { _tag: "Ended", status: "cancelled", reason: message, error: { code: "cancelled", message } } : interruptedBy(message)
}

export const timeIsUp = (timeoutMs: number): Ended => ({
  _tag: "Ended",
  status: "failed",
  reason: "the run reached its time limit",
  error: { code: "time_limit", message: `the run used up its time limit of ${timeoutMs} ms (timeoutMs; time spent waiting for people does not count)` }
})

/** How a run ends by what its sandbox came to. `reason` is what open calls and questions are closed with. */
export const endingOf = (outcome: SandboxOutcome): { readonly status: TerminalStatus; readonly error?: RunError; readonly reason: string } => {
  switch (outcome._tag) {
    case "Returned":
      return { status: "completed", reason: "the program ended without waiting for this" }
    case "Threw":
      return {
        status: "failed",
        reason: "the program failed",
        error: {
          code: outcome.declined === true ? "declined" : "program_error",
          message: outcome.name === "" ? outcome.message : `${outcome.name}: ${outcome.message}`,
          ...(outcome.at ?? {})
        }
      }
    case "LimitHit":
      return { status: "failed", reason: "the program was stopped at a limit", error: { code: limitCodes[outcome.limit], message: outcome.message } }
    case "Stalled":
      return {
        status: "failed",
        reason: "the program stalled",
        error: {
          code: "stalled",
          message: "the program waits for something that can never happen: no call and no timer is open, and a promise it awaits is settled by nothing"
        }
      }
    case "Diverged":
      return { status: "failed", reason: "the program could not be continued", error: { code: "diverged", message: outcome.message } }
    case "Interrupted":
      return { status: "interrupted", reason: "the run was interrupted", error: { code: "interrupted", message: "the run was stopped from outside" } }
  }
}

const limitCodes = {
  time: "time_limit",
  memory: "memory_limit",
  stack: "program_error",
  result: "result_too_large",
  output: "result_too_large",
  stuck: "stuck"
} as const
