import { Schema } from "effect"

/**
 * The journal: everything that entered a sandbox from outside, in order, so that a run can be rebuilt from it.
 * Values are JSON text, exactly as the program sent or will receive them; the store keeps them encrypted.
 * A change of what these entries mean, or of the sandbox prelude, changes replay: raise `engineVersion` with it.
 */
export const engineVersion = 1

/** The first entry of every run. */
export const Start = Schema.TaggedStruct("Start", {
  at: Schema.Finite,
  seed: Schema.Int,
  codeHash: Schema.String,
  engineVersion: Schema.Int,
  /** JSON text of the program's `args`; absent when none were given. */
  args: Schema.optionalKey(Schema.String)
})
/** A process opened the run. Its key collides with the next append of an older owner, which then drops the run. */
export const Own = Schema.TaggedStruct("Own", { by: Schema.String })

export const CallKind = Schema.Literals(["tool", "human", "timer", "yield"])
export type CallKind = typeof CallKind.Type

/** The program asked for something. `id` counts from 1; `line` is the program's own, null when unknown. */
export const Call = Schema.TaggedStruct("Call", {
  id: Schema.Int,
  kind: CallKind,
  path: Schema.String,
  args: Schema.String,
  line: Schema.NullOr(Schema.Int)
})
export type Call = typeof Call.Type

/** What a call came to. `at` (epoch ms) is the program's clock from this delivery on; absent `json` is `undefined`. */
export const Settle = Schema.TaggedStruct("Settle", {
  id: Schema.Int,
  ok: Schema.Boolean,
  json: Schema.optionalKey(Schema.String),
  at: Schema.Finite
})
export type Settle = typeof Settle.Type

export const JournalEntry = Schema.Union([Start, Own, Call, Settle])
export type JournalEntry = typeof JournalEntry.Type

/** What the sandbox is fed on a rebuild. */
export type ReplayEntry = Call | Settle
