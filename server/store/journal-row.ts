import { Schema } from "effect"
import { JournalEntry } from "../journal/entry"
import type { Sealing } from "./sealed"

const fromJson = Schema.fromJsonString(JournalEntry)
const encode = Schema.encodeSync(fromJson)
const decode = Schema.decodeUnknownSync(fromJson)

const context = (runId: string, seq: number): string => `journal:${runId}:${seq}`

export const sealEntry = (sealing: Sealing, runId: string, seq: number, entry: JournalEntry): string => sealing.seal(encode(entry), context(runId, seq))

/** Throws when the row is not what was sealed at this place. */
export const openEntry = (sealing: Sealing, row: { readonly runId: string; readonly seq: number; readonly value: string }): JournalEntry =>
  decode(sealing.open(row.value, context(row.runId, row.seq)))
