import { Effect, Schedule } from "effect"

/** Runs a query of the client. */
export type Read = <A>(query: () => Promise<A>) => Effect.Effect<A>

/** Waits out a database that is restarted. One that stays away is nothing a caller could handle. */
const tries = 7
const patience = Schedule.exponential("50 millis")

/**
 * For what must be read however long the database is away: what was decided is acknowledged already, and a run that is
 * being opened has nobody else who would continue it.
 */
export const readPatiently: Read = (query) =>
  Effect.tryPromise({ try: query, catch: (cause) => cause }).pipe(
    Effect.retry({ schedule: patience, times: tries }),
    Effect.tapError((cause) => Effect.logWarning("the store cannot be read; trying again", cause)),
    Effect.retry({ schedule: Schedule.spaced("1 second") }),
    Effect.orDie
  )

export const read: Read = (query) =>
  Effect.tryPromise({ try: query, catch: (cause) => cause }).pipe(Effect.retry({ schedule: patience, times: tries }), Effect.orDie)
