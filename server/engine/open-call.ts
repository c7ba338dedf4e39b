import type { InteractionId } from "../domain/ids"
import type { Call } from "../journal/entry"
import type { CallFailure } from "./call-failure"
import type { NewInteraction } from "./run-store"
import type { ToolIdentity } from "./tool-invoker"

/** A call that is not settled. */
export interface OpenCall {
  readonly call: Call
  /** `asking`: a person has to answer first. */
  readonly phase: "asking" | "running"
  readonly interactionId: InteractionId | null
  /** What the call itself asks people while it runs. */
  readonly inCall?: ReadonlySet<InteractionId>
  /** Of a yield that waits to be read: which one of the run it is, from 1. */
  readonly yieldNumber?: number
}

/** Nothing comes of the call before a person has answered. */
export const waitsForPeople = ({ phase, inCall }: OpenCall): boolean => phase === "asking" || (inCall !== undefined && inCall.size > 0)

/** What is to become of a call the program made, as the shell found out. */
export type Classified =
  /** `as`: the tool that the rules let through. */
  | { readonly _tag: "Go"; readonly as?: ToolIdentity }
  /** Given back to the observer of a cell; settled when it has been read. */
  | { readonly _tag: "Yield" }
  | { readonly _tag: "Ask"; readonly interaction: NewInteraction }
  | { readonly _tag: "Refuse"; readonly failure: CallFailure }
