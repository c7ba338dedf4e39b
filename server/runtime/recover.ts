import { Effect } from "effect"
import { createAdminOfEnvironment } from "../auth/first-admin"
import { firstTeam } from "../auth/team"
import { ExecutionEngine } from "../engine/execution-engine"

/**
 * Makes the store ready to be served: the first team and, when the environment names one, the first admin exist, and the
 * runs that a stopped process left unfinished are being continued.
 */
export const recover = Effect.gen(function* () {
  yield* firstTeam
  yield* createAdminOfEnvironment
  const count = yield* (yield* ExecutionEngine).takeUp
  if (count > 0) yield* Effect.logInfo(`${count} unfinished runs are taken up again`)
})
