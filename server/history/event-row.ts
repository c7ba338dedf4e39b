import { Schema } from "effect"
import { InteractionId, RunId, TeamId } from "../domain/ids"
import type { RunEvent } from "../domain/run-event"
import { eventOfRow } from "../store/run-event-row"
import { Whole } from "./read"

/** What a follower needs to know of an event before it decides to read it. */
export interface EventHead {
  /** Rises in the order of commits over all runs. */
  readonly id: number
  readonly runId: RunId
  readonly teamId: TeamId
  readonly type: RunEvent["_tag"]
  /** Of the interaction that the event opened or closed. */
  readonly interactionId: InteractionId | null
}

const Head = { id: Whole, runId: RunId, teamId: TeamId }

const HeadRow = Schema.Struct({
  ...Head,
  type: Schema.Literals([
    "ExecutionStarted",
    "ToolCallStarted",
    "ToolCallFinished",
    "InteractionStarted",
    "InteractionResolved",
    "InteractionChanged",
    "OutputEmitted",
    "LogWritten",
    "RunRebuilt",
    "ControlYielded",
    "ExecutionFinished"
  ]),
  data: Schema.NullOr(Schema.fromJsonString(Schema.Struct({ interactionId: InteractionId })))
})
const decodeHeads = Schema.decodeUnknownSync(Schema.Array(HeadRow))

export const headsOf = (rows: unknown): ReadonlyArray<EventHead> =>
  decodeHeads(rows).map(({ data, ...head }) => ({ ...head, interactionId: data?.interactionId ?? null }))

const EventRow = Schema.Struct({ ...Head, seq: Whole, type: Schema.String, at: Whole, data: Schema.String })
const decodeRows = Schema.decodeUnknownSync(Schema.Array(EventRow))

export interface NumberedEvent {
  readonly id: number
  readonly event: RunEvent
}

/** Rows of `RunEvent`. */
export const eventsOf = (rows: unknown): ReadonlyArray<NumberedEvent> => decodeRows(rows).map(({ id, ...row }) => ({ id, event: eventOfRow(row) }))
