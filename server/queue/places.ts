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

/**
 * How many of those who ask go before this one, itself included; null when it does not ask. Counted and not played through:
 * a line may be ten thousand runs long, and many ask where they stand in it.
 */
export const positionOf = ({ asking, served }: Places, id: number): number | null => {
  const me = asking.find((asker) => asker.id === id)
  if (me === undefined) return null
  const returning = asking.filter((asker) => asker.isReturning)
  if (me.isReturning) return returning.indexOf(me) + 1
  const lines = new Map<string, Array<Asker>>()
  for (const asker of asking) {
    if (asker.isReturning) continue
    const line = lines.get(asker.team)
    if (line === undefined) lines.set(asker.team, [asker])
    else line.push(asker)
  }
  // The returning ones take their team's turn with them.
  const turns = [...served.filter((team) => !returning.some((asker) => asker.team === team)), ...teamsByLast(returning)]
  const order = [...lines.keys()].sort((a, b) => turns.indexOf(a) - turns.indexOf(b))
  const before = order.slice(0, order.indexOf(me.team))
  const rounds = (lines.get(me.team) ?? []).indexOf(me)
  const ahead = [...lines].reduce((sum, [team, line]) => {
    if (team === me.team) return sum + rounds
    return sum + Math.min(line.length, rounds + (before.includes(team) ? 1 : 0))
  }, 0)
  return returning.length + ahead + 1
}

/** Each team once, the one that is served last at the end. */
const teamsByLast = (askers: ReadonlyArray<Asker>): ReadonlyArray<string> => [...new Set(askers.map(({ team }) => team).reverse())].reverse()
