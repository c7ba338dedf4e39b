import { Clock, Effect, FiberSet, Queue } from "effect"
import { CodeRunner, type SandboxEvent, type SandboxOutcome, type SandboxSession, type SandboxStart } from "../sandbox/code-runner"
import { checkBinding } from "./bound-call"
import { classifyCall } from "./classify-call"
import { dispatchCall } from "./dispatch-call"
import { type Ended, endingOf, timeIsUp } from "./ending-of"
import { answerInCall } from "./in-call"
import { parseJson } from "./json-text"
import { waitsForPeople } from "./open-call"
import { outputItemOf } from "./output-item"
import type { Departure, Message, Residence } from "./residence"
import type { Restored } from "./restore"
import { RunCommits } from "./run-commits"
import { type AfterCommit, type RunInput, step } from "./run-state"
import { type OwnershipLost, type RunIsOver, RunStore, type RunWrite } from "./run-store"

/**
 * The shell of `step` while a run is resident, and the run's only reader, so that inputs apply in order of arrival.
 * Owns: the sandbox session, the calls in flight, the run's clock.
 * I1 Commit first: whoever hears of a pause, and the program that hears of a settlement, must find it in the store, also
 *    after kill -9.
 * I2 All that waits in the inbox is one step and one commit.
 * I3 The sandbox is dead before the store says that the run was cancelled or ran out of time.
 */

/** One sandbox session of a resident run, from opening to departure. Closing its scope kills the VM. */
export const runSession = Effect.fn("code")(function* (at: Residence, restored: Restored, seen: SandboxStart["seen"]) {
  yield* Effect.annotateCurrentSpan({ "signalbox.run.id": at.run.id, "signalbox.replayed": restored.replay.length })
  const runner = yield* CodeRunner
  const session = yield* runner.open(sandboxStart(at, restored, seen))
  yield* Effect.forkScoped(forward(session, at.inbox))
  let delivered = 0
  /** Up to which settlement the program has said that it waits for more. */
  let waitsAfter = -1
  while (true) {
    const came: Came = yield* nextMessages(at, waitsAfter === delivered)
    if (came._tag === "Nothing") return came.departure
    const batch: Batch = yield* applyMessages(at, came.messages, session)
    if (batch.departure !== undefined) return batch.departure
    delivered += batch.delivered
    waitsAfter = batch.waitsAfter ?? waitsAfter
  }
})

const sandboxStart = (at: Residence, { start, replay }: Restored, seen: SandboxStart["seen"]): SandboxStart => {
  const limits = { ...at.options.limits, turnMs: Math.min(at.options.limits.turnMs, at.run.timeoutMs) }
  return { source: at.run.code, at: start.at, seed: start.seed, replay, seen, limits, ...(start.args === undefined ? {} : { args: start.args }) }
}

const forward = (session: SandboxSession, inbox: Queue.Queue<Message>) =>
  Queue.take(session.turns).pipe(
    Effect.flatMap((turn) => Queue.offer(inbox, { _tag: "Turn", turn })),
    Effect.forever,
    // The queue is done after the ending, which is itself the last turn.
    Effect.ignore
  )

/** What came, or why nothing will: the autonomous time is used up, or nobody answers and the run can leave memory. */
const nextMessages = Effect.fnUntraced(function* (at: Residence, isWaiting: boolean) {
  const open = [...at.state.open.values()]
  if (!open.some(waitsForPeople)) {
    const began = yield* Clock.currentTimeMillis
    const came = yield* cameWithin(at.inbox, Math.max(0, at.run.timeoutMs - at.spentMs))
    at.spentMs += Math.max(0, (yield* Clock.currentTimeMillis) - began)
    return came.length === 0 ? nothing({ _tag: "Stop", ended: timeIsUp(at.run.timeoutMs) }) : messagesOf(came)
  }
  const isIdle = isWaiting && open.every(waitsForPeople)
  if (!isIdle) return messagesOf(yield* Queue.takeAll(at.inbox))
  // A call that asks in the middle has a connection open: it does not survive leaving.
  const staysInMemory = open.some(({ phase }) => phase !== "asking")
  yield* at.lease.idle(true, staysInMemory)
  const came = yield* staysInMemory ? Effect.andThen(Queue.peek(at.inbox), Queue.clear(at.inbox)) : cameWithin(at.inbox, at.options.hibernateAfterMs)
  if (!staysInMemory && came.every(({ _tag }) => _tag === "LeaveMemory")) return nothing({ _tag: "Parked" })
  // To be closed it needs no place among the active ones.
  const heard = [...came]
  const stop = stopIn(came) ?? (yield* Effect.raceFirst(Effect.as(at.lease.idle(false), undefined), stopWished(at.inbox, heard)))
  return stop === undefined ? messagesOf(heard) : nothing(stop)
})

const stopIn = (messages: ReadonlyArray<Message>): Stop | undefined => {
  const wish = messages.find((message) => message._tag === "StopWished")
  return wish && { _tag: "Stop", ended: wish.ended }
}

/** Waits until somebody wants the run to stop; `heard` gets what comes. */
const stopWished = (inbox: Queue.Queue<Message>, heard: Array<Message>): Effect.Effect<Stop> =>
  Effect.gen(function* () {
    while (true) {
      yield* Queue.peek(inbox)
      const came = yield* Queue.clear(inbox).pipe(
        Effect.tap((messages) => Effect.sync(() => heard.push(...messages))),
        Effect.uninterruptible
      )
      const stop = stopIn(came)
      if (stop !== undefined) return stop
    }
  })

