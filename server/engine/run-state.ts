import { canonicalJson } from "../domain/canonical-json"
import { type InteractionId, toolCallIdOf } from "../domain/ids"
import { type Actor, systemActor } from "../domain/principal"
import { redact, redactText } from "../domain/redact"
import type { LogLevel, OutputItem, RunError, TerminalStatus } from "../domain/run"
import type { UnnumberedEvent } from "../domain/run-event"
import type { Call, Settle } from "../journal/entry"
import { type CallFailure, declinedBy } from "./call-failure"
import { abandoned, answeredInCall, askedInCall, askerIsDone, withdrawn } from "./in-call-step"
import { type JsonValue, parseJson } from "./json-text"
import type { Classified, OpenCall } from "./open-call"
import { redactItem } from "./redact-item"
import type { RunState, Step } from "./run-step"
import type { NewInteraction, RunWrite, StoredInteraction } from "./run-store"
import { appliedBy, asked, cancelled, closed, head, toolCallFinished, toolCallStarted } from "./step-writes"
import { identityOf } from "./tool-invoker"
import { type Ending, uncertainAnswer } from "./uncertain-call"

/**
 * Every rule about what a step of a run changes. Pure: no clock, no ids, no Effect.
 * I1 A run that is over changes nothing any more and has nothing open.
 * I2 Of each call there is one settlement, journaled in the same step that says how the call ended.
 * I3 Journal numbers follow each other; a settlement's time never lies before the one delivered before it.
 * I4 Rows and events carry redacted values; the journal and an interaction's exact arguments carry the real ones.
 */
export type { AfterCommit, RunState, Step } from "./run-step"

export type RunInput =
  | { readonly _tag: "Called"; readonly call: Call; readonly as: Classified }
  /** `by`: a call in flight, instead of the program. */
  | { readonly _tag: "Emitted"; readonly item: OutputItem; readonly by?: number }
  | { readonly _tag: "Logged"; readonly level: LogLevel; readonly text: string }
  /** A tool call, timer or yield came back with JSON text (absent: `undefined`), or failed. */
  | { readonly _tag: "Returned"; readonly id: number; readonly json: string | undefined }
  | { readonly _tag: "Failed"; readonly id: number; readonly failure: CallFailure }
  /** An observer has read so many of the run's yields. */
  | { readonly _tag: "YieldsRead"; readonly count: number }
  | { readonly _tag: "Decided"; readonly stored: StoredInteraction }
  /** Approved, and at the moment of execution not what was approved any more. */
  | { readonly _tag: "Broken"; readonly stored: StoredInteraction; readonly reason: string; readonly as: Extract<Classified, { _tag: "Ask" | "Refuse" }> }
  /** A call in flight asks a person, or does not wait for the answer any more. */
  | { readonly _tag: "AskedInCall"; readonly callId: number; readonly interaction: NewInteraction }
  | { readonly _tag: "Withdrawn"; readonly callId: number; readonly interactionId: InteractionId }
  /** The call that asked went with the former owner. */
  | { readonly _tag: "Abandoned"; readonly stored: StoredInteraction }
  /** The former owner stopped while this call was in flight; a person says what became of it. */
  | { readonly _tag: "Doubted"; readonly callId: number; readonly interaction: NewInteraction }
  | {
      readonly _tag: "Ended"
      readonly status: TerminalStatus
      readonly result?: JsonValue
      readonly error?: RunError
      readonly reason: string
      readonly by?: Actor
    }

/** Two questions are the same when path and canonical arguments are. */
export const questionKey = (path: string, argsJson: string): string => `${path}\n${canonicalJson(parseJson(argsJson) ?? null)}`

export const step = (state: RunState, input: RunInput, at: number): Step => {
  // A call may settle after Cancel won; reopening the run would show it live for ever.
  if (state.isOver) return { state, writes: [], after: [] }
  switch (input._tag) {
    case "Called":
      return called(state, input.call, input.as, at)
    case "Emitted":
      return noted(state, {
        _tag: "OutputEmitted",
        ...head(state, at),
        ...(input.by === undefined ? {} : { toolCallId: toolCallIdOf(input.by) }),
        item: redactItem(input.item)
      })
    case "Logged":
      return noted(state, { _tag: "LogWritten", ...head(state, at), level: input.level, text: redactText(input.text) })
    case "Returned":
      return returned(state, input.id, { ok: true, json: input.json }, at)
    case "Failed":
      return returned(state, input.id, { ok: false, failure: input.failure }, at)
    case "YieldsRead":
      return yieldsRead(state, input.count, at)
    case "Decided":
      return decided(state, input.stored, at)
    case "Broken":
      return broken(state, input, at)
    case "AskedInCall":
      return askedInCall(state, input.callId, input.interaction, at)
    case "Withdrawn":
      return withdrawn(state, input.callId, input.interactionId, at)
    case "Abandoned":
      return { state, writes: abandoned(state, input.stored, at), after: [] }
    case "Doubted":
      return doubted(state, input.callId, input.interaction, at)
    case "Ended":
      return ended(state, input, at)
  }
}

