import { Clock, Effect, FiberSet, Queue, Random } from "effect"
import { isTerminal } from "../domain/run"
import { engineVersion, type JournalEntry } from "../journal/entry"
import { sha256 } from "./binding"
import { dispatchCall } from "./dispatch-call"
import { cancelledBy, type Ended, endedWithParent, interruptedBy } from "./ending-of"
import { CurrentEngineOptions } from "./engine-options"
import { isInCall } from "./in-call-step"
import { classifyInFlight } from "./in-flight-call"
import { outlasting } from "./outlasting"
import type { Message, Residence } from "./residence"
import { type InFlight, type Restored, restore } from "./restore"
import { commitStep, endRun, runSession } from "./run-loop"
import { type Lease, processOf, type Wake } from "./run-queue"
import type { RunInput } from "./run-state"
import { type NewRun, type OpenedRun, RunStore } from "./run-store"

/**
 * Continues one run until it is over, leaves memory, or belongs to somebody else. Opening it appends `own` to its
 * journal, so of two drivers the older one is refused at its next append and drops the run without touching a row.
 * With `endWith` the run is only opened to be ended so.
 */
export const driveRun = Effect.fn("run")(function* (wake: Wake, lease: Lease, inbox: Queue.Queue<Message>, endWith?: Ended) {
  yield* Effect.annotateCurrentSpan({ "signalbox.run.id": wake.runId, "signalbox.team.id": wake.teamId })
  yield* Effect.scoped(residence(wake, lease, inbox, endWith)).pipe(
    Effect.catchTags({
      // Ended or taken over by somebody else meanwhile: theirs is the truth.
      RunIsOver: () => Effect.void,
      OwnershipLost: () => Effect.logInfo(`run ${wake.runId} is continued by another owner`),
      RunNotFound: () => Effect.logWarning(`run ${wake.runId} was woken and does not exist`)
    })
  )
})

const residence = Effect.fnUntraced(function* (wake: Wake, lease: Lease, inbox: Queue.Queue<Message>, endWith: Ended | undefined) {
  const store = yield* RunStore
  const options = yield* CurrentEngineOptions
  const calls = yield* FiberSet.make<void>()
  const first = yield* firstEntry
  let at: Residence | undefined
  let fruitless = 0
  while (true) {
    const opened = yield* store.open(wake.runId, lease.owner, first)
    const restoring = restore(opened, sha256(opened.run.code))
    if (restoring._tag === "Unusable")
      return yield* endRun(unusable(opened, { lease, inbox, options, calls }), interruptedBy(`the run cannot be continued: ${restoring.reason}`))
    const { restored } = restoring
    if (at === undefined) {
      at = { run: opened.run, lease, inbox, options, calls, inCall: new Map(), state: restored.state, spentMs: opened.spentMs }
      const refusal = endWith ?? (yield* takeUp(at, opened, restored))
      if (refusal !== undefined) return yield* endRun(at, refusal)
    } else {
      // Calls in flight go on; only the journal's numbers moved, by this opening.
      if (restored.state.nextSeq > at.state.nextSeq + 1) fruitless = 0
      at.state = { ...at.state, nextSeq: restored.state.nextSeq }
    }
    if (fruitless > options.fruitlessRebuilds) return yield* endRun(at, interruptedBy(`the run's sandbox was lost ${fruitless} times in a row`))
    const seq = at.state.nextSeq
    const departure = yield* Effect.scoped(runSession(at, restored, opened.seen)).pipe(
      Effect.catchTag("SandboxUnavailable", (error) => Effect.succeed({ _tag: "Stop", ended: interruptedBy(error.reason) } as const))
    )
    if (at.state.nextSeq > seq) fruitless = 0
    switch (departure._tag) {
      case "Over":
        return
      case "Parked":
        return
      case "Stop":
        return yield* endRun(at, departure.ended)
      case "Evicted":
        // That it was moved out of a neighbour's way says nothing of this run.
        if (departure.reason !== "slow-neighbour") fruitless++
        continue
    }
  }
})

