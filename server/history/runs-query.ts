import { Context, type Effect } from "effect"
import type { InteractionId, RunId, TeamId } from "../domain/ids"
import type { Interaction } from "../domain/interaction"
import type { Run, RunSummary } from "../domain/run"
import type { RunFilter } from "../domain/run-filter"
import type { MalformedCursor } from "./cursor"

/** Rows newest first. `nextCursor` leads to older runs, `prevCursor` to newer ones; null: there are none that way. */
export interface RunPage {
  readonly items: ReadonlyArray<RunSummary>
  readonly nextCursor: string | null
  readonly prevCursor: string | null
}

export interface PageRequest {
  readonly cursor?: string | null | undefined
  readonly limit?: number | undefined
}

export interface RunCount {
  readonly total: number
  /** More than `total` match; nobody counted on. */
  readonly totalIsCapped: boolean
}

export interface InteractionsRequest extends PageRequest {
  /** `pending`: the one that expires first on top, then oldest first. `decided`: the last decision on top. */
  readonly status: "pending" | "decided"
  readonly runId?: RunId | undefined
}

export interface InteractionPage {
  readonly items: ReadonlyArray<Interaction>
  readonly nextCursor: string | null
  /** All pending ones of the team (of the run, when one was named), whatever the page shows. */
  readonly pendingCount: number
}

/** Reads what happened. Everything belongs to a team; what another team owns is not there. */
export class RunsQuery extends Context.Service<RunsQuery, {
  list(teamId: TeamId, filter: RunFilter, page: PageRequest): Effect.Effect<RunPage, MalformedCursor>
  count(teamId: TeamId, filter: RunFilter): Effect.Effect<RunCount>
  detail(teamId: TeamId, runId: RunId): Effect.Effect<Run | null>
  /** For the runs of one team; unknown ids and other teams' runs are left out. */
  summaries(teamId: TeamId, runIds: ReadonlyArray<RunId>): Effect.Effect<ReadonlyArray<RunSummary>>
  interactions(teamId: TeamId, request: InteractionsRequest): Effect.Effect<InteractionPage, MalformedCursor>
  interaction(teamId: TeamId, id: InteractionId): Effect.Effect<Interaction | null>
  /** Unknown ids and other teams' interactions are left out. */
  interactionsById(teamId: TeamId, ids: ReadonlyArray<InteractionId>): Effect.Effect<ReadonlyArray<Interaction>>
  pendingCount(teamId: TeamId): Effect.Effect<number>
}>()("signalbox/history/RunsQuery") {}
