import type { Schema } from "effect"
import type { InteractionId } from "../domain/ids"
import type { ApprovalTerms, InteractionStatus, ResolvedVia } from "../domain/interaction"
import type { Actor } from "../domain/principal"

/* What people (and deadlines) do to a question, as it is written. */

/** What an approval binds besides the arguments: all of it has to be the same when the call is made. */
export interface BoundTo {
  readonly path: string
  readonly connection: string | null
  /** Questions of older versions do not name it. */
  readonly connectionId?: string
  readonly schemaHash: string
  readonly ruleId: string | null
  readonly codeHash: string
}

export type { ApprovalTerms } from "../domain/interaction"

export interface Vote {
  readonly by: Actor
  readonly at: number
}

/** Other arguments than those that were asked about, and what follows from them. */
export interface Edit {
  /** Redacted. */
  readonly args: Schema.Json
  readonly exactArgs: string
  readonly bindingHash: string
  readonly boundTo: BoundTo
  readonly terms: ApprovalTerms
  readonly rule: { readonly id: string; readonly pattern: string } | null
  readonly votesNeeded: number
}

/** A rule that comes with a decision: both are recorded, or neither is. */
export interface AddedRule {
  readonly id: string
  readonly pattern: string
  readonly effect: "allow"
  readonly terms: { readonly [name: string]: Schema.Json }
}

export interface Decision {
  readonly interactionId: InteractionId
  readonly status: Exclude<InteractionStatus, "pending">
  readonly by: Actor
  readonly via: ResolvedVia
  readonly comment: string | null
  readonly content: Schema.Json | null
  readonly at: number
  /** Decides only what nobody changed since this revision; without it, whatever is there. */
  readonly revision?: number
  /** All votes with this one, where there is more than one. */
  readonly votes?: ReadonlyArray<Vote>
  readonly edit?: Edit
  readonly rule?: AddedRule
}

/** A question changes and stays open. Counts from `revision` only, before its deadline only. */
export interface Change {
  readonly interactionId: InteractionId
  readonly revision: number
  readonly change: "voted" | "edited" | "extended" | "expiring"
  readonly by: Actor
  readonly via: ResolvedVia
  readonly at: number
  readonly comment: string | null
  readonly votes?: ReadonlyArray<Vote>
  readonly edit?: Edit
  readonly expiresAt?: number
  /** How many warnings have been given with this one. */
  readonly warnings?: number
}

/** Who answers, and through what. */
export interface AnsweredBy {
  readonly actor: Actor
  readonly via: ResolvedVia
  /** What the answer is to bring with it: no answer counts without it then. */
  readonly rule?: AddedRule
}