const firstEntry = Effect.gen(function* () {
  const at = yield* Clock.currentTimeMillis
  const seed = yield* Random.nextIntBetween(1, 0x7fffffff)
  return (run: NewRun): JournalEntry => ({
    _tag: "Start",
    at,
    seed,
    codeHash: sha256(run.code),
    engineVersion,
    ...(run.args === undefined ? {} : { args: JSON.stringify(run.args) })
  })
})

/** First step of a new owner: what the former one left undone. Gives the ending when the run cannot go on. */
const takeUp = Effect.fnUntraced(function* (at: Residence, opened: OpenedRun, restored: Restored) {
  const store = yield* RunStore
  const { cancelWish } = (yield* outlasting(at.run.id, store.state(at.run.id))) ?? { cancelWish: null }
  if (cancelWish !== null) return cancelledBy(cancelWish.by, cancelWish.reason)
  // Its parent's end may have met an opening that lost the run to this one.
  const parent = at.run.parentRunId === undefined ? null : yield* outlasting(at.run.id, store.state(at.run.parentRunId))
  if (parent !== null && isTerminal(parent.status)) return endedWithParent(parent.status)
  if (hasMoved(opened, at.lease)) yield* noteRebuilt(at, restored)
  if (opened.status === "queued") yield* commitStep(at, [{ _tag: "BeginRun" }], yield* Clock.currentTimeMillis)
  // Who asked them is gone: the call asks again when it is repeated.
  for (const stored of opened.interactions) if (isInCall(stored) && stored.appliedAt === null) yield* offer(at, { _tag: "Abandoned", stored })
  for (const { call, dueAt } of restored.unattended) yield* dispatchCall(at, call, { exactArgs: null, as: null, dueAt })
  for (const lost of restored.inFlight) yield* takeUpInFlight(at, lost)
  for (const stored of opened.interactions) {
    if (stored.interaction.status !== "pending" && stored.appliedAt === null && !isInCall(stored)) yield* offer(at, { _tag: "Decided", stored })
  }
  return undefined
})

/** The process that opened the run before is another one: it stopped, or lost the run. */
const hasMoved = ({ journal }: OpenedRun, { owner }: Lease): boolean => {
  const former = journal.findLast((entry) => entry._tag === "Own" && entry.by !== owner)
  return former?._tag === "Own" && processOf(former.by) !== processOf(owner)
}

const noteRebuilt = Effect.fnUntraced(function* (at: Residence, { replay }: Restored) {
  const now = yield* Clock.currentTimeMillis
  const calls = replay.filter((entry) => entry._tag === "Call" && entry.kind !== "timer").length
  yield* commitStep(at, [{ _tag: "AppendEvent", event: { _tag: "RunRebuilt", runId: at.run.id, teamId: at.run.teamId, at: now, calls } }], now)
})

const takeUpInFlight = Effect.fnUntraced(function* (at: Residence, lost: InFlight) {
  const { call, approved } = lost
  const doubt = yield* classifyInFlight(at.run, lost)
  if (doubt === undefined) yield* dispatchCall(at, call, { exactArgs: approved?.exactArgs ?? null, as: approved?.boundTo ?? null })
  else yield* offer(at, { _tag: "Doubted", callId: call.id, interaction: doubt })
})

const offer = (at: Residence, input: RunInput) => Queue.offer(at.inbox, { _tag: "Input", input })

/** A run whose journal cannot be read; its open calls and questions are closed by the store. */
const unusable = (opened: OpenedRun, common: Pick<Residence, "lease" | "inbox" | "options" | "calls">): Residence => ({
  ...common,
  run: opened.run,
  spentMs: opened.spentMs,
  inCall: new Map(),
  state: {
    runId: opened.run.id,
    teamId: opened.run.teamId,
    isOver: false,
    nextSeq: opened.journal.length,
    toolCallCount: 0,
    yieldCount: 0,
    programAt: 0,
    open: new Map(),
    refused: new Set()
  }
})