const noted = (state: RunState, event: UnnumberedEvent): Step => ({ state, writes: [{ _tag: "AppendEvent", event }], after: [] })

const called = (before: RunState, call: Call, as: Classified, at: number): Step => {
  const isTool = call.kind === "tool"
  const interactionId = as._tag === "Ask" ? as.interaction.id : null
  const state: RunState = {
    ...before,
    nextSeq: before.nextSeq + 1,
    toolCallCount: before.toolCallCount + (isTool ? 1 : 0),
    yieldCount: before.yieldCount + (as._tag === "Yield" ? 1 : 0),
    open: new Map(before.open).set(call.id, {
      call,
      phase: as._tag === "Ask" ? "asking" : "running",
      interactionId,
      ...(as._tag === "Yield" ? { yieldNumber: before.yieldCount + 1 } : {})
    })
  }
  const writes: Array<RunWrite> = [{ _tag: "AppendJournal", seq: before.nextSeq, entry: call }]
  if (isTool) writes.push(...toolCallStarted(before, call, as, at))
  if (as._tag === "Yield") writes.push({ _tag: "AppendEvent", event: { _tag: "ControlYielded", ...head(before, at), callId: call.id } })
  if (as._tag === "Ask") writes.push(...asked(before, as.interaction, at))
  if (as._tag === "Refuse") return andThen({ state, writes, after: [] }, (next) => settled(next, call.id, { ok: false, failure: as.failure }, at))
  return { state, writes, after: as._tag === "Go" ? [{ _tag: "Dispatch", call, exactArgs: null, as: as.as ?? null }] : [] }
}

/** A call that waits for a person is settled by the answer, by nothing else. */
const returned = (state: RunState, id: number, ending: Ending, at: number): Step =>
  state.open.get(id)?.phase === "running" ? settled(state, id, ending, at) : { state, writes: [], after: [] }

const settled = (state: RunState, id: number, ending: Ending, at: number): Step => {
  const open = state.open.get(id)
  if (open === undefined) return { state, writes: [], after: [] }
  const programAt = Math.max(state.programAt, at)
  const json = ending.ok ? ending.json : JSON.stringify(ending.failure)
  const settle: Settle = { _tag: "Settle", id, ok: ending.ok, at: programAt, ...(json === undefined ? {} : { json }) }
  const writes: Array<RunWrite> = [{ _tag: "AppendJournal", seq: state.nextSeq, entry: settle }]
  // Before the call: a question of a call that is over has nobody who asks it.
  for (const interactionId of open.inCall ?? []) writes.push(cancelled(state, interactionId, { by: systemActor, comment: askerIsDone, at }))
  if (open.call.kind === "tool") writes.push(toolCallFinished(state, open.call, ending, at))
  const remaining = new Map(state.open)
  remaining.delete(id)
  return { state: { ...state, nextSeq: state.nextSeq + 1, programAt, open: remaining }, writes, after: [{ _tag: "Deliver", settle }] }
}

const decided = (state: RunState, stored: StoredInteraction, at: number): Step => {
  const open = [...state.open.values()].find((one) => one.interactionId === stored.interaction.id && one.phase === "asking")
  const asker = [...state.open.values()].find(({ inCall }) => inCall?.has(stored.interaction.id) === true)
  if (asker !== undefined) return answeredInCall(state, asker, stored, at)
  // Heard twice: once from the row at the opening, once from the operator's request.
  if (open === undefined || stored.interaction.status === "pending") return { state, writes: [], after: [] }
  const applied = appliedBy(state, stored, false, at)
  const { call } = open
  const end = (next: RunState, ending: Ending): Step => andThen({ state: next, writes: applied, after: [] }, (then) => settled(then, call.id, ending, at))
  if (stored.interaction.options !== null) {
    const said = uncertainAnswer(call.path, stored)
    return said._tag === "Retry" ? goAhead(state, open, stored, at) : end(state, said.ending)
  }
  if (stored.interaction.status === "accepted" && call.kind === "tool") return goAhead(state, open, stored, at)
  if (stored.interaction.status === "accepted") {
    return end(state, { ok: true, json: stored.interaction.kind === "form" ? JSON.stringify(stored.exactContent ?? {}) : "true" })
  }
  const refused = new Set(state.refused).add(questionKey(call.path, call.args))
  return end({ ...state, refused }, { ok: false, failure: declinedBy(call.path, stored.interaction) })
}

