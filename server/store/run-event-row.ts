import type { RunEvent, UnnumberedEvent } from "../domain/run-event"

/** The columns of `RunEvent` that make up an event. */
export interface RunEventRow {
  readonly runId: string
  readonly teamId: string
  readonly seq: number
  readonly type: string
  readonly at: number
  readonly data: string
}

/** What is not in a column of its own: JSON text, times as epoch milliseconds. */
export const eventData = (event: UnnumberedEvent): string => {
  const { _tag, runId: _runId, teamId: _teamId, at: _at, ...data } = event
  return JSON.stringify(data)
}

export const numbered = (event: UnnumberedEvent, seq: number): RunEvent => ({ ...event, seq })

/** Rows are written by `eventData` alone, so they are trusted. */
export const eventOfRow = (row: RunEventRow): RunEvent =>
  ({ _tag: row.type, runId: row.runId, teamId: row.teamId, seq: row.seq, at: row.at, ...JSON.parse(row.data) }) as RunEvent // allow cast: parser of our own rows
