import { Cause, Clock, Context, Effect, Layer, Queue, Random, Ref, Result, Schema } from "effect"
import { canonicalJson } from "../domain/canonical-json"
import { validateContent } from "../domain/form-schema"
import { type InteractionId, type RunId, runIdAt, type TeamId } from "../domain/ids"
import { type Answer, Interaction, type ResolvedVia } from "../domain/interaction"
import { type Actor, systemActor } from "../domain/principal"
import { isTerminal, limits, type RunError, type RunStatus, type SubmitInput, type TerminalStatus, titleOf, type Trigger } from "../domain/run"
import type { RunEvent } from "../domain/run-event"
import type { CodeRunner } from "../sandbox/code-runner"
import type { CallGate } from "./call-gate"
import { driveRun } from "./drive-run"
import type { JsonValue } from "./json-text"
import type { Message } from "./residence"
import { RunCommits } from "./run-commits"
import { RunQueue, type Wake } from "./run-queue"
import { RunSignals } from "./run-signals"
import {
  type Decision, type IdempotencyConflict, InteractionNotFound, type NewRun, RunIsOver, RunNotFound, RunStore, type StoredInteraction, type StoreUnavailable
} from "./run-store"
import type { ToolInvoker } from "./tool-invoker"
import { UncertainContent } from "./uncertain-call"

/** What is submitted, by whom. Owner and actor come from the authenticated principal, never from a body. */
export interface Submission extends SubmitInput {
  readonly teamId: TeamId
  readonly actor: Actor
  readonly trigger: Trigger
  readonly parentRunId?: RunId
  readonly rerunOf?: RunId
}

/** Where a run stands for the one who waits for it. A failed program is a value here. */
export type RunOutcome =
  | { readonly _tag: "Paused"; readonly runId: RunId; readonly interaction: Interaction }
  | { readonly _tag: "Over"; readonly runId: RunId; readonly status: TerminalStatus; readonly result: JsonValue | null; readonly error: RunError | null }
  /** Neither paused nor over within the time given. */
  | { readonly _tag: "Running"; readonly runId: RunId; readonly status: RunStatus }

export interface Observation {
  readonly runId: RunId
  readonly status: RunStatus
  readonly events: ReadonlyArray<RunEvent>
  /** `seq` of the last event given, or the cursor that came when there was none. */
  readonly cursor: number
}

export interface AnsweredBy {
  readonly actor: Actor
  readonly via: ResolvedVia
}

/** Somebody, or something, decided otherwise before; `interaction` says who, what and when. */
export class AlreadyDecided extends Schema.TaggedError<AlreadyDecided>()("AlreadyDecided", { interaction: Interaction }) {}
/** Its deadline had passed. */
export class InteractionExpired extends Schema.TaggedError<InteractionExpired>()("InteractionExpired", { interaction: Interaction }) {}
/** The form content does not fit its schema; the question stays open. */
export class InvalidContent extends Schema.TaggedError<InvalidContent>()("InvalidContent", {
  issues: Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.String }))
}) {}
/** The server is stopping and takes no new runs. */
export class ShuttingDown extends Schema.TaggedError<ShuttingDown>()("ShuttingDown", {}) {}

export type AnswerFailure = InteractionNotFound | AlreadyDecided | InteractionExpired | InvalidContent

/**
 * Runs programs, pauses them for people, and continues them. One per process, shared by every surface.
 * Who may do what is decided before; the engine only checks what keeps a run true.
 */
