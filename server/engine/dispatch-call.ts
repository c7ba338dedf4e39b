import { Cause, Clock, Effect, FiberSet, Queue, Result } from "effect"
import { toolCallIdOf } from "../domain/ids"
import type { Call } from "../journal/entry"
import { failedWith, failureOf } from "./call-failure"
import { inCallOf } from "./in-call"
import { parseJson, utf8Bytes } from "./json-text"
import type { Residence } from "./residence"
import { timerMs } from "./restore"
import type { RunInput } from "./run-state"
import { type ToolIdentity, ToolInvoker } from "./tool-invoker"

/** `exactArgs`: the approved bytes; `as`: the tool that was let through; `dueAt` (epoch ms): when a timer that was recorded earlier fires. */
interface Dispatch {
  readonly exactArgs: string | null
  readonly as: ToolIdentity | null
  readonly dueAt?: number
}

/**
 * Starts what a committed call asks for; its end comes back through the inbox.
 */
export const dispatchCall = (at: Residence, call: Call, how: Dispatch) => {
  const back = (input: RunInput) => Queue.offer(at.inbox, { _tag: "Input", input })
  const returned = back({ _tag: "Returned", id: call.id, json: undefined })
  switch (call.kind) {
    case "yield":
      // In a cell it ends when its observer has read it.
      return at.run.isCell === true ? Effect.void : returned
    case "timer":
      return FiberSet.run(at.calls, sleepUntil(how.dueAt, timerMs(call)).pipe(Effect.andThen(returned), Effect.asVoid))
    case "tool":
      return FiberSet.run(at.calls, invoke(at, call, how).pipe(Effect.flatMap(back), Effect.asVoid))
    // A question has no effect of its own; its answer comes from a person.
    case "human":
      return Effect.void
  }
}

const sleepUntil = (dueAt: number | undefined, ms: number) =>
  dueAt === undefined ? Effect.sleep(ms) : Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.sleep(Math.max(0, dueAt - now)))

const invoke = Effect.fn("tool call")(function* (at: Residence, call: Call, { exactArgs, as }: Dispatch) {
  yield* Effect.annotateCurrentSpan({ "signalbox.run.id": at.run.id, "signalbox.tool_call.id": toolCallIdOf(call.id), "signalbox.tool.path": call.path })
  const invoker = yield* ToolInvoker
  const { id: runId, teamId, actor } = at.run
  // A frozen process may wake after another one took the run over; the fence in the journal comes too late for an effect.
  if (!at.lease.valid()) return yield* Effect.interrupt
  const toolCallId = toolCallIdOf(call.id)
  const args = parseJson(exactArgs ?? call.args) ?? null
  const of = { runId, teamId, actor, toolCallId, path: call.path, args, idempotencyKey: `${runId}:${toolCallId}`, ...(as !== null && { as }) }
  const called = invoker.invoke({ ...of, ...inCallOf(at, call) })
  const outcome = yield* Effect.result(called.pipe(Effect.catchDefect((defect) => unexpected(call, defect))))
  if (Result.isFailure(outcome)) return failed(call, outcome.failure)
  const json = outcome.success === undefined ? undefined : JSON.stringify(outcome.success)
  const limit = at.options.limits.resultBytes
  if (json !== undefined && utf8Bytes(json) > limit) {
    return failed(call, failedWith(call.path, "result_too_large", `the result of ${call.path} is ${utf8Bytes(json)} bytes, over the limit of ${limit}`))
  }
  const input: RunInput = { _tag: "Returned", id: call.id, json }
  return input
})

const failed = (call: Call, error: Parameters<typeof failureOf>[1] | ReturnType<typeof failedWith>): RunInput => ({
  _tag: "Failed",
  id: call.id,
  failure: "_tag" in error ? failureOf(call.path, error) : error
})

/** A fault of ours reaches the program without its inside; the log has the cause under the same id. */
const unexpected = (call: Call, defect: unknown) =>
  Effect.gen(function* () {
    const id = `${call.path}#${call.id}@${yield* Clock.currentTimeMillis}`
    yield* Effect.logError(`Internal error [${id}]`, Cause.die(defect))
    return yield* Effect.fail(failedWith(call.path, "internal_error", `Internal error [${id}]`))
  })
