import { Clock, Effect, Schema } from "effect"
import { permit } from "../../auth/permissions"
import { SubmitInput } from "../../domain/run"
import { submitRun } from "../../http/v1/run-verbs"
import { answersWithinMs } from "../answer"
import { continueQuestion, settledReply } from "../question"
import { mcpTool } from "../tool"
import { timeLeft, untilPauseOrEnd } from "../waiting"

export const WaitMs = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: answersWithinMs }))

/** What a call that waits for a run may come to. */
export const runStatuses = ["completed", "error", "waiting_for_interaction", "running"] as const

/** How to read the answer; what a program is, and where this team's tools come from, is told by the engine. */
const answers =
  "Answers completed with the result, error, waiting_for_interaction when a person has to decide first (tell the user, then call wait), " +
  "or running when it takes longer than waitMs (call wait). Never submit the same program again: give an idempotencyKey, and a repeated call is the same run."

export const executeDescription = (engineText: string | null): string =>
  engineText === null ? `Runs a TypeScript or JavaScript program that calls the team's tools. ${answers}` : `${engineText}\n\n${answers}`

export const execute = mcpTool({
  name: "execute",
  title: "Run a program",
  description: executeDescription(null),
  input: Schema.Struct({
    code: SubmitInput.fields.code,
    args: SubmitInput.fields.args,
    title: SubmitInput.fields.title,
    idempotencyKey: SubmitInput.fields.idempotencyKey,
    waitMs: Schema.optionalKey(WaitMs)
  }),
  about: {
    code: "The program. Top-level await and return are fine; there is no import, fetch or process.",
    args: "JSON that the program finds in its global `args`.",
    title: "What people read in the list of runs; the first comment of the program without it.",
    idempotencyKey: "Any text of your own for this program run: the same key again is the same run, never a second one.",
    waitMs: "How long to wait for the end or the first question, in ms; 45000 if not given, which is the most."
  },
  statuses: runStatuses,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  run: Effect.fnUntraced(function* ({ waitMs = answersWithinMs, ...program }, call) {
    const since = yield* Clock.currentTimeMillis
    yield* permit(call.agent, "runs:submit")
    if (call.question !== null) return yield* continueQuestion(call, call.question, yield* timeLeft(since, waitMs))
    const { runId } = yield* submitRun(call.agent, "mcp", { ...program, ...(call.client === null ? {} : { client: call.client }) })
    return yield* settledReply(call, runId, yield* untilPauseOrEnd(call, runId, yield* timeLeft(since, waitMs)))
  })
})
