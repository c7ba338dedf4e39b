import type { Schema } from "effect"
import { Context, type Effect } from "effect"
import type { TeamId } from "../domain/ids"
import type { Actor } from "../domain/principal"
import type { Trigger } from "../domain/run"
import type { PreparedCall } from "./tool-invoker"

export interface GatedCall {
  readonly teamId: TeamId
  readonly actor: Actor
  readonly trigger: Trigger
  readonly call: PreparedCall
  readonly args: Schema.Json
}

/** An agent's question does not wait for ever: it holds a run that nobody may be looking at. */
export const agentExpiryMs = 24 * 3_600_000

/** How long the questions of a run wait where no rule says so; null: without a limit. */
export const usualExpiryMs = ({ kind }: Actor): number | null => (kind === "user" ? null : agentExpiryMs)

export type Verdict =
  | { readonly _tag: "Allow" }
  | {
      readonly _tag: "Ask"
      readonly message: string
      readonly rule: { readonly id: string; readonly pattern: string } | null
      readonly votesNeeded: number
      /** Whether who submitted the run may approve; without it they may. */
      readonly selfApproval?: boolean
      /** Whether the agent that submitted the run may confirm by itself. */
      readonly requesterMayConfirm?: boolean
      /** ms from now until the default action; null: never. */
      readonly expiresAfterMs: number | null
    }
  | { readonly _tag: "Block"; readonly message: string }

/** Decides whether a prepared tool call may go out, needs a person, or is refused. Never fails: doubt means asking. */
export class CallGate extends Context.Service<
  CallGate,
  {
    check(gated: GatedCall): Effect.Effect<Verdict>
    /** Decides about several calls of one team by the same reading of its rules. */
    checkAll(teamId: TeamId, calls: ReadonlyArray<GatedCall>): Effect.Effect<ReadonlyArray<Verdict>>
  }
>()("signalbox/engine/CallGate") {}
