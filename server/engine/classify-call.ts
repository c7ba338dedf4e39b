import { Clock, Effect, Result } from "effect"
import { canonicalJson } from "../domain/canonical-json"
import { interactionIdAt, toolCallIdOf } from "../domain/ids"
import { redact, redactText } from "../domain/redact"
import { redactForm } from "../domain/redact-form"
import type { Call } from "../journal/entry"
import { bindingHash, boundTo } from "./binding"
import { declinedBefore, failedWith, failureOf } from "./call-failure"
import { CallGate, usualExpiryMs, type Verdict } from "./call-gate"
import { questionOf } from "./human-call"
import { type JsonValue, parseJson } from "./json-text"
import type { Classified } from "./open-call"
import { outlasting } from "./outlasting"
import { randomOctets } from "./random-octets"
import { questionKey } from "./run-state"
import type { ApprovalTerms, NewInteraction, NewRun } from "./run-store"
import { identityOf, type PreparedCall, ToolInvoker } from "./tool-invoker"

/**
 * Finds out what is to become of a call before anything of it is recorded: known and valid, refused before, allowed,
 * blocked, or for a person to decide. Sends nothing. Reading the rules happens before the step's commit, so a rule that
 * changes in between counts for the next call.
 */
export const classifyCall = Effect.fnUntraced(function* (run: NewRun, call: Call, refused: ReadonlySet<string>) {
  if (call.kind === "yield" && run.isCell === true) return yieldToObserver
  if (call.kind === "timer" || call.kind === "yield") return go
  if (refused.has(questionKey(call.path, call.args))) return refuse(declinedBefore(call.path))
  return call.kind === "human" ? yield* classifyQuestion(run, call) : yield* classifyTool(run, call)
})

const go: Classified = { _tag: "Go" }
const yieldToObserver: Classified = { _tag: "Yield" }
const refuse = (failure: Extract<Classified, { _tag: "Refuse" }>["failure"]): Classified => ({ _tag: "Refuse", failure })

const classifyQuestion = Effect.fnUntraced(function* (run: NewRun, call: Call) {
  const question = questionOf(call.path, call.args)
  if (Result.isFailure(question)) return refuse(question.failure)
  const { kind, message, details, requestedSchema, url } = question.success
  const expiresAfterMs = usualExpiryMs(run.actor)
  return yield* ask({
    ...blank(call),
    kind,
    message: redactText(message),
    args: details === null ? null : redact(details),
    requestedSchema: formOf(requestedSchema),
    url,
    expiresAt: expiresAfterMs === null ? null : (yield* Clock.currentTimeMillis) + expiresAfterMs
  })
})

const formOf = (schema: JsonValue | null): JsonValue | null => (schema === null ? null : redactForm(schema))

const classifyTool = Effect.fnUntraced(function* (run: NewRun, call: Call) {
  const invoker = yield* ToolInvoker
  const gate = yield* CallGate
  const { teamId, actor, trigger } = run
  const args = parseJson(call.args) ?? null
  const prepared = yield* outlasting(run.id, Effect.result(invoker.prepare({ teamId, path: call.path, args })))
  if (Result.isFailure(prepared)) return refuse(failureOf(call.path, prepared.failure))
  const verdict = yield* gate.check({ teamId, actor, trigger, call: prepared.success, args })
  switch (verdict._tag) {
    case "Allow":
      return { _tag: "Go", as: identityOf(prepared.success) } satisfies Classified
    case "Block":
      return refuse(failedWith(call.path, "tool_blocked", verdict.message))
    case "Ask":
      return yield* ask(yield* approvalOf({ run, call, prepared: prepared.success, verdict, args }))
  }
})

type Asking = Extract<Verdict, { _tag: "Ask" }>

/** The question whether a prepared call may go out. */
export const approvalOf = Effect.fnUntraced(function* (of: {
  readonly run: NewRun
  readonly call: Call
  readonly prepared: PreparedCall
  readonly verdict: Asking
  readonly args: JsonValue
}) {
  const { run, call, prepared, verdict, args } = of
  const now = yield* Clock.currentTimeMillis
  const exactArgs = canonicalJson(args)
  const bound = boundTo(run, prepared, verdict.rule?.id ?? null)
  const approval: Omit<NewInteraction, "id"> = {
    ...blank(call),
    kind: "approval",
    message: verdict.message,
    toolCallId: toolCallIdOf(call.id),
    toolPath: prepared.path,
    connection: prepared.connection,
    rule: verdict.rule,
    votesNeeded: verdict.votesNeeded,
    args: redact(args),
    exactArgs,
    bindingHash: bindingHash(bound, exactArgs),
    boundTo: bound,
    terms: termsOf(verdict, prepared),
    expiresAt: verdict.expiresAfterMs === null ? null : now + verdict.expiresAfterMs
  }
  return approval
})

export const termsOf = ({ selfApproval = true, requesterMayConfirm = false }: Asking, { effect }: Pick<PreparedCall, "effect">): ApprovalTerms => ({
  selfApproval,
  requesterMayConfirm,
  effect
})

/** A question of a call, before anything is said in it. */
export const blank = (call: Call): Omit<NewInteraction, "id" | "kind" | "message"> => ({
  callId: call.id,
  toolCallId: null,
  toolPath: null,
  connection: null,
  line: call.line,
  rule: null,
  options: null,
  votesNeeded: 1,
  replaces: null,
  args: null,
  exactArgs: null,
  bindingHash: null,
  boundTo: null,
  terms: null,
  proposedArgs: null,
  requestedSchema: null,
  url: null,
  expiresAt: null
})

/** With its id. */
export const named = Effect.fnUntraced(function* (interaction: Omit<NewInteraction, "id">) {
  const at = yield* Clock.currentTimeMillis
  const random = yield* randomOctets(7)
  // The call's number stands before the random bits (RFC 9562, section 6.2), so that questions of one moment keep their order.
  const counter = [(interaction.callId >> 14) & 15, (interaction.callId >> 6) & 255, interaction.callId & 63]
  const complete: NewInteraction = { ...interaction, id: interactionIdAt(at, [...counter, ...random]) }
  return complete
})

export const ask = (interaction: Omit<NewInteraction, "id">) =>
  Effect.map(named(interaction), (complete): Extract<Classified, { _tag: "Ask" }> => ({ _tag: "Ask", interaction: complete }))