export class ExecutionEngine extends Context.Service<ExecutionEngine, {
  /** Detached: returns when the run is stored. The same idempotency key of the same actor gives the first run. */
  start(submission: Submission): Effect.Effect<{ readonly runId: RunId; readonly created: boolean }, IdempotencyConflict | StoreUnavailable | ShuttingDown>
  /** Starts and waits for the first pause or the end. Interrupting it leaves the run going. */
  executeWithPause(submission: Submission): Effect.Effect<RunOutcome, IdempotencyConflict | StoreUnavailable | ShuttingDown>
  /** Waits for a pause or the end, at most `timeoutMs`. */
  until(runId: RunId, options: { readonly timeoutMs: number }): Effect.Effect<RunOutcome, RunNotFound>
  /** Events after the cursor as soon as there are any, or none at the timeout (0: looks once). Null: no such run. */
  wait(runId: RunId, options: { readonly after: number; readonly timeoutMs: number }): Effect.Effect<Observation | null>
  /** Records a decision and wakes the run; does not wait for it. The same answer again gives the recorded one. */
  answer(id: InteractionId, answer: Answer, by: AnsweredBy): Effect.Effect<{ readonly interaction: Interaction }, AnswerFailure>
  /** `answer`, then the next pause or the end. Null: no such interaction. */
  resume(id: InteractionId, answer: Answer, by: AnsweredBy): Effect.Effect<RunOutcome | null, Exclude<AnswerFailure, InteractionNotFound>>
  /** Closes an interaction whose deadline has passed; true when this call did it. */
  expire(id: InteractionId): Effect.Effect<boolean>
  getPaused(id: InteractionId): Effect.Effect<Interaction | null>
  listPaused(teamId: TeamId): Effect.Effect<ReadonlyArray<Interaction>>
  /** Returns when the sandbox is dead and `cancelled` is stored. */
  cancel(runId: RunId, by: Actor, reason: string): Effect.Effect<void, RunNotFound | RunIsOver>
  /** From now on `start` is refused. */
  readonly stopTaking: Effect.Effect<void>
}>()("signalbox/engine/ExecutionEngine") {
  static readonly layer = Layer.effect(ExecutionEngine, Effect.suspend(() => make))
}

