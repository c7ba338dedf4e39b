import { createHash } from "node:crypto"
import type { AuditEntry, NewAuditEntry } from "../domain/audit"
import { canonicalJson } from "../domain/canonical-json"
import type { appendAudit } from "./sql/audit"
import { type RowFor, storable } from "./sql/statement"

/**
 * The audit log's chain: an entry's hash covers all it says, its number and the hash before it. The database computes the
 * hash of a new entry inside the transaction that adds it; here is what it is computed of, and how it is proved.
 */

/** The entry as a row, with the text that its hash covers. */
export const auditRow = (entry: NewAuditEntry): RowFor<typeof appendAudit> => {
  const row = {
    teamId: entry.teamId,
    at: entry.at,
    action: entry.action,
    actorKind: entry.actor.kind,
    actorId: storable(entry.actor.id),
    actorLabel: storable(entry.actor.label),
    via: entry.via,
    subject: storable(entry.subject),
    data: storable(JSON.stringify(entry.data))
  }
  return { ...row, body: canonicalJson(row) }
}

/** Where a chain of entries stops being what was written. */
export type ChainFault =
  | { readonly _tag: "Missing"; readonly seq: number }
  | { readonly _tag: "Unlinked"; readonly seq: number }
  | { readonly _tag: "Changed"; readonly seq: number }

/** A row as stored. */
export interface ChainRow extends Omit<AuditEntry, "actor" | "data"> {
  readonly teamId: string
  readonly actorKind: string
  readonly actorId: string
  readonly actorLabel: string
  /** JSON text. */
  readonly data: string
}

/** What a row says and its predecessor's hash make this hash. */
export const chainHash = (row: Omit<ChainRow, "hash">): string => {
  const { teamId, at, action, actorKind, actorId, actorLabel, via, subject, data } = row
  const body = canonicalJson({ teamId, at, action, actorKind, actorId, actorLabel, via, subject, data })
  return createHash("sha256").update(`${row.previousHash}\n${row.seq}\n${body}`, "utf8").digest("hex")
}

/** The head of a chain so far: of nothing at the beginning. */
export interface ChainHead {
  readonly seq: number
  readonly hash: string
}
export const emptyChain: ChainHead = { seq: 0, hash: "" }

/** Follows the chain over its next rows, in order: the new head, or the first row that does not fit. */
export const followChain = (from: ChainHead, rows: ReadonlyArray<ChainRow>): { readonly head: ChainHead; readonly fault: ChainFault | null } => {
  let head = from
  for (const row of rows) {
    if (row.seq !== head.seq + 1) return { head, fault: { _tag: "Missing", seq: head.seq + 1 } }
    if (row.previousHash !== head.hash) return { head, fault: { _tag: "Unlinked", seq: row.seq } }
    if (chainHash(row) !== row.hash) return { head, fault: { _tag: "Changed", seq: row.seq } }
    head = { seq: row.seq, hash: row.hash }
  }
  return { head, fault: null }
}
