import { Effect } from "effect"
import { ExecutionEngine } from "../engine/execution-engine"

/** Before anything is served: the runs that a stopped process left unfinished are being continued. */
export const recover = Effect.gen(function* () {
  const count = yield* (yield* ExecutionEngine).takeUp
  if (count > 0) yield* Effect.logInfo(`${count} unfinished runs are taken up again`)
})
