import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server"
import { Effect, Fiber, Result } from "effect"
import { type ExpectedError, type Failure, internalFailure, settled } from "../http/failure"
import { newRequestId } from "../http/respond"
import { type AppServices, appRuntime } from "../runtime/runtime"
import { callResultOf, failureReply, type Reply } from "./results"
import type { Asked } from "./tool"

/** Clients give up at 60 s, and proxies in between at about as much: every call is answered before. */
export const answersWithinMs = 45_000

const tooSlow = (requestId: string): Failure => ({
  status: 503,
  code: "no_answer_in_time",
  requestId,
  retryAfterMs: 5_000,
  message:
    "The server did not come to an answer in time; what was asked may still be carried out. Call wait if you know the runId; a repeated execute with the same idempotencyKey gives the same run."
})

/**
 * Runs a tool's effect on the process's runtime and answers the client, whatever comes of it. No signal of the request
 * reaches the effect: it goes on by itself when the client goes away or the time is up, so that nothing is done by half.
 */
export const answer = async (effect: Effect.Effect<Reply | Asked, ExpectedError, AppServices>): Promise<CallToolResult | InputRequiredResult> => {
  const requestId = newRequestId()
  const inTime = Effect.gen(function* () {
    const fiber = yield* Effect.forkDetach(settled(effect, requestId))
    return yield* Fiber.join(fiber).pipe(Effect.timeoutOrElse({ duration: answersWithinMs, orElse: () => Effect.succeed(Result.fail(tooSlow(requestId))) }))
  })
  try {
    const runtime = await appRuntime()
    const result = await runtime.runPromise(inTime.pipe(Effect.annotateLogs({ requestId })))
    if (Result.isFailure(result)) return callResultOf(failureReply(result.failure))
    return "asked" in result.success ? result.success.asked : callResultOf(result.success)
  } catch {
    // The runtime is gone with the process. What was thrown would reach the model word by word.
    return callResultOf(failureReply(internalFailure(requestId)))
  }
}
