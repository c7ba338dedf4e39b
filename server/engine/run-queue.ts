import { Context, type Effect, type Scope } from "effect"
import type { RunId, TeamId } from "../domain/ids"

/** The right to continue a run. Checked by the local clock before each dispatch. */
export interface Lease {
  /** `<process>.<number>`, unique per opening; written into the journal's `own` entry. */
  readonly owner: string
  readonly valid: () => boolean
  /**
   * The run now only waits for people (`true`: it holds no place among the active runs) or goes on (`false`: waits for a place).
   * `staysInMemory`: a call of it is under way meanwhile.
   */
  readonly idle: (isIdle: boolean, staysInMemory?: boolean) => Effect.Effect<void>
}

/** Which process an owner belongs to. */
export const processOf = (owner: string): string => owner.split(".", 1)[0] ?? owner

export interface Wake {
  readonly runId: RunId
  readonly teamId: TeamId
}

/** Who continues which run. May deliver twice, late or never without hurting a run: the truth is in the journal. */
export class RunQueue extends Context.Service<
  RunQueue,
  {
    /** The run became runnable; wakes of a run that is already queued or being worked on coalesce, and none is lost. */
    wake(wake: Wake): Effect.Effect<void>
    /** How many runs go before this one, itself included, while it waits for a place; null when it does not. */
    position(runId: RunId): Effect.Effect<number | null>
    /** Works runs with this function until the scope closes; at most the configured number are active at once, teams in turn. */
    work(drive: (wake: Wake, lease: Lease) => Effect.Effect<void>): Effect.Effect<void, never, Scope.Scope>
  }
>()("signalbox/engine/RunQueue") {}
