import { Effect } from "effect"
import { createAdminOfEnvironment } from "../auth/first-admin"
import { firstTeam } from "../auth/team"
import { RunQueue } from "../engine/run-queue"
import { RunStore } from "../engine/run-store"

/**
 * Makes the store ready to be served: the first team and, when the environment names one, the first admin exist; and the
 * runs that a stopped process left unfinished are looked after. Each is taken up from its journal: a waiting one waits
 * again, a running one goes on, and what cannot be continued ends as interrupted. A run's rebuilding takes a place of the
 * queue like any other work, so a crowd of them does not hold up the start.
 */
export const recover = Effect.gen(function* () {
  yield* firstTeam
  yield* createAdminOfEnvironment
  const store = yield* RunStore
  const queue = yield* RunQueue
  const unfinished = yield* store.unfinished
  yield* Effect.forEach(unfinished, ({ runId, teamId }) => queue.wake({ runId, teamId }), { discard: true })
  if (unfinished.length > 0) yield* Effect.logInfo(`${unfinished.length} unfinished runs are taken up again`)
})
