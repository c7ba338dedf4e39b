import { Schema } from "effect"
import { EpochMs } from "./epoch-ms"
import { Actor } from "./principal"

/** Through what something was done. */
export const AuditVia = Schema.Literals(["console", "api", "mcp", "rule", "deadline", "system"])
export type AuditVia = typeof AuditVia.Type

/** What is kept of a decision or of a change of rules, members, tokens and sources. */
export const AuditEntry = Schema.Struct({
  /** From 1 without gaps, in each team. */
  seq: Schema.Int,
  at: EpochMs,
  /** A noun and what happened to it: `interaction.accepted`, `rule.created`. */
  action: Schema.String,
  actor: Actor,
  via: AuditVia,
  /** Id of what it happened to. */
  subject: Schema.String,
  /** Redacted: what the actor was shown, what changed. */
  data: Schema.Json,
  previousHash: Schema.String,
  hash: Schema.String
})
export type AuditEntry = typeof AuditEntry.Type

/** An entry before it has its place in the chain. */
export type NewAuditEntry = Omit<AuditEntry, "seq" | "previousHash" | "hash"> & { readonly teamId: string }
