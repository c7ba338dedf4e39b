import { Effect, Schema } from "effect"
import { RunId } from "../../domain/ids"
import { Comment } from "../../domain/interaction"
import { RunNotFound } from "../../engine/run-store"
import { cancelRun, runOf } from "../../http/v1/run-verbs"
import { overReply } from "../results"
import { mcpTool } from "../tool"

export const cancel = mcpTool({
  name: "cancel",
  title: "Stop a run",
  description: "Stops a run that you submitted and answers its final state. The program is dead when this answers; what it did stays done.",
  input: Schema.Struct({ runId: Schema.String, reason: Schema.optionalKey(Comment) }),
  about: { runId: "The run to stop.", reason: "Why; kept in the record." },
  statuses: ["completed", "error"],
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  run: Effect.fnUntraced(function* ({ runId, reason }, { agent }) {
    if (!Schema.is(RunId)(runId)) return yield* new RunNotFound({ runId: runId.slice(0, 200) })
    // One that was over before has its final state as well.
    yield* cancelRun(agent, runId, reason).pipe(Effect.catchTag("RunIsOver", () => Effect.void))
    return { ...overReply(yield* runOf(agent, runId)), isError: false }
  })
})
