import { Effect } from "effect"
import { AppConfig } from "../config/config"
import { StoreUnavailable } from "../engine/run-store"
import { ShuttingDown } from "../engine/submission"
import { EventLog } from "../history/event-log"
import { Shutdown } from "../live/shutdown-signal"
import { respond } from "./respond"

/** A probe gives up sooner than those who ask it. */
const storeAnswersWithin = "2 seconds"

/** `GET /api/health`: whether requests can be served now. Asks the store and nothing else: a busy sandbox is not an ill server. */
export const handleHealth = (request: Request): Promise<Response> => respond(request, health)

const health = Effect.gen(function* () {
  const { version, database } = yield* AppConfig
  const { signal } = yield* Shutdown
  if (signal.aborted) return yield* new ShuttingDown()
  const log = yield* EventLog
  yield* log.horizon.pipe(
    Effect.timeout(storeAnswersWithin),
    Effect.catchCause(() => Effect.fail(new StoreUnavailable({ reason: "the store does not answer" })))
  )
  return { status: "ok", version, store: database.kind }
})
