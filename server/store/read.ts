import { Effect, Schedule } from "effect"

/** Runs a query of the client. */
export type Read = <A>(query: () => Promise<A>) => Effect.Effect<A>

/** Waits out a database that is restarted. One that stays away is nothing a caller could handle. */
const tries = 7
const patience = Schedule.exponential("50 millis")

export const read: Read = (query) =>
  Effect.tryPromise({ try: query, catch: (cause) => cause }).pipe(Effect.retry({ schedule: patience, times: tries }), Effect.orDie)