const make = Effect.gen(function* () {
  const store = yield* RunStore
  const commits = yield* RunCommits
  const signals = yield* RunSignals
  const queue = yield* RunQueue
  const context = yield* Effect.context<CodeRunner | ToolInvoker | CallGate | RunStore | RunCommits>()
  const isStopping = yield* Ref.make(false)
  /** Inboxes of the runs this process is driving. */
  const residents = new Map<RunId, Queue.Queue<Message>>()

  const drive = (wake: Wake, lease: Parameters<typeof driveRun>[1]) => Effect.gen(function* () {
    const inbox = yield* Queue.unbounded<Message>()
    // Before the rows are read: an answer that is recorded meanwhile lands here, if it is not in the rows already.
    residents.set(wake.runId, inbox)
    yield* driveRun(wake, lease, inbox).pipe(
      Effect.provideContext(context),
      Effect.catchCause((cause) => (Cause.hasInterruptsOnly(cause) ? Effect.void : Effect.logError(`run ${wake.runId} was dropped`, cause))),
      Effect.ensuring(Effect.suspend(() => {
        if (residents.get(wake.runId) === inbox) residents.delete(wake.runId)
        // What came after the last look is in the rows; another opening finds it there.
        const missed = Queue.sizeUnsafe(inbox) > 0
        return Effect.andThen(Queue.shutdown(inbox), missed ? queue.wake(wake) : Effect.void)
      }))
    )
  })
  yield* queue.work(drive)

  const tell = (wake: Wake, message: Message) => Effect.suspend(() => {
    const inbox = residents.get(wake.runId)
    return inbox === undefined ? queue.wake(wake) : Effect.asVoid(Queue.offer(inbox, message))
  })

  const start = Effect.fn("ExecutionEngine.start")(function* (submission: Submission) {
    if (yield* Ref.get(isStopping)) return yield* new ShuttingDown()
    const run = yield* newRun(submission)
    const { runId, created } = yield* commits.around(run.id, store.submit(run), ({ events }) => events)
    if (created) yield* queue.wake({ runId, teamId: run.teamId })
    return { runId, created }
  })

  const look = Effect.fnUntraced(function* (runId: RunId) {
    const state = yield* store.state(runId)
    if (state === null) return yield* new RunNotFound({ runId })
    if (isTerminal(state.status)) {
      const ending = yield* store.ending(runId)
      if (ending !== null) return { _tag: "Over", runId, ...ending } satisfies RunOutcome
    }
    const [first] = yield* store.pending({ runId })
    return first === undefined ? undefined : { _tag: "Paused", runId, interaction: first.interaction } satisfies RunOutcome
  })
  const untilSettled = (runId: RunId): Effect.Effect<RunOutcome, RunNotFound> => signals.until<RunOutcome, RunNotFound, never>(runId, look(runId))

  const until = Effect.fn("ExecutionEngine.until")(function* (runId: RunId, { timeoutMs }: { readonly timeoutMs: number }) {
    return yield* untilSettled(runId).pipe(Effect.timeoutOrElse({
      duration: timeoutMs,
      orElse: () => Effect.gen(function* () {
        const now = yield* look(runId)
        const state = yield* store.state(runId)
        const running: RunOutcome = { _tag: "Running", runId, status: state?.status ?? "running" }
        return now ?? running
      })
    }))
  })

  const executeWithPause = Effect.fn("ExecutionEngine.executeWithPause")(function* (submission: Submission) {
    const { runId } = yield* start(submission)
    return yield* untilSettled(runId).pipe(Effect.catchTag("RunNotFound", Effect.die))
  })

  const wait = Effect.fn("ExecutionEngine.wait")(function* (runId: RunId, { after, timeoutMs }: { readonly after: number; readonly timeoutMs: number }) {
    const observe = Effect.gen(function* () {
      const state = yield* store.state(runId)
      if (state === null) return null
      const events = yield* store.events(runId, after, 1000)
      const observation: Observation = { runId, status: state.status, events, cursor: events.at(-1)?.seq ?? after }
      return observation
    })
    const something = observe.pipe(Effect.map((seen) => (seen !== null && seen.events.length === 0 && !isTerminal(seen.status) ? undefined : seen)))
    return yield* signals.until<Observation | null, never, never>(runId, something).pipe(
      Effect.timeoutOrElse({ duration: timeoutMs, orElse: () => observe })
    )
  })

  const settle = (decision: Decision, runId: RunId) => commits.around(runId, store.decide(decision), ({ events }) => events)

  const answer = Effect.fn("ExecutionEngine.answer")(function* (id: InteractionId, given: Answer, { actor, via }: AnsweredBy) {
    const before = yield* find(id)
    const { runId } = before.interaction
    if (before.interaction.status !== "pending") return yield* recorded(before, given)
    const content = yield* checkedContent(before, given)
    const at = yield* Clock.currentTimeMillis
    const status = given.action === "accept" ? "accepted" : given.action === "decline" ? "declined" : "cancelled"
    const result = yield* settle({ interactionId: id, status, by: actor, via, comment: given.comment ?? null, content, at }, runId)
    switch (result._tag) {
      case "Decided": {
        yield* tell({ runId, teamId: before.teamId }, { _tag: "Input", input: { _tag: "Decided", stored: result.stored } })
        return { interaction: result.stored.interaction }
      }
      case "AlreadyDecided": return yield* recorded(result.stored, given)
      case "PastDeadline": {
        yield* expire(id)
        return yield* recorded(yield* find(id), given)
      }
    }
  })

  const find = Effect.fnUntraced(function* (id: InteractionId) {
    const stored = yield* store.interaction(id)
    return stored ?? (yield* new InteractionNotFound({ interactionId: id }))
  })

  const expire = Effect.fn("ExecutionEngine.expire")(function* (id: InteractionId) {
    const before = yield* store.interaction(id)
    if (before === null) return false
    const { runId } = before.interaction
    const at = yield* Clock.currentTimeMillis
    const comment = "nobody answered before the deadline"
    const result = yield* settle({ interactionId: id, status: "expired", by: systemActor, via: "deadline", comment, content: null, at }, runId)
      .pipe(Effect.catchTag("InteractionNotFound", Effect.die))
    if (result._tag !== "Decided") return false
    yield* tell({ runId, teamId: before.teamId }, { _tag: "Input", input: { _tag: "Decided", stored: result.stored } })
    return true
  })

  const resume = Effect.fn("ExecutionEngine.resume")(function* (id: InteractionId, given: Answer, by: AnsweredBy) {
    const answered = yield* answer(id, given, by).pipe(Effect.catchTag("InteractionNotFound", () => Effect.succeed(null)))
    if (answered === null) return null
    return yield* untilSettled(answered.interaction.runId).pipe(Effect.catchTag("RunNotFound", () => Effect.succeed(null)))
  })

  const cancel = Effect.fn("ExecutionEngine.cancel")(function* (runId: RunId, by: Actor, reason: string) {
    const state = yield* store.state(runId)
    if (state === null) return yield* new RunNotFound({ runId })
    if (isTerminal(state.status)) return yield* new RunIsOver({ runId, status: state.status })
    yield* store.wishCancel(runId, by, reason)
    const wake: Wake = { runId, teamId: state.teamId }
    // A queued or parked run needs no place among the active ones to be closed. Should the queue open it at the same
    // moment, the journal's fence leaves one of the two, and both see the wish.
    if (residents.has(runId)) yield* tell(wake, { _tag: "CancelWished", by, reason })
    else yield* drive(wake, { owner: `cancel.${yield* Random.nextIntBetween(0, 0x7fffffff)}`, valid: () => true, idle: () => Effect.void })
    const status = yield* signals.until<RunStatus, never, never>(runId, store.state(runId).pipe(
      Effect.map((now) => (now === null || isTerminal(now.status) ? now?.status ?? "cancelled" : undefined))
    ))
    // The run may have ended by itself first.
    if (status !== "cancelled") return yield* new RunIsOver({ runId, status })
  })

  const getPaused = (id: InteractionId) => store.interaction(id).pipe(Effect.map((stored) => (stored?.interaction.status === "pending" ? stored.interaction : null)))
  const listPaused = (teamId: TeamId) => store.pending({ teamId }).pipe(Effect.map((all) => all.map((stored) => stored.interaction)))

  return ExecutionEngine.of({
    start, executeWithPause, until, wait, answer, resume, expire, getPaused, listPaused, cancel, stopTaking: Ref.set(isStopping, true)
  })
})

