import { Effect } from "effect"
import type { InteractionId, RunId, TeamId } from "../domain/ids"
import type { Interaction } from "../domain/interaction"
import type { RunSummary } from "../domain/run"
import type { RunEvent } from "../domain/run-event"
import type { EventHead } from "../history/event-row"
import { RunsQuery } from "../history/runs-query"
import type { LiveItem } from "./message"

/** A team's events with `from < id <= to`, and everything they touched as it is by now. Read once for all followers. */
export interface Batch {
  readonly from: number
  readonly to: number
  readonly heads: ReadonlyArray<EventHead>
  readonly runs: ReadonlyMap<RunId, RunSummary>
  readonly interactions: ReadonlyMap<InteractionId, Interaction>
  readonly pendingCount: number
}

/** Reads after the events are committed, so what it finds is at least as new as they are. */
export const readBatch = Effect.fnUntraced(function* (teamId: TeamId, range: { readonly from: number; readonly to: number }, heads: ReadonlyArray<EventHead>) {
  const query = yield* RunsQuery
  const runs = yield* query.summaries(teamId, [...new Set(heads.map(({ runId }) => runId))])
  const asked = [...new Set(heads.flatMap(({ interactionId }) => (interactionId === null ? [] : [interactionId])))]
  const interactions = yield* query.interactionsById(teamId, asked)
  const batch: Batch = {
    ...range,
    heads,
    runs: new Map(runs.map((run) => [run.id, run])),
    interactions: new Map(interactions.map((interaction) => [interaction.id, interaction])),
    pendingCount: yield* query.pendingCount(teamId)
  }
  return batch
})

/** What changes nothing that a list shows. */
const quiet: ReadonlySet<EventHead["type"]> = new Set(["OutputEmitted", "LogWritten", "RunRebuilt", "ControlYielded"])
const isQuiet = ({ type }: EventHead): boolean => quiet.has(type)

/** The ids of events that a follower with these runs reads in full. */
export const namedIds = ({ heads }: Batch, named: ReadonlySet<RunId>): ReadonlyArray<number> =>
  heads.filter(({ runId }) => named.has(runId)).map(({ id }) => id)

/**
 * What a follower is sent of a batch: every event of the runs it named; of other runs only the last event, and of each
 * interaction the last one, since a message tells how things are by now. What is left out always has a later id of the
 * same run or interaction behind it, so resuming from any id that was sent loses nothing.
 */
export const itemsOf = (batch: Batch, named: ReadonlySet<RunId>, events: ReadonlyMap<number, RunEvent>): ReadonlyArray<LiveItem> => {
  const lastOf = new Map<string, number>()
  for (const head of batch.heads) {
    if (!isQuiet(head)) lastOf.set(head.runId, head.id)
    if (head.interactionId !== null) lastOf.set(head.interactionId, head.id)
  }
  return batch.heads.flatMap((head) => {
    const run = batch.runs.get(head.runId)
    const isWanted = named.has(head.runId) || lastOf.get(head.runId) === head.id || (head.interactionId !== null && lastOf.get(head.interactionId) === head.id)
    if (run === undefined || !isWanted) return []
    const event = events.get(head.id)
    const interaction = head.interactionId === null ? undefined : batch.interactions.get(head.interactionId)
    return [
      {
        id: String(head.id),
        message: {
          type: "run" as const,
          run,
          pendingCount: batch.pendingCount,
          ...(event === undefined ? {} : { event }),
          ...(interaction === undefined ? {} : { interaction })
        }
      }
    ]
  })
}
