import type { RunId, TeamId } from "../domain/ids"
import type { Call, Settle } from "../journal/entry"
import type { OpenCall } from "./open-call"
import type { RunWrite, StoredInteraction } from "./run-store"
import type { ToolIdentity } from "./tool-invoker"

/** What is known of a run that is being driven; how it changes is in run-state.ts. */
export interface RunState {
  readonly runId: RunId
  readonly teamId: TeamId
  readonly isOver: boolean
  readonly nextSeq: number
  readonly toolCallCount: number
  /** The program's clock: the time of the last settlement, or of the start. */
  readonly programAt: number
  readonly open: ReadonlyMap<number, OpenCall>
  /** How many yields the program made that wait to be read, those that were read included. */
  readonly yieldCount: number
  /** Questions of this run that a person refused, by path and canonical arguments. */
  readonly refused: ReadonlySet<string>
}

/** What the shell does once the step is committed, in this order. */
export type AfterCommit =
  | {
      readonly _tag: "Dispatch"
      readonly call: Call
      /** The bytes that were approved, when a person was asked. */
      readonly exactArgs: string | null
      /** The tool that was let through. */
      readonly as: ToolIdentity | null
    }
  | { readonly _tag: "Deliver"; readonly settle: Settle }
  /** What a call in flight asked is answered. */
  | { readonly _tag: "AnswerCall"; readonly stored: StoredInteraction }

export interface Step {
  readonly state: RunState
  readonly writes: ReadonlyArray<RunWrite>
  readonly after: ReadonlyArray<AfterCommit>
}
