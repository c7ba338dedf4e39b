import { Effect, Schedule } from "effect"
import { StoreUnavailable } from "../engine/run-store"
import { enterWriter } from "./sql/open"
import type { Results, SqlSession } from "./sql/session"
import type { Statement } from "./sql/statement"

/** For so long somebody else may hold the store before a caller is told. */
const busyPause = "10 millis"
const busyTries = 300

/**
 * All statements in one transaction of their own, for changes of administration: it enters like the writer of runs, so that
 * what it adds to a team's audit log has one place. A store that cannot be written is told; nothing was recorded then,
 * unless the answer to COMMIT was lost, which is not tried again.
 */
export const transact = (session: SqlSession, statements: ReadonlyArray<Statement>): Effect.Effect<Results, StoreUnavailable> =>
  session.transaction([...enterWriter(session.dialect), ...statements]).pipe(
    Effect.retry({ while: (failure) => failure.reason === "busy", schedule: Schedule.spaced(busyPause), times: busyTries }),
    Effect.map((results) => results.slice(results.length - statements.length)),
    Effect.catchTag("TransactionFailed", (failure) =>
      failure.reason === "refused" ? Effect.die(failure) : Effect.fail(new StoreUnavailable({ reason: failure.message }))
    )
  )
