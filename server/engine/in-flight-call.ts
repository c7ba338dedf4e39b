import { Effect, Result } from "effect"
import { canonicalJson } from "../domain/canonical-json"
import { toolCallIdOf } from "../domain/ids"
import { redact } from "../domain/redact"
import type { Call } from "../journal/entry"
import { checkBinding } from "./bound-call"
import { CallGate } from "./call-gate"
import { blank, named } from "./classify-call"
import { parseJson } from "./json-text"
import { outlasting } from "./outlasting"
import type { InFlight } from "./restore"
import type { NewRun, StoredInteraction } from "./run-store"
import { type PreparedCall, ToolInvoker } from "./tool-invoker"
import { uncertainOptions, uncertainSchema } from "./uncertain-call"

/**
 * A tool call that was in flight when its process stopped: undefined when it may simply be sent again with the same
 * idempotency key, else the question whether it happened. Sent again by itself is only what is safe to repeat, and what
 * would be let through at this moment: by the same check as at its first execution.
 */
export const classifyInFlight = Effect.fnUntraced(function* (run: NewRun, { call, approved }: InFlight) {
  const invoker = yield* ToolInvoker
  const args = parseJson(approved?.exactArgs ?? call.args) ?? null
  const prepared = yield* outlasting(run.id, Effect.result(invoker.prepare({ teamId: run.teamId, path: call.path, args })))
  const isRepeatable = Result.isSuccess(prepared) && prepared.success.repeatable
  const hindrance = isRepeatable ? yield* whyNotAgain(run, call, approved, prepared.success) : null
  if (isRepeatable && hindrance === null) return undefined
  const because = hindrance === null ? "" : ` It is not sent again by itself: ${hindrance}.`
  return yield* named({
    ...blank(call),
    kind: "approval",
    message: `The server stopped while ${call.path} was under way. Whether it happened is not known.${because}`,
    toolCallId: toolCallIdOf(call.id),
    toolPath: call.path,
    connection: Result.isSuccess(prepared) ? prepared.success.connection : null,
    options: uncertainOptions,
    requestedSchema: uncertainSchema,
    args: redact(args),
    exactArgs: canonicalJson(args)
  })
})

/** Why a call that is safe to repeat would not be let through now; null when it would. */
const whyNotAgain = Effect.fnUntraced(function* (run: NewRun, call: Call, approved: StoredInteraction | null, prepared: PreparedCall) {
  if (approved !== null) return (yield* checkBinding(run, call, approved))?.reason ?? null
  const { teamId, actor, trigger } = run
  const verdict = yield* CallGate.use((gate) => gate.check({ teamId, actor, trigger, call: prepared, args: parseJson(call.args) ?? null }))
  switch (verdict._tag) {
    case "Allow":
      return null
    case "Block":
      return verdict.message
    case "Ask":
      return "a rule asks for approval by now"
  }
})
