import { Cause, Clock, Context, Deferred, Effect, Exit, Fiber, Layer, Option, Queue, Redacted } from "effect"
import { AppConfig } from "../config/config"
import { StoreUnavailable } from "../engine/run-store"
import { Database } from "./database"
import { only, planFlush } from "./flush-plan"
import { bytesOf, gather, type Waiting, type WriteRequest } from "./gather"
import { Plan, textIn } from "./plan"
import { makeSealing, type Sealing } from "./sealed"
import { findTools } from "./sql/open"
import type { TransactionFailed } from "./sql/session"
import type { SubmitRequest } from "./submit-plan"
import { ToolTallies, ToolTally } from "./tool-tallies"

/** So much may wait to be written before new runs are refused. All else waits: its callers are few, and wait as well. */
const mostWaitingBytes = 64 << 20
/** For so long a store that fails may recover before submissions are told. */
const patienceMs = 5_000
const busyPauseMs = 5
const firstPauseMs = 50
const longestPauseMs = 2_000
const closeWithin = "10 seconds"

/**
 * The one writer of runs. What arrives while a transaction is under way goes into the next one together; when nothing is
 * under way a request starts one at once.
 *
 * I1 A request is answered after its transaction committed, with what that transaction did.
 * I2 Requests of one run are done in the order in which they came.
 * I3 A transaction that failed is tried again as a whole, and doing it twice changes nothing: a request names itself in
 *    the rows it decides (stepId, owner, decisionId, run id), so that a lost answer to COMMIT is found out as well.
 * I4 A request that the database refuses fails alone.
 */
export class RunWriter extends Context.Service<
  RunWriter,
  {
    readonly sealing: Sealing
    /** Queues the request; its answer comes through its own `done`. */
    readonly write: (request: WriteRequest) => Effect.Effect<void>
    /** Fails while new runs cannot be taken: the store is failing, or too much waits. */
    readonly admit: Effect.Effect<void, StoreUnavailable>
  }
