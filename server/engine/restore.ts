import type { InteractionId } from "../domain/ids"
import { toolCallIdOf } from "../domain/ids"
import { type Call, engineVersion, type JournalEntry, type ReplayEntry } from "../journal/entry"
import { isInCall } from "./in-call-step"
import { parseJson } from "./json-text"
import type { OpenCall } from "./open-call"
import { questionKey, type RunState } from "./run-state"
import type { OpenedRun, StoredInteraction } from "./run-store"

/** What a new owner knows of a run from its journal and rows. Pure. */
export interface Restored {
  readonly state: RunState
  readonly replay: ReadonlyArray<ReplayEntry>
  readonly start: Extract<JournalEntry, { _tag: "Start" }>
  /** Calls that only time or the host has to end: they are dispatched anew. `dueAt`: epoch ms, for timers. */
  readonly unattended: ReadonlyArray<{ readonly call: Call; readonly dueAt: number }>
  /** Tool calls that were in flight when the former owner stopped. */
  readonly inFlight: ReadonlyArray<InFlight>
}

export interface InFlight {
  readonly call: Call
  /** What a person approved before it went out, with its exact arguments; null when nobody was asked. */
  readonly approved: StoredInteraction | null
}

export type Restoring = { readonly _tag: "Restored"; readonly restored: Restored } | { readonly _tag: "Unusable"; readonly reason: string }

export const restore = (opened: OpenedRun, codeHash: string): Restoring => {
  const start = opened.journal[0]
  if (start?._tag !== "Start") return { _tag: "Unusable", reason: "its journal has no beginning" }
  if (start.engineVersion !== engineVersion) {
    return { _tag: "Unusable", reason: `it was recorded by engine version ${start.engineVersion}, and this server replays version ${engineVersion}` }
  }
  if (start.codeHash !== codeHash) return { _tag: "Unusable", reason: "its journal was recorded for another program" }
  const replay = opened.journal.filter((entry): entry is ReplayEntry => entry._tag === "Call" || entry._tag === "Settle")
  const { open, madeAt, programAt, refused, toolCallCount, yields } = follow(replay, start.at)
  const phases = new Map([...open.values()].map((call) => [call.id, openCallOf(call, opened, yields.get(call.id))]))
  const state: RunState = {
    runId: opened.run.id,
    teamId: opened.run.teamId,
    isOver: false,
    nextSeq: opened.journal.length,
    toolCallCount,
    yieldCount: yields.size,
    programAt,
    open: phases,
    refused
  }
  const running = [...phases.values()].filter((one) => one.phase === "running").map((one) => one.call)
  const unattended = running
    .filter((call) => call.kind === "timer" || call.kind === "yield")
    .map((call) => ({ call, dueAt: (madeAt.get(call.id) ?? programAt) + (call.kind === "timer" ? timerMs(call) : 0) }))
  return {
    _tag: "Restored",
    restored: {
      state,
      replay,
      start,
      unattended,
      inFlight: running.filter((call) => call.kind === "tool").map((call) => ({ call, approved: approvalOf(call, opened) }))
    }
  }
}

/** How long a timer call waits, in ms; V8's own bound applies to what is longer. */
export const timerMs = (call: Call): number => {
  const ms = Number(parseJson(call.args))
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), 0x7fffffff) : 0
}

const follow = (replay: ReadonlyArray<ReplayEntry>, startAt: number) => {
  const open = new Map<number, Call>()
  const madeAt = new Map<number, number>()
  const refused = new Set<string>()
  const yields = new Map<number, number>()
  let programAt = startAt
  let toolCallCount = 0
  for (const entry of replay) {
    if (entry._tag === "Call") {
      open.set(entry.id, entry)
      madeAt.set(entry.id, programAt)
      if (entry.kind === "tool") toolCallCount++
      if (entry.kind === "yield") yields.set(entry.id, yields.size + 1)
      continue
    }
    const call = open.get(entry.id)
    if (call !== undefined && !entry.ok && entry.json?.startsWith(`{"name":"ToolDeclinedError"`) === true) refused.add(questionKey(call.path, call.args))
    programAt = entry.at
    open.delete(entry.id)
    madeAt.delete(entry.id)
  }
  return { open, madeAt, programAt, refused, toolCallCount, yields }
}

const approvalOf = (call: Call, opened: OpenedRun): StoredInteraction | null =>
  opened.interactions.findLast((one) => one.callId === call.id && one.interaction.status === "accepted" && !isInCall(one)) ?? null

const openCallOf = (call: Call, opened: OpenedRun, yieldNumber: number | undefined): OpenCall => {
  const asked = opened.interactions.find((one) => one.callId === call.id && one.appliedAt === null && !isInCall(one))
  const row = call.kind === "tool" ? opened.toolCalls.find((one) => one.toolCallId === toolCallIdOf(call.id)) : undefined
  const interactionId: InteractionId | null = asked?.interaction.id ?? row?.interactionId ?? null
  return { call, phase: asked === undefined ? "running" : "asking", interactionId, ...(yieldNumber === undefined ? {} : { yieldNumber }) }
}
