import type { InteractionStatus } from "./interaction"
import type { Actor } from "./principal"
import type { RunStatus } from "./run"

/** In ms, by nearest rank; null while there is nothing to take them from. */
export interface Percentiles {
  readonly p50: number | null
  readonly p95: number | null
  readonly p99: number | null
}

export interface RunFigures {
  readonly counts: { readonly [Status in RunStatus]?: number }
  /** Start of the oldest run that was looked at; null without runs. */
  readonly oldest: number | null
  /** The range has more runs than were looked at: the figures are about the newest. */
  readonly isCut: boolean
  readonly total: Percentiles
  /** Without the time that people took. */
  readonly machine: Percentiles
  /** Of runs that waited for people at all. */
  readonly human: Percentiles
}

export interface ActorFigures extends Percentiles {
  readonly actor: Actor
  readonly runs: number
  /** Failed and interrupted ones. */
  readonly failed: number
}

export interface ToolFigures extends Percentiles {
  readonly path: string
  readonly calls: number
  readonly runs: number
  readonly failed: number
}

export interface ApprovalFigures {
  readonly counts: { readonly [Status in InteractionStatus]?: number }
  /** From the question to a person's answer. */
  readonly latency: Percentiles
}
