/**
 * Who gets the next of a limited number of places. Pure state machine: `ask` and `leave` say who may go now.
 * Those who come back (a run whose person answered) go before new ones; among new ones the teams take turns.
 */
export interface Asker {
  readonly id: number
  readonly team: string
  readonly isReturning: boolean
}

export interface Places {
  readonly limit: number
  readonly taken: number
  readonly asking: ReadonlyArray<Asker>
  /** Teams in the order in which they were served last, the latest at the end. */
  readonly served: ReadonlyArray<string>
}

export const emptyPlaces = (limit: number): Places => ({ limit, taken: 0, asking: [], served: [] })

export interface Move {
  readonly places: Places
  /** Who may go now. */
  readonly admitted: ReadonlyArray<number>
}

export const ask = (places: Places, asker: Asker): Move => admit({ ...places, asking: [...places.asking, asker] })

/** A place is given back. */
export const leave = (places: Places): Move => admit({ ...places, taken: Math.max(0, places.taken - 1) })

/** Somebody who asked does not want a place any more; nothing changes when it was admitted already. */
export const withdraw = (places: Places, id: number): Places => ({ ...places, asking: places.asking.filter((asker) => asker.id !== id) })

const admit = (before: Places): Move => {
  let places = before
  const admitted: Array<number> = []
  while (places.taken < places.limit) {
    const next = nextOf(places)
    if (next === undefined) break
    admitted.push(next.id)
    places = { ...serve(places, next), taken: places.taken + 1 }
  }
  return { places, admitted }
}

const serve = (places: Places, next: Asker): Places => ({
  ...places,
  asking: places.asking.filter((asker) => asker !== next),
  served: [...places.served.filter((team) => team !== next.team), next.team]
})

const nextOf = ({ asking, served }: Places): Asker | undefined => {
  const returning = asking.find((asker) => asker.isReturning)
  if (returning !== undefined) return returning
  let best: Asker | undefined
  let bestTurn = Number.POSITIVE_INFINITY
  // A team that was never served has turn -1 and goes first; within a team the first to ask.
  for (const asker of asking) {
    const turn = served.indexOf(asker.team)
    if (turn < bestTurn) {
      best = asker
      bestTurn = turn
    }
  }
  return best
}

/** How many of those who ask go before this one, itself included; null when it does not ask. */
export const positionOf = (places: Places, id: number): number | null => {
  let waiting = places
  for (let position = 1; ; position++) {
    const next = nextOf(waiting)
    if (next === undefined) return null
    if (next.id === id) return position
    waiting = serve(waiting, next)
  }
}