const newRun = Effect.fnUntraced(function* (submission: Submission) {
  const at = yield* Clock.currentTimeMillis
  const random = yield* Effect.forEach(Array.from({ length: 10 }), () => Random.nextIntBetween(0, 255))
  const { teamId, actor, trigger, code, args, idempotencyKey, parentRunId, rerunOf } = submission
  const run: NewRun = {
    id: runIdAt(at, random), teamId, actor, trigger, code, at,
    title: titleOf(code, submission.title),
    language: submission.language ?? "typescript",
    timeoutMs: submission.timeoutMs ?? limits.timeoutMs.default,
    ...(args === undefined ? {} : { args }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(parentRunId === undefined ? {} : { parentRunId }),
    ...(rerunOf === undefined ? {} : { rerunOf })
  }
  return run
})

const checkedContent = Effect.fnUntraced(function* (stored: StoredInteraction, given: Answer) {
  const { kind, requestedSchema, options } = stored.interaction
  if (given.action === "accept" && options !== null) {
    const chosen = Schema.decodeUnknownResult(UncertainContent)(given.content ?? {})
    if (Result.isSuccess(chosen)) return chosen.success
    return yield* new InvalidContent({ issues: [{ path: "choice", message: `must be one of ${options.join(", ")}; result and message are optional` }] })
  }
  if (given.action !== "accept" || kind !== "form" || requestedSchema === null) return null
  const checked = validateContent(requestedSchema, given.content ?? {})
  if ("issues" in checked) return yield* new InvalidContent({ issues: checked.issues })
  return checked.content
})

const statusOf = { accept: "accepted", decline: "declined", cancel: "cancelled" } as const

/** A retry of the recorded answer gets the record; another answer is told who decided what, and when. */
const recorded = Effect.fnUntraced(function* (stored: StoredInteraction, given: Answer) {
  const { interaction } = stored
  if (interaction.status === "expired") return yield* new InteractionExpired({ interaction })
  // Closed with its run, not by a person: no answer equals that.
  const isSame = interaction.status === statusOf[given.action] && interaction.resolvedVia !== "system" && sameContent(stored, given)
  if (!isSame) return yield* new AlreadyDecided({ interaction })
  return { interaction }
})

const sameContent = ({ interaction, exactContent }: StoredInteraction, given: Answer): boolean => {
  if (interaction.options !== null && given.action === "accept") return canonicalJson(given.content ?? {}) === canonicalJson(exactContent)
  if (interaction.kind !== "form" || given.action !== "accept" || interaction.requestedSchema === null) return true
  const checked = validateContent(interaction.requestedSchema, given.content ?? {})
  return !("issues" in checked) && canonicalJson(checked.content) === canonicalJson(exactContent)
}