>()("signalbox/store/RunWriter") {
  static readonly layer = Layer.effect(
    RunWriter,
    Effect.gen(function* () {
      const { secret } = yield* AppConfig
      const { session } = yield* Database
      const sealing = makeSealing(Redacted.value(secret))
      const tallies = new ToolTallies()
      const arrivals = yield* Queue.unbounded<Waiting, Cause.Done>()
      let waitingBytes = 0
      let failingSince: number | null = null

      const commit = Effect.fnUntraced(function* (requests: ReadonlyArray<WriteRequest>, attempt: number) {
        const missing = only(requests, "Step")
          .map(({ runId }) => runId)
          .filter((runId) => tallies.isMissing(runId))
        if (missing.length > 0) {
          const [rows] = yield* session.transaction([
            findTools(
              session.dialect,
              missing.map((runId) => ({ runId }))
            )
          ])
          const found = new Map(rows?.map((row) => [textIn(row, "id"), textIn(row, "tools")]))
          for (const runId of missing) tallies.keep(runId, ToolTally.parse(found.get(runId) ?? "[]"))
        }
        const { statements, finish } = planFlush(new Plan(session.dialect, attempt), requests, { sealing, tallies })
        finish(yield* session.transaction(statements))
      })

      /** What is left to try again after a store that cannot be written; it is told once, and submissions are told after a while. */
      const whileFailing = Effect.fnUntraced(function* (requests: ReadonlyArray<WriteRequest>, failure: TransactionFailed, isDoubtful: boolean) {
        const now = yield* Clock.currentTimeMillis
        if (failingSince === null) yield* Effect.logError(`the store cannot be written: ${failure.message}`)
        failingSince ??= now
        if (isDoubtful || now - failingSince < patienceMs) return requests
        for (const request of only(requests, "Submit")) refuseSubmission(request, failure.message)
        return requests.filter((request) => request._tag !== "Submit")
      })

      /** Returns when every request is answered. */
      const flush = (batch: ReadonlyArray<WriteRequest>, tries = 0): Effect.Effect<void> =>
        Effect.gen(function* () {
          const began = yield* Clock.currentTimeMillis
          let requests = batch
          let pauseMs = firstPauseMs
          let isDoubtful = false
          for (let attempt = tries; requests.length > 0; attempt++) {
            const exit = yield* Effect.exit(commit(requests, attempt))
            if (Exit.isSuccess(exit)) {
              if (failingSince !== null) yield* Effect.logInfo("the store can be written again")
              failingSince = null
              return
            }
            const failure = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
            if (failure === undefined || failure.reason === "refused") return yield* oneByOne(requests, exit.cause, attempt + 1)
            if (failure.reason === "busy" && (yield* Clock.currentTimeMillis) - began < patienceMs) {
              yield* Effect.sleep(busyPauseMs)
              continue
            }
            isDoubtful ||= failure.isAmbiguous
            requests = yield* whileFailing(requests, failure, isDoubtful)
            yield* Effect.sleep(pauseMs)
            pauseMs = Math.min(longestPauseMs, pauseMs * 2)
          }
        })

      /** One of them cannot be done; the others must not suffer. */
      const oneByOne = (requests: ReadonlyArray<WriteRequest>, cause: Cause.Cause<TransactionFailed>, tries: number): Effect.Effect<void> => {
        const [first, ...others] = requests
        return first !== undefined && others.length === 0
          ? refuse(first, cause)
          : Effect.forEach(requests, (request) => flush([request], tries), { discard: true })
      }

      const work = Effect.gen(function* () {
        let waiting: ReadonlyArray<Waiting> = []
        while (true) {
          const came = waiting.length === 0 ? yield* Queue.takeAll(arrivals) : yield* Queue.clear(arrivals)
          const { batch, bytes, rest } = gather([...waiting, ...came])
          waiting = rest
          yield* flush(batch)
          waitingBytes -= bytes
        }
      })
      const worker = yield* Effect.forkScoped(Effect.ignore(work))
      // What was asked for before the end is still written.
      yield* Effect.addFinalizer(() => Effect.andThen(Queue.end(arrivals), Effect.ignore(Effect.timeout(Fiber.await(worker), closeWithin))))

      const write = (request: WriteRequest) =>
        Effect.suspend(() => {
          const bytes = bytesOf(request)
          if (!Queue.offerUnsafe(arrivals, { request, bytes })) return refuse(request, Cause.die(new Error("the store is closed")))
          waitingBytes += bytes
          return Effect.void
        })

      const admit = Effect.suspend(() => {
        if (failingSince !== null) return Effect.fail(new StoreUnavailable({ reason: "the store cannot be written at the moment" }))
        return waitingBytes > mostWaitingBytes ? Effect.fail(new StoreUnavailable({ reason: "too much is waiting to be written" })) : Effect.void
      })

      return RunWriter.of({ sealing, write, admit })
    })
  )
}

const refuseSubmission = ({ done }: SubmitRequest, reason: string): void => {
  Deferred.doneUnsafe(done, Exit.fail(new StoreUnavailable({ reason: `the store cannot be written: ${reason}` })))
}

/** The database will never do this one: a fault of ours, for its caller alone. */
const refuse = (request: WriteRequest, cause: Cause.Cause<TransactionFailed>): Effect.Effect<void> =>
  Effect.gen(function* () {
    yield* Effect.logError(`a ${request._tag} request cannot be written`, cause)
    const exit = Exit.die(Cause.squash(cause))
    switch (request._tag) {
      case "Step": {
        for (const { done } of request.parts) Deferred.doneUnsafe(done, exit)
        return
      }
      case "Submit":
        return void Deferred.doneUnsafe(request.done, exit)
      case "Open":
      case "Wish":
        return void Deferred.doneUnsafe(request.done, exit)
      case "Decide":
        return void Deferred.doneUnsafe(request.done, exit)
    }
  })
