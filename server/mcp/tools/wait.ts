import { Clock, Effect, Schema } from "effect"
import { permit } from "../../auth/permissions"
import { InteractionId, RunId } from "../../domain/ids"
import { RunNotFound, RunStore } from "../../engine/run-store"
import { EventLog } from "../../history/event-log"
import { RunsQuery } from "../../history/runs-query"
import { MalformedRequest } from "../../http/request-errors"
import { summaryOf } from "../../http/v1/run-verbs"
import type { Agent } from "../agent"
import { answersWithinMs } from "../answer"
import { shortEvent } from "../event-view"
import { outcomeReply } from "../outcome"
import { executionNotFoundReply, withEvents } from "../results"
import { mcpTool } from "../tool"
import { timeLeft, untilAnswered, untilPauseOrEnd } from "../waiting"
import { runStatuses, WaitMs } from "./execute"

/** More would fill a model's context; the cursor leads to the rest. */
const mostEvents = 100

export const wait = mcpTool({
  name: "wait",
  title: "Wait for a run",
  description:
    "Waits until a run ends, comes to its next question, or the question you name is answered; this is how you wait for a person. " +
    "Answers running or waiting_for_interaction when nothing came in time: call it again. With after, it also tells what happened since that cursor.",
  input: Schema.Struct({
    runId: Schema.optionalKey(Schema.String),
    executionId: Schema.optionalKey(Schema.String),
    after: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))),
    timeoutMs: Schema.optionalKey(WaitMs)
  }),
  about: {
    runId: "The run to wait for.",
    executionId: "Or the question to wait for: the executionId of a result with status waiting_for_interaction.",
    after: "A cursor: the events after it come with the answer.",
    timeoutMs: "How long to wait, in ms; 45000 if not given, which is the most; 0 only looks."
  },
  statuses: [...runStatuses, "execution_not_found"],
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: Effect.fnUntraced(function* ({ runId: givenRun, executionId, after, timeoutMs = answersWithinMs }, call) {
    const since = yield* Clock.currentTimeMillis
    yield* permit(call.agent, "runs:read")
    if ((givenRun === undefined) === (executionId === undefined)) {
      const issues = [{ path: "runId", message: "give either runId or executionId" }]
      return yield* new MalformedRequest({ message: "The arguments of wait are wrong.", issues })
    }
    const runId = givenRun === undefined ? yield* runOfExecution(call.agent, executionId ?? "") : yield* knownRun(call.agent, givenRun)
    if (runId === null) return executionNotFoundReply(executionId ?? "")
    const known = yield* knownQuestions(call.agent, runId, executionId, after)
    const left = yield* timeLeft(since, timeoutMs)
    const waited = yield* known.length === 0 ? untilPauseOrEnd(call, runId, left) : untilAnswered(call, runId, left, known)
    // Nothing new: where the run stands is the answer, a question that is still open among it.
    const outcome = waited ?? (yield* untilPauseOrEnd(call, runId, 0))
    const reply = yield* outcomeReply(call.agent, runId, outcome)
    if (after === undefined) return reply
    const { events } = yield* EventLog.use((log) => log.ofRun(call.agent.teamId, runId, after, mostEvents))
    return withEvents(reply, events.map(shortEvent), events.at(-1)?.seq ?? after)
  })
})

const knownRun = Effect.fnUntraced(function* (agent: Agent, given: string) {
  if (!Schema.is(RunId)(given)) return yield* new RunNotFound({ runId: given.slice(0, 200) })
  yield* summaryOf(agent, given)
  return given
})

const runOfExecution = Effect.fnUntraced(function* ({ teamId }: Agent, executionId: string) {
  if (!Schema.is(InteractionId)(executionId)) return null
  const interaction = yield* RunsQuery.use((runs) => runs.interaction(teamId, executionId))
  return interaction?.runId ?? null
})

/**
 * The questions the caller has heard of, whose answer it waits for: the one it names, else those that are open. With a
 * cursor, a question that came after it is news and not waited for.
 */
const knownQuestions = Effect.fnUntraced(function* ({ teamId }: Agent, runId: RunId, executionId: string | undefined, after: number | undefined) {
  if (Schema.is(InteractionId)(executionId)) return [executionId]
  const pending = yield* RunStore.use((store) => store.pending({ runId }))
  const open = pending.map(({ interaction }) => interaction.id)
  if (after === undefined || open.length === 0) return open
  const { events } = yield* EventLog.use((log) => log.ofRun(teamId, runId, after, 1000))
  const news = new Set<string>(events.flatMap((event) => (event._tag === "InteractionStarted" ? [event.interactionId] : [])))
  return open.some((id) => news.has(id)) ? [] : open
})