const yieldsRead = (state: RunState, count: number, at: number): Step =>
  [...state.open.values()]
    .filter(({ yieldNumber }) => yieldNumber !== undefined && yieldNumber <= count)
    .reduce<Step>((before, { call }) => andThen(before, (then) => returned(then, call.id, { ok: true, json: undefined }, at)), { state, writes: [], after: [] })

/** A person let the call go out, with exactly the bytes that were shown. */
const goAhead = (state: RunState, open: OpenCall, stored: StoredInteraction, at: number): Step => {
  const { call } = open
  const running = new Map(state.open).set(call.id, { ...open, phase: "running" })
  const writes: ReadonlyArray<RunWrite> = [
    ...appliedBy(state, stored, stored.bindingHash !== null, at),
    { _tag: "SetToolCall", toolCallId: toolCallIdOf(call.id), status: "running" }
  ]
  return {
    state: { ...state, open: running },
    writes,
    after: [{ _tag: "Dispatch", call, exactArgs: stored.exactArgs, as: stored.boundTo === null ? null : identityOf(stored.boundTo) }]
  }
}

/** What was approved would not be what runs: nobody's approval counts, and the question is asked anew if there still is one. */
const broken = (before: RunState, { stored, reason, as }: Extract<RunInput, { _tag: "Broken" }>, at: number): Step => {
  const interactionId = stored.interaction.id
  const open = [...before.open.values()].find((one) => one.interactionId === interactionId && one.phase === "asking")
  if (open === undefined) return { state: before, writes: [], after: [] }
  const event = { _tag: "InteractionResolved", ...head(before, at), interactionId, status: "failed", by: systemActor, via: "system", comment: reason } as const
  const failed: RunWrite = { _tag: "FailDecision", interactionId, reason, event }
  const { id } = open.call
  if (as._tag === "Refuse") return andThen({ state: before, writes: [failed], after: [] }, (next) => settled(next, id, { ok: false, failure: as.failure }, at))
  const state: RunState = { ...before, open: new Map(before.open).set(id, { ...open, interactionId: as.interaction.id }) }
  const set: RunWrite = { _tag: "SetToolCall", toolCallId: toolCallIdOf(id), status: "waiting", interactionId: as.interaction.id }
  return { state, writes: [failed, set, ...asked(before, as.interaction, at)], after: [] }
}

const doubted = (before: RunState, callId: number, interaction: NewInteraction, at: number): Step => {
  const open = before.open.get(callId)
  if (open === undefined) return { state: before, writes: [], after: [] }
  const state: RunState = { ...before, open: new Map(before.open).set(callId, { ...open, phase: "asking", interactionId: interaction.id }) }
  const set: RunWrite = { _tag: "SetToolCall", toolCallId: toolCallIdOf(callId), status: "uncertain", interactionId: interaction.id }
  return { state, writes: [set, ...asked(before, interaction, at)], after: [] }
}

const ended = (state: RunState, input: Extract<RunInput, { _tag: "Ended" }>, at: number): Step => {
  const by = input.by ?? systemActor
  const writes = [...state.open.values()].flatMap((open): ReadonlyArray<RunWrite> => closed(state, open, { by, comment: input.reason, at }))
  const result = input.result === undefined ? {} : { result: redact(input.result) }
  const error = input.error === undefined ? {} : { error: { ...input.error, message: redactText(input.error.message) } }
  writes.push({
    _tag: "EndRun",
    status: input.status,
    ...result,
    ...error,
    event: { _tag: "ExecutionFinished", ...head(state, at), status: input.status, ...result, ...error }
  })
  return { state: { ...state, isOver: true, open: new Map() }, writes, after: [] }
}

const andThen = (first: Step, more: (state: RunState) => Step): Step => {
  const second = more(first.state)
  return { state: second.state, writes: [...first.writes, ...second.writes], after: [...first.after, ...second.after] }
}
