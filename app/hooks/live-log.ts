/**
 * The last messages of the feed, so that data which was read a moment ago can be brought up to date when its component
 * appears. Pure.
 *
 * I1 Entries are in order of arrival. An id may come twice (a new subscription replays); whoever applies messages ignores what it has.
 * I2 `after` says honestly when it cannot know: then the data has to be read again.
 */
export type LogEntry<M> = { readonly id: string; readonly message: M }

export type LiveLog<M> = {
  readonly entries: ReadonlyArray<LogEntry<M>>
  /** From where on the log is complete; null before the first subscription, and after a gap. */
  readonly completeFrom: string | null
}

export const emptyLog: LiveLog<never> = { entries: [], completeFrom: null }

/** Feed positions are decimal numbers that only grow. Anything else is "unknown". */
const isPosition = (id: string): boolean => /^\d{1,30}$/.test(id)

export const isOlder = (a: string, b: string): boolean => isPosition(a) && isPosition(b) && BigInt(a) < BigInt(b)

/** The older one of two resume points; from an unknown one there is no resuming. */
export const olderOf = (a: string | undefined, b: string | undefined): string | undefined => (a === undefined ? b : b === undefined ? a : isOlder(b, a) ? b : a)

/** A subscription that starts there (again): what is in the log stays, if it reaches that far. */
export const startedFrom = <M>(log: LiveLog<M>, position: string | undefined): LiveLog<M> => {
  const newest = log.entries.at(-1)?.id ?? log.completeFrom
  if (position === undefined) return { entries: [], completeFrom: null }
  const joins = newest !== null && (newest === position || isOlder(position, newest))
  if (!joins) return { entries: [], completeFrom: position }
  return log.completeFrom !== null && isOlder(position, log.completeFrom) ? { entries: log.entries, completeFrom: log.completeFrom } : log
}

export const append = <M>(log: LiveLog<M>, entry: LogEntry<M>, capacity: number): LiveLog<M> => {
  const entries = [...log.entries, entry]
  if (entries.length <= capacity) return { ...log, entries }
  const dropped = entries[entries.length - capacity - 1]
  return { entries: entries.slice(-capacity), completeFrom: dropped === undefined || log.completeFrom === null ? null : dropped.id }
}

/** A gap: the server could not replay everything. */
export const broken = <M>(): LiveLog<M> => ({ entries: [], completeFrom: null })

/** What came after `position`; null when the log does not reach back that far. */
export const after = <M>(log: LiveLog<M>, position: string): ReadonlyArray<LogEntry<M>> | null => {
  if (log.completeFrom === null) return null
  if (position !== log.completeFrom && !isOlder(log.completeFrom, position)) return null
  return log.entries.filter(({ id }) => isOlder(position, id))
}
