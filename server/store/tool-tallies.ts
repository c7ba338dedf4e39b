import type { RunId } from "../domain/ids"

/** A run shows this many different paths; the tool filter knows all of them. */
const shownPaths = 100
const keptRuns = 2_000

/** Which tools a run called how often, in order of first use. */
export class ToolTally {
  private constructor(private readonly counts: ReadonlyMap<string, number>) {}

  static readonly empty = new ToolTally(new Map())

  static parse(json: string): ToolTally {
    const pairs: ReadonlyArray<readonly [string, number]> = JSON.parse(json)
    return new ToolTally(new Map(pairs))
  }

  has(path: string): boolean {
    return this.counts.has(path)
  }

  with(path: string): ToolTally {
    const before = this.counts.get(path)
    if (before === undefined && this.counts.size >= shownPaths) return this
    return new ToolTally(new Map(this.counts).set(path, (before ?? 0) + 1))
  }

  toJson(): string {
    return JSON.stringify([...this.counts])
  }
}

/**
 * The tallies of runs that this process owns, so that a call need not read its run's row. What is not here is read first
 * (`missing`), so forgetting costs a query only.
 */
export class ToolTallies {
  private readonly byRun = new Map<RunId, ToolTally>()

  of(runId: RunId): ToolTally {
    return this.byRun.get(runId) ?? ToolTally.empty
  }

  isMissing(runId: RunId): boolean {
    return !this.byRun.has(runId)
  }

  keep(runId: RunId, tally: ToolTally): void {
    this.byRun.delete(runId)
    this.byRun.set(runId, tally)
    if (this.byRun.size <= keptRuns) return
    const [oldest] = this.byRun.keys()
    if (oldest !== undefined) this.byRun.delete(oldest)
  }

  forget(runId: RunId): void {
    this.byRun.delete(runId)
  }
}
