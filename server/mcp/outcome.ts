import { Effect } from "effect"
import type { RunId } from "../domain/ids"
import type { Interaction } from "../domain/interaction"
import type { RunOutcome } from "../engine/execution-engine"
import { EventLog } from "../history/event-log"
import { runOf } from "../http/v1/run-verbs"
import type { Agent } from "./agent"
import { overReply, pausedReply, runningReply } from "./results"

/** The answer for where a run stands; null: it neither paused nor ended in time. */
export const outcomeReply = Effect.fn("mcp.outcomeReply")(function* (agent: Agent, runId: RunId, outcome: RunOutcome | null) {
  if (outcome === null || outcome._tag === "Running") return yield* stillRunning(agent, runId)
  if (outcome._tag === "Paused") return pausedReply(outcome.interaction)
  return overReply(yield* runOf(agent, runId))
})

const stillRunning = Effect.fnUntraced(function* ({ teamId }: Agent, runId: RunId) {
  const cursor = yield* EventLog.use((log) => log.lastSeq(teamId, runId))
  return runningReply(runId, cursor)
})

/** The question a reply is about, if it is one. */
export const questionOf = (outcome: RunOutcome | null): Interaction | null => (outcome?._tag === "Paused" ? outcome.interaction : null)
