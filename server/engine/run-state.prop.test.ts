import { describe, expect, it } from "vitest"
import { fc } from "../../test/fixtures/properties"
import { aQuestion } from "../../test/fixtures/run-views"
import { interactionIdAt, runIdAt, TeamId, toolCallIdOf } from "../domain/ids"
import type { Interaction } from "../domain/interaction"
import { systemActor } from "../domain/principal"
import type { Call } from "../journal/entry"
import { failedWith } from "./call-failure"
import { type AfterCommit, type RunInput, type RunState, step } from "./run-state"
import type { NewInteraction, RunWrite, StoredInteraction } from "./run-store"

const runId = runIdAt(1_000, [])
const initial: RunState = {
  runId,
  teamId: TeamId.make("team"),
  isOver: false,
  nextSeq: 2,
  toolCallCount: 0,
  yieldCount: 0,
  programAt: 1_000,
  open: new Map(),
  refused: new Set()
}
const interactionOf = (callId: number) => interactionIdAt(5_000, [callId])

const call = (id: number, kind: Call["kind"]): Call => ({
  _tag: "Call",
  id,
  kind,
  path: kind === "human" ? "human.approve" : kind === "tool" ? "demo.echo" : kind,
  args: `{"value":${id}}`,
  line: id
})

const newInteraction = (id: number): NewInteraction => ({
  id: interactionOf(id),
  callId: id,
  toolCallId: toolCallIdOf(id),
  kind: "approval",
  message: "?",
  toolPath: null,
  connection: null,
  line: null,
  rule: null,
  options: null,
  votesNeeded: 1,
  replaces: null,
  args: null,
  exactArgs: `{"value":${id}}`,
  bindingHash: null,
  boundTo: null,
  terms: null,
  proposedArgs: null,
  requestedSchema: null,
  url: null,
  expiresAt: null
})

const stored = (callId: number, status: Interaction["status"]): StoredInteraction => ({
  teamId: initial.teamId,
  callId,
  exactArgs: `{"value":${callId}}`,
  exactContent: null,
  bindingHash: null,
  boundTo: null,
  terms: null,
  runTrigger: "api",
  appliedAt: null,
  interaction: aQuestion({
    id: interactionOf(callId),
    runId,
    toolCallId: toolCallIdOf(callId),
    kind: "approval",
    status,
    resolvedBy: systemActor,
    resolvedVia: "console"
  })
})

const id = fc.integer({ min: 1, max: 6 })
const kind = fc.constantFrom<Call["kind"]>("tool", "human", "timer", "yield")
const input: fc.Arbitrary<RunInput> = fc.oneof(
  fc.record({ id, kind, as: fc.constantFrom("Go", "Ask", "Refuse") }).map(
    ({ id: n, kind: k, as }): RunInput => ({
      _tag: "Called",
      call: call(n, k),
      as:
        as === "Go"
          ? { _tag: "Go" }
          : as === "Ask"
            ? { _tag: "Ask", interaction: newInteraction(n) }
            : { _tag: "Refuse", failure: failedWith("x", "tool_blocked", "no") }
    })
  ),
  id.map((n): RunInput => ({ _tag: "Returned", id: n, json: `{"n":${n}}` })),
  id.map((n): RunInput => ({ _tag: "Failed", id: n, failure: failedWith("x", "y", "z") })),
  fc
    .record({ n: id, status: fc.constantFrom<Interaction["status"]>("accepted", "declined", "cancelled", "expired", "pending") })
    .map(({ n, status }): RunInput => ({ _tag: "Decided", stored: stored(n, status) })),
  fc.constant<RunInput>({ _tag: "Logged", level: "info", text: "hello" }),
  fc.constantFrom("completed", "failed", "cancelled", "interrupted").map((status): RunInput => ({ _tag: "Ended", status, reason: "over" }))
)

