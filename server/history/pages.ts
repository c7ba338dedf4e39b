import type { RunId } from "../domain/ids"
import type { Interaction, InteractionStatus } from "../domain/interaction"
import type { RunSummary } from "../domain/run"

/** Rows newest first. `nextCursor` leads to older runs, `prevCursor` to newer ones; null: there are none that way. */
export interface RunPage {
  readonly items: ReadonlyArray<RunSummary>
  readonly nextCursor: string | null
  readonly prevCursor: string | null
}

export interface PageRequest {
  readonly cursor?: string | null | undefined
  readonly limit?: number | undefined
  /** Without a cursor: begins with the runs of this moment. */
  readonly at?: number | undefined
}

export interface RunCount {
  readonly total: number
  /** More than `total` match; nobody counted on. */
  readonly totalIsCapped: boolean
}

export interface InteractionsRequest extends PageRequest {
  /** `pending`: the one that expires first on top, then oldest first. `decided`, or one final status: the last decision on top. */
  readonly status: InteractionStatus | "decided"
  readonly runId?: RunId | undefined
}

export interface InteractionPage {
  readonly items: ReadonlyArray<Interaction>
  readonly nextCursor: string | null
  /** All pending ones of the team (of the run, when one was named), whatever the page shows. */
  readonly pendingCount: number
}
