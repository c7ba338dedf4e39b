import { Clock, Context, Effect, Exit, Layer, Ref, Schema } from "effect"
import { type InteractionId, type RunId, runIdAt, type TeamId } from "../domain/ids"
import type { Answer, Interaction } from "../domain/interaction"
import type { Actor } from "../domain/principal"
import { redactText } from "../domain/redact"
import { isTerminal, limits, type RunError, type RunStatus, type SubmitInput, type TerminalStatus, type Trigger, titleOf } from "../domain/run"
import type { RunEvent } from "../domain/run-event"
import { type AnsweredBy, type AnswerFailure, makeAnswers } from "./answers"
import { cancelledBy, interruptedBy } from "./ending-of"
import type { JsonValue } from "./json-text"
import { randomBytes } from "./random-bytes"
import { makeResidents } from "./residents"
import { RunCommits } from "./run-commits"
import { RunQueue, type Wake } from "./run-queue"
import { RunSignals } from "./run-signals"
import { type IdempotencyConflict, type InteractionNotFound, type NewRun, RunIsOver, RunNotFound, RunStore, type StoreUnavailable } from "./run-store"

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

/** The server is stopping and takes no new runs. */
export class ShuttingDown extends Schema.TaggedError<ShuttingDown>()("ShuttingDown", {}) {}

/**
 * Runs programs, pauses them for people, and continues them. One per process, shared by every surface.
 * Who may do what is decided before; the engine only checks what keeps a run true.
 */
export class ExecutionEngine extends Context.Service<
  ExecutionEngine,
  {
    /** Detached: returns when the run is stored. The same idempotency key of the same actor gives the first run. */
    start(submission: Submission): Effect.Effect<{ readonly runId: RunId; readonly created: boolean }, IdempotencyConflict | StoreUnavailable | ShuttingDown>
    /** Starts and waits for the first pause or the end. Interrupting it leaves the run going. */
    executeWithPause(submission: Submission): Effect.Effect<RunOutcome, IdempotencyConflict | StoreUnavailable | ShuttingDown>
    /**
     * Runs to the end in the caller's fiber; each question is answered by the handler, so it never stays paused. When the
     * caller is interrupted the run ends as interrupted.
     */
    execute<E>(
      submission: Submission,
      options: { readonly onElicitation: (interaction: Interaction) => Effect.Effect<{ readonly answer: Answer; readonly by: AnsweredBy }, E> }
    ): Effect.Effect<Extract<RunOutcome, { _tag: "Over" }>, E | AnswerFailure | IdempotencyConflict | StoreUnavailable | ShuttingDown>
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
    /**
     * Looks after the runs that a stopped process left unfinished; once, before anything is served. Each is continued from
     * its journal: a running one goes on, what cannot be continued ends as interrupted; one that only waits for people stays as it is.
     * Gives how many are continued.
     */
    readonly takeUp: Effect.Effect<number>
    /** From now on `start` is refused. */
    readonly stopTaking: Effect.Effect<void>
  }
