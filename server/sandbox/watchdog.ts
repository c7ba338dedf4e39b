/**
 * Decides from a worker's shared words whether it hangs. Pure.
 * Time is counted in looks, not by a clock: when the server itself stood still, no look happened and nobody is blamed.
 * The interrupt handler beats about every ten thousand steps of the program. A long built-in (sort, join) does not beat,
 * and only the end of its thread stops it. A beating program ends by its own deadline.
 */
export interface Sample {
  readonly run: number
  readonly turn: number
  readonly beats: number
}

export interface Watch {
  readonly sample: Sample
  readonly sameTurn: number
  readonly noBeat: number
}

export interface Patience {
  /** Looks after which a worker that does not beat is ended. */
  readonly stuckAfter: number
  /** Looks from which on the runs that are due behind a long turn are moved. */
  readonly slowAfter: number
}

export type Verdict = "fine" | "slow" | "stuck"

export const unwatched: Watch = { sample: { run: 0, turn: 0, beats: 0 }, sameTurn: 0, noBeat: 0 }

export const look = (before: Watch, sample: Sample, patience: Patience): readonly [Watch, Verdict] => {
  const same = sample.run !== 0 && sample.run === before.sample.run && sample.turn === before.sample.turn
  const sameTurn = same ? before.sameTurn + 1 : 0
  const noBeat = same && sample.beats === before.sample.beats ? before.noBeat + 1 : 0
  const after = { sample, sameTurn, noBeat }
  if (noBeat >= patience.stuckAfter) return [after, "stuck"]
  // At each look that finds it long: a neighbour may have got something to do since the last one.
  return [after, sameTurn >= patience.slowAfter ? "slow" : "fine"]
}