/** The sandbox numbers its calls and never reuses a number; a generated repeat of one is left out. */
const play = (inputs: ReadonlyArray<RunInput>) => {
  const writes: Array<RunWrite> = []
  const after: Array<AfterCommit> = []
  const made = new Set<number>()
  let state = initial
  inputs.forEach((one, at) => {
    if (one._tag === "Called") {
      if (made.has(one.call.id)) return
      made.add(one.call.id)
    }
    const next = step(state, one, 2_000 - at * 10)
    state = next.state
    writes.push(...next.writes)
    after.push(...next.after)
  })
  return { state, writes, after }
}

const inputs = fc.array(input, { maxLength: 40 })

describe("the rules of a run", () => {
  it("a run that is over has nothing open and never changes again", () => {
    fc.assert(
      fc.property(inputs, input, (all, late) => {
        const { state } = play(all)
        if (!state.isOver) return
        expect(state.open.size).toBe(0)
        expect(step(state, late, 9_999)).toEqual({ state, writes: [], after: [] })
      })
    )
  })

  it("numbers the journal without gaps and never moves the program's clock backwards", () => {
    fc.assert(
      fc.property(inputs, (all) => {
        const journal = play(all).writes.flatMap((write) => (write._tag === "AppendJournal" ? [write] : []))
        expect(journal.map(({ seq }) => seq)).toEqual(journal.map((_, index) => initial.nextSeq + index))
        const times = journal.flatMap(({ entry }) => (entry._tag === "Settle" ? [entry.at] : []))
        expect(times).toEqual([...times].sort((a, b) => a - b))
      })
    )
  })

  it("settles each call at most once, and only after it was journaled", () => {
    fc.assert(
      fc.property(inputs, (all) => {
        const open = new Set<number>()
        for (const write of play(all).writes) {
          if (write._tag !== "AppendJournal") continue
          if (write.entry._tag === "Call") open.add(write.entry.id)
          if (write.entry._tag === "Settle") expect(open.delete(write.entry.id)).toBe(true)
        }
      })
    )
  })

  it("delivers to the program exactly what it journaled, in that order", () => {
    fc.assert(
      fc.property(inputs, (all) => {
        const { writes, after } = play(all)
        const journaled = writes.flatMap((write) => (write._tag === "AppendJournal" && write.entry._tag === "Settle" ? [write.entry] : []))
        expect(after.flatMap((one) => (one._tag === "Deliver" ? [one.settle] : []))).toEqual(journaled)
      })
    )
  })

  it("dispatches a call at most once, and one that needs a person only after that person accepted", () => {
    fc.assert(
      fc.property(inputs, (all) => {
        const { writes, after } = play(all)
        const dispatched = after.flatMap((one) => (one._tag === "Dispatch" ? [one.call.id] : []))
        expect(new Set(dispatched).size).toBe(dispatched.length)
        const asked = new Set(writes.flatMap((write) => (write._tag === "OpenInteraction" ? [write.interaction.callId] : [])))
        const applied = new Set(writes.flatMap((write) => (write._tag === "ApplyDecision" ? [write.interactionId] : [])))
        for (const one of dispatched) if (asked.has(one)) expect(applied.has(interactionOf(one))).toBe(true)
      })
    )
  })

  it("ends every tool call it started when the run ends, and balances the events", () => {
    fc.assert(
      fc.property(inputs, (all) => {
        const { state, writes } = play([...all, { _tag: "Ended", status: "completed", reason: "over" }])
        expect(state.isOver).toBe(true)
        const started = writes.flatMap((write) => (write._tag === "StartToolCall" ? [write.call.toolCallId] : []))
        const finished = writes.flatMap((write) => (write._tag === "SetToolCall" && write.status !== "running" ? [write.toolCallId] : []))
        expect([...finished].sort()).toEqual([...started].sort())
        const opened = writes.filter((write) => write._tag === "OpenInteraction").length
        const closed = writes.filter((write) => write._tag === "CloseInteraction" || write._tag === "ApplyDecision").length
        expect(closed).toBe(opened)
        expect(writes.filter((write) => write._tag === "EndRun")).toHaveLength(1)
      })
    )
  })
})