>()("signalbox/engine/ExecutionEngine") {
  static readonly layer = Layer.effect(
    ExecutionEngine,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const store = yield* RunStore
  const commits = yield* RunCommits
  const signals = yield* RunSignals
  const queue = yield* RunQueue
  const isStopping = yield* Ref.make(false)
  const { tell, stop } = yield* makeResidents
  const { answer, expire } = yield* makeAnswers(tell)

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
    return first === undefined ? undefined : ({ _tag: "Paused", runId, interaction: first.interaction } satisfies RunOutcome)
  })
  const untilSettled = (runId: RunId): Effect.Effect<RunOutcome, RunNotFound> => signals.until<RunOutcome, RunNotFound, never>(runId, look(runId))

  const until = Effect.fn("ExecutionEngine.until")(function* (runId: RunId, { timeoutMs }: { readonly timeoutMs: number }) {
    return yield* untilSettled(runId).pipe(
      Effect.timeoutOrElse({
        duration: timeoutMs,
        orElse: () =>
          Effect.gen(function* () {
            const now = yield* look(runId)
            const state = yield* store.state(runId)
            const running: RunOutcome = { _tag: "Running", runId, status: state?.status ?? "running" }
            return now ?? running
          })
      })
    )
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
    return yield* signals.until<Observation | null, never, never>(runId, something).pipe(Effect.timeoutOrElse({ duration: timeoutMs, orElse: () => observe }))
  })

  const resume = Effect.fn("ExecutionEngine.resume")(function* (id: InteractionId, given: Answer, by: AnsweredBy) {
    const answered = yield* answer(id, given, by).pipe(Effect.catchTag("InteractionNotFound", () => Effect.succeed(null)))
    if (answered === null) return null
    return yield* untilSettled(answered.interaction.runId).pipe(Effect.catchTag("RunNotFound", () => Effect.succeed(null)))
  })

  const execute = <E>(
    submission: Submission,
    { onElicitation }: { readonly onElicitation: (interaction: Interaction) => Effect.Effect<{ readonly answer: Answer; readonly by: AnsweredBy }, E> }
  ) =>
    Effect.gen(function* () {
      const { runId } = yield* start(submission)
      const wake: Wake = { runId, teamId: submission.teamId }
      const toTheEnd = Effect.gen(function* () {
        while (true) {
          const outcome = yield* untilSettled(runId).pipe(Effect.catchTag("RunNotFound", Effect.die))
          if (outcome._tag === "Over") return outcome
          if (outcome._tag === "Running") continue
          const { answer: given, by } = yield* onElicitation(outcome.interaction)
          yield* answer(outcome.interaction.id, given, by)
        }
      })
      // Whoever runs it inline is the only one who waits for it: going away tears it down, and it is recorded so.
      return yield* toTheEnd.pipe(
        Effect.onExit((exit) =>
          Exit.isSuccess(exit) ? Effect.void : stop(wake, interruptedBy("the caller that ran it inline went away")).pipe(Effect.andThen(over(runId)))
        )
      )
    })

  /** Ends when the run is terminal. */
  const over = (runId: RunId) =>
    signals.until<RunStatus, never, never>(
      runId,
      store.state(runId).pipe(Effect.map((now) => (now === null || isTerminal(now.status) ? (now?.status ?? "cancelled") : undefined)))
    )

  const cancel = Effect.fn("ExecutionEngine.cancel")(function* (runId: RunId, by: Actor, reason: string) {
    const state = yield* store.state(runId)
    if (state === null) return yield* new RunNotFound({ runId })
    if (isTerminal(state.status)) return yield* new RunIsOver({ runId, status: state.status })
    yield* store.wishCancel(runId, by, reason)
    yield* stop({ runId, teamId: state.teamId }, cancelledBy(by, reason))
    const status = yield* over(runId)
    // The run may have ended by itself first.
    if (status !== "cancelled") return yield* new RunIsOver({ runId, status })
  })

  const getPaused = (id: InteractionId) =>
    store.interaction(id).pipe(Effect.map((stored) => (stored?.interaction.status === "pending" ? stored.interaction : null)))
  const listPaused = (teamId: TeamId) => store.pending({ teamId }).pipe(Effect.map((all) => all.map((stored) => stored.interaction)))

  const takeUp = Effect.gen(function* () {
    const unfinished = yield* store.unfinished
    // A run that only asks costs rows, however many there are; its answer rebuilds it.
    const runnable = unfinished.filter(({ onlyAsks }) => !onlyAsks)
    yield* Effect.forEach(runnable, ({ runId, teamId }) => queue.wake({ runId, teamId }), { discard: true })
    return runnable.length
  })

  return ExecutionEngine.of({
    start,
    execute,
    executeWithPause,
    until,
    wait,
    answer,
    resume,
    expire,
    getPaused,
    listPaused,
    cancel,
    takeUp,
    stopTaking: Ref.set(isStopping, true)
  })
})

const newRun = Effect.fnUntraced(function* (submission: Submission) {
  const at = yield* Clock.currentTimeMillis
  const random = yield* randomBytes(10)
  const { teamId, actor, trigger, code, args, idempotencyKey, parentRunId, rerunOf } = submission
  const run: NewRun = {
    id: runIdAt(at, random),
    teamId,
    actor,
    trigger,
    code,
    at,
    title: redactText(titleOf(code, submission.title)),
    language: submission.language ?? "typescript",
    timeoutMs: submission.timeoutMs ?? limits.timeoutMs.default,
    ...(args === undefined ? {} : { args }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(parentRunId === undefined ? {} : { parentRunId }),
    ...(rerunOf === undefined ? {} : { rerunOf })
  }
  return run
})
