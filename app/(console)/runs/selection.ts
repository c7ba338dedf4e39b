import type { RunId } from "@/server/domain/ids"

/**
 * Which runs are selected, and what came of acting on them. Pure.
 *
 * I1 What is selected is ids: a run that stops matching, or scrolls out of sight, stays selected; one that joins does not.
 * I2 "All matching" is the ids of one moment, held fast before anything is done.
 */
export type Selection = {
  readonly ids: ReadonlySet<RunId>
  /** The filter in words and when it was held fast; null for rows that were picked. */
  readonly frozen: { readonly words: string; readonly at: number } | null
}

export const nothingSelected: Selection = { ids: new Set(), frozen: null }

export const toggledRun = ({ ids }: Selection, id: RunId): Selection => {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, frozen: null }
}

/** All rows that are loaded, or none of them. */
export const toggledAll = ({ ids }: Selection, rows: ReadonlyArray<RunId>): Selection => {
  const all = rows.length > 0 && rows.every((id) => ids.has(id))
  return { ids: all ? new Set() : new Set([...ids, ...rows]), frozen: null }
}

/** All that match were looked up for one selection: whoever has selected something else meanwhile keeps that. */
export const heldFast = (before: Selection, askedFor: Selection, all: Selection): Selection => (before === askedFor ? all : before)

export type BulkResult =
  | { readonly id: RunId; readonly done: true; readonly newId: RunId | null }
  | { readonly id: RunId; readonly done: false; readonly code: string; readonly message: string }

/** How the work stands: batches follow each other, and it can stop between two of them. */
export type BulkWork = {
  readonly left: ReadonlyArray<RunId>
  readonly results: ReadonlyArray<BulkResult>
  /** Why it stopped before its end; the rest can be sent again. */
  readonly stopped: string | null
}

export const batchSize = 50

export const nextBatch = ({ left }: BulkWork): ReadonlyArray<RunId> => left.slice(0, batchSize)

export const withBatch = ({ left, results }: BulkWork, came: ReadonlyArray<BulkResult>): BulkWork => {
  const told = new Set(came.map(({ id }) => id))
  return { left: left.filter((id) => !told.has(id)), results: [...results, ...came], stopped: null }
}

/** What could not be done, by reason, the most common one first. */
export const failuresOf = ({ results }: BulkWork): ReadonlyArray<{ readonly message: string; readonly ids: ReadonlyArray<RunId> }> => {
  const byMessage = new Map<string, Array<RunId>>()
  for (const one of results) if (!one.done) byMessage.set(one.message, [...(byMessage.get(one.message) ?? []), one.id])
  return [...byMessage].map(([message, ids]) => ({ message, ids })).sort((a, b) => b.ids.length - a.ids.length)
}