/** Looks without taking while time runs: what is taken in the moment in which the time is up would be lost. */
const cameWithin = (inbox: Queue.Queue<Message>, ms: number): Effect.Effect<ReadonlyArray<Message>> =>
  Queue.peek(inbox).pipe(Effect.timeoutOption(ms), Effect.andThen(Queue.clear(inbox)))

type Stop = Extract<Departure, { readonly _tag: "Stop" }>
type Came = { readonly _tag: "Messages"; readonly messages: ReadonlyArray<Message> } | { readonly _tag: "Nothing"; readonly departure: Departure }
const messagesOf = (messages: ReadonlyArray<Message>): Came => ({ _tag: "Messages", messages })
const nothing = (departure: Departure): Came => ({ _tag: "Nothing", departure })
interface Batch {
  readonly departure: Departure | undefined
  /** As the last turn said; undefined: there was none. */
  readonly waitsAfter: number | undefined
  /** How many settlements were given to the program. */
  readonly delivered: number
}

const applyMessages = Effect.fnUntraced(function* (at: Residence, messages: ReadonlyArray<Message>, session: SandboxSession) {
  const now = yield* Clock.currentTimeMillis
  const writes: Array<RunWrite> = []
  const after: Array<AfterCommit> = []
  let departure: Departure | undefined
  let waitsAfter: number | undefined
  const apply = (input: RunInput): void => {
    const next = step(at.state, input, now)
    at.state = next.state
    writes.push(...next.writes)
    after.push(...next.after)
  }
  for (const message of messages) {
    // Before an eviction that came with it: the loop of a rebuilt run would not hear of the wish again.
    if (message._tag === "StopWished") departure = departure?._tag === "Stop" ? departure : { _tag: "Stop", ended: message.ended }
    else if (message._tag === "Input") apply(yield* checked(at, message.input))
    else if (message._tag === "Turn") {
      for (const event of message.turn.events) {
        if (event._tag === "Evicted") departure ??= event
        else for (const input of yield* inputsOf(at, event)) apply(input)
      }
      waitsAfter = message.turn.waiting ? message.turn.heard : -1
    }
  }
  if (writes.length > 0) yield* commitStep(at, writes, now)
  const delivered = yield* afterCommit(at, after, session)
  const batch: Batch = { departure: at.state.isOver ? { _tag: "Over" } : departure, waitsAfter, delivered }
  return batch
})

/** An approved call goes out only if it is still the one that was approved. */
const checked = Effect.fnUntraced(function* (at: Residence, input: RunInput) {
  if (input._tag !== "Decided" || input.stored.interaction.status !== "accepted") return input
  const open = [...at.state.open.values()].find((one) => one.interactionId === input.stored.interaction.id && one.phase === "asking")
  const broken = open === undefined ? undefined : yield* checkBinding(at.run, open.call, input.stored)
  return broken === undefined ? input : ({ _tag: "Broken", stored: input.stored, ...broken } satisfies RunInput)
})

/** A sandbox event as inputs of the run. A recorded call that is still open is being looked after already. */
const inputsOf = Effect.fnUntraced(function* (at: Residence, event: Exclude<SandboxEvent, { _tag: "Evicted" }>) {
  switch (event._tag) {
    case "Called": {
      if (event.again || at.state.open.has(event.call.id)) return none
      const as = yield* classifyCall(at.run, event.call, at.state.refused)
      return [{ _tag: "Called", call: event.call, as }] satisfies ReadonlyArray<RunInput>
    }
    case "Emitted":
      return [{ _tag: "Emitted", item: outputItemOf(event.json) }] satisfies ReadonlyArray<RunInput>
    case "Logged":
      return [{ _tag: "Logged", level: event.level, text: event.text }] satisfies ReadonlyArray<RunInput>
    case "Over":
      return ending(event.outcome)
  }
})
const none: ReadonlyArray<RunInput> = []

const ending = (outcome: SandboxOutcome): ReadonlyArray<RunInput> => {
  const result = outcome._tag === "Returned" ? parseJson(outcome.json) : undefined
  return [{ _tag: "Ended", ...endingOf(outcome), ...(result === undefined ? {} : { result }) }]
}

/** Commits writes of this owner at one moment, and publishes what was recorded. */
export const commitStep = (
  at: Residence,
  writes: ReadonlyArray<RunWrite>,
  now: number
): Effect.Effect<void, OwnershipLost | RunIsOver, RunStore | RunCommits> =>
  Effect.gen(function* () {
    const store = yield* RunStore
    const commits = yield* RunCommits
    const { id: runId, teamId } = at.run
    const commit = store.commit({ runId, teamId, owner: at.lease.owner, at: now, spentMs: Math.round(at.spentMs), writes })
    yield* commits.around(runId, commit, (events) => events)
  })

const afterCommit = Effect.fnUntraced(function* (at: Residence, after: ReadonlyArray<AfterCommit>, session: SandboxSession) {
  const settlements = after.flatMap((one) => (one._tag === "Deliver" ? [one.settle] : []))
  if (settlements.length > 0) session.settle(settlements)
  for (const one of after) {
    if (one._tag === "Dispatch") yield* dispatchCall(at, one.call, one)
    if (one._tag === "AnswerCall") yield* answerInCall(at, one.stored)
  }
  return settlements.length
})

/** Records how a run ends whose sandbox is dead already. */
export const endRun = Effect.fnUntraced(function* (at: Residence, ended: Ended) {
  const now = yield* Clock.currentTimeMillis
  yield* FiberSet.clear(at.calls)
  const last = step(at.state, ended, now)
  at.state = last.state
  yield* commitStep(at, last.writes, now)
})
