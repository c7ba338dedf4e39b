import { Context, Effect, Exit, Layer, Ref } from "effect"
import type { InteractionId, RunId, TeamId } from "../domain/ids"
import type { Answer, Interaction } from "../domain/interaction"
import type { Actor } from "../domain/principal"
import { redactText } from "../domain/redact"
import { isTerminal, type RunError, type RunStatus, type TerminalStatus } from "../domain/run"
import type { RunEvent } from "../domain/run-event"
import { type AnswerFailure, type ExtendFailure, makeAnswers } from "./answers"
import { type CellObservation, makeCells } from "./cells"
import type { AnsweredBy } from "./decision"
import { describeFor } from "./describe"
import { cancelledBy, type Ended, interruptedBy } from "./ending-of"
import { readsHiddenArguments } from "./hidden-arguments"
import type { JsonValue } from "./json-text"
import { makeResidents } from "./residents"
import { RunCommits } from "./run-commits"
import { RunQueue, type Wake } from "./run-queue"
import { RunSignals } from "./run-signals"
import { type InteractionNotFound, RunIsOver, RunNotFound, RunStore, type StoredInteraction } from "./run-store"
import { ArgumentsHidden, ArgumentsUnreadable, newRun, type RerunEdit, rerunOf, ShuttingDown, type Submission, type SubmitFailure } from "./submission"
import { ToolInvoker } from "./tool-invoker"

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

/**
 * Runs programs, pauses them for people, and continues them. One per process, shared by every surface.
 * Who may do what is decided before; the engine only checks what keeps a run true.
 */
