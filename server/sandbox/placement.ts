/** Which thread the next run enters, and which run enters next. Pure. */
export interface Place {
  readonly ready: boolean
  /** A run was sent of which nothing is heard yet. */
  readonly starting: boolean
  /** Computing at this moment. */
  readonly busy: boolean
  readonly residents: number
}

/**
 * The place for one more run, or nothing. A thread holds at most one run of which nothing is heard yet: otherwise a queue
 * of programs that spin stands before every settlement of a well-behaved neighbour.
 */
export const placeForOneMore = <P extends Place>(places: ReadonlyArray<P>): P | undefined =>
  places.filter((place) => place.ready && !place.starting).sort((a, b) => Number(a.busy) - Number(b.busy) || a.residents - b.residents)[0]

/** Runs that lost their thread enter before new ones: they have proven that they wait, and people wait for them. */
export const nextToEnter = <R extends { readonly proven: boolean }>(waiting: ReadonlyArray<R>): R | undefined => waiting.find((run) => run.proven) ?? waiting[0]