export class ExecutionEngine extends Context.Service<
  ExecutionEngine,
  {
    /** Detached: returns when the run is stored. The same idempotency key of the same actor gives the first run. */
    start(submission: Submission): Effect.Effect<{ readonly runId: RunId; readonly created: boolean }, SubmitFailure>
    /**
     * The program of an earlier run again, or an edited one, as a new run that names the first. Its arguments are the
     * first one's real ones unless others are given.
     */
    rerun(
      of: RunId,
      edit: RerunEdit
    ): Effect.Effect<{ readonly runId: RunId; readonly created: boolean }, RunNotFound | ArgumentsUnreadable | ArgumentsHidden | SubmitFailure>
    /** Starts and waits for the first pause or the end. Interrupting it leaves the run going. */
    executeWithPause(submission: Submission): Effect.Effect<RunOutcome, SubmitFailure>
    /**
     * Runs to the end in the caller's fiber; each question is answered by the handler, so it never stays paused. When the
     * caller is interrupted the run ends as interrupted.
     */
    execute<E>(
      submission: Submission,
      options: { readonly onElicitation: (interaction: Interaction) => Effect.Effect<{ readonly answer: Answer; readonly by: AnsweredBy }, E> }
    ): Effect.Effect<Extract<RunOutcome, { _tag: "Over" }>, E | AnswerFailure | SubmitFailure>
    /** Waits for a pause or the end, at most `timeoutMs`. */
    until(runId: RunId, options: { readonly timeoutMs: number }): Effect.Effect<RunOutcome, RunNotFound>
    /** Events after the cursor as soon as there are any, or none at the timeout (0: looks once). Null: no such run. */
    wait(runId: RunId, options: { readonly after: number; readonly timeoutMs: number }): Effect.Effect<Observation | null>
    /** Records a decision and wakes the run; does not wait for it. The same answer again gives the recorded one. */
    answer(id: InteractionId, answer: Answer, by: AnsweredBy): Effect.Effect<{ readonly interaction: Interaction }, AnswerFailure>
    /** `answer`, then the next pause or the end. Null: no such interaction. */
    resume(id: InteractionId, answer: Answer, by: AnsweredBy): Effect.Effect<RunOutcome | null, Exclude<AnswerFailure, InteractionNotFound>>
    /** Puts the deadline off; without `byMs` by the time the question had at first. */
    extend(id: InteractionId, byMs: number | undefined, by: AnsweredBy): Effect.Effect<{ readonly interaction: Interaction }, ExtendFailure>
    /** Tells that a question's time runs out: the first or second warning. True when this call did it. */
    warn(due: StoredInteraction, warnings: number): Effect.Effect<boolean>
    /** Closes an interaction whose deadline has passed; true when this call did it. */
    expire(id: InteractionId): Effect.Effect<boolean>
    getPaused(id: InteractionId): Effect.Effect<Interaction | null>
    listPaused(teamId: TeamId): Effect.Effect<ReadonlyArray<Interaction>>
    /** Returns when the sandbox is dead and `cancelled` is stored. */
    cancel(runId: RunId, by: Actor, reason: string): Effect.Effect<void, RunNotFound | RunIsOver>
    /** Starts a run that is observed as a cell; gives what there is when it yields, ends or `yieldAfterMs` (default 1 s) have passed. */
    startCell(submission: Submission, options?: { readonly yieldAfterMs?: number }): Effect.Effect<CellObservation, SubmitFailure>
    /**
     * What comes after the cursor, as soon as there is something, or nothing at the timeout (default 30 s). Null: no such cell.
     * The program goes on after the yields that were given out.
     */
    waitCell(cellId: RunId, options?: { readonly after?: number; readonly timeoutMs?: number }): Effect.Effect<CellObservation | null>
    /** Returns when the program is dead: nothing comes after `terminated`. Of a cell that had ended by itself, its end. */
    terminateCell(cellId: RunId, by: Actor): Effect.Effect<CellObservation | null>
    /** What an agent reads before it writes a program: how programs are written here, and the team's tool sources. */
    describe(teamId: TeamId): Effect.Effect<string>
    /** How many runs go before a queued one, itself included; null when it waits for no place. */
    queuePosition(runId: RunId): Effect.Effect<number | null>
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
  const invoker = yield* ToolInvoker
  const isStopping = yield* Ref.make(false)
  const { tell, stop } = yield* makeResidents
  const { answer, extend, warn, expire } = yield* makeAnswers(tell)

  const start = Effect.fn("ExecutionEngine.start")(function* (submission: Submission) {
    if (yield* Ref.get(isStopping)) return yield* new ShuttingDown()
    const run = yield* newRun(submission)
    const { runId, created } = yield* commits.around(run.id, store.submit(run), ({ events }) => events)
    if (created) yield* queue.wake({ runId, teamId: run.teamId })
    return { runId, created }
  })

  const rerun = Effect.fn("ExecutionEngine.rerun")(function* (of: RunId, edit: RerunEdit) {
    const first = yield* store.program(of)
    if (first === null) return yield* new RunNotFound({ runId: of })
    if (!first.isReadable && edit.args === undefined) return yield* new ArgumentsUnreadable({ runId: of })
    if (yield* readsHiddenArguments(first.run, edit).pipe(Effect.provideService(RunStore, store))) return yield* new ArgumentsHidden({ runId: of })
    return yield* start(rerunOf(first.run, edit))
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
        Effect.onExit((exit) => (Exit.isSuccess(exit) ? Effect.void : stopUntilOver(wake, interruptedBy("the caller that ran it inline went away"))))
      )
    })

  /** Ends when the run is terminal. */
  const over = (runId: RunId) =>
    signals.until<RunStatus, never, never>(
      runId,
      store.state(runId).pipe(Effect.map((now) => (now === null || isTerminal(now.status) ? (now?.status ?? "cancelled") : undefined)))
    )

  /** A stop that meets another opening of the run loses against it and is said again; unlike a cancel it is not in the rows. */
  const stopUntilOver = Effect.fnUntraced(function* (wake: Wake, ended: Ended) {
    while (true) {
      yield* stop(wake, ended)
      if ((yield* over(wake.runId).pipe(Effect.timeoutOption("1 second")))._tag === "Some") return
    }
  })

  const cancel = Effect.fn("ExecutionEngine.cancel")(function* (runId: RunId, by: Actor, reason: string) {
    const state = yield* store.state(runId)
    if (state === null) return yield* new RunNotFound({ runId })
    if (isTerminal(state.status)) return yield* new RunIsOver({ runId, status: state.status })
    const said = redactText(reason)
    yield* store.wishCancel(runId, by, said)
    yield* stop({ runId, teamId: state.teamId }, cancelledBy(by, said))
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
    const runnable = unfinished.filter(({ onlyAsks, isOrphan }) => !onlyAsks && !isOrphan)
    for (const orphan of unfinished.filter(({ isOrphan }) => isOrphan)) yield* stop(orphan, interruptedBy("the run that it belongs to is over"))
    yield* Effect.forEach(runnable, ({ runId, teamId }) => queue.wake({ runId, teamId }), { discard: true })
    return runnable.length
  })

  const cells = yield* makeCells({ start, cancel, tell })

  return ExecutionEngine.of({
    start,
    rerun,
    ...cells,
    describe: (teamId) => Effect.map(invoker.sources(teamId), describeFor),
    queuePosition: queue.position,
    execute,
    executeWithPause,
    until,
    wait,
    answer,
    resume,
    extend,
    warn,
    expire,
    getPaused,
    listPaused,
    cancel,
    takeUp,
    stopTaking: Ref.set(isStopping, true)
  })
})
